--[[
  Looks through calls of one number, newest first, for those that are in one of some lists.
  KEYS    1 numbers  2... the lists; none where every call is wanted
  ARGV    1 began at this time or later  2 behind this place, "time" or "time id"  3 how many are looked through
          4 what entries of the number begin with
  Output  where to go on, '' at the end, then places, each "time id"
  Time    O(how many × lists)
]]
local start = ARGV[4]
local from, to = '(' .. start .. ARGV[2], '[' .. start .. ARGV[1]
local entries = redis.call('ZRANGE', KEYS[1], from, to, 'BYLEX', 'REV', 'LIMIT', 0, ARGV[3])

local function is_wanted(id)
  for at = 2, #KEYS do
    if redis.call('ZSCORE', KEYS[at], id) then return true end
  end
  return #KEYS == 1
end

local result = { '' }
for _, entry in ipairs(entries) do
  local place = string.sub(entry, #start + 1)
  if is_wanted(string.match(place, ' (.*)$')) then result[#result + 1] = place end
  if #entries == tonumber(ARGV[3]) then result[1] = place end
end
return result
