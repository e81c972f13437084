--[[
  Scans the calls of one number or campaign, newest first, for those that are in one of some lists.
  KEYS    1 numbers  2... the lists; none for all calls
  ARGV    1 minimum start time  2 cursor, "time" or "time id"  3 number of calls to scan
          4 prefix of the entries of the number or campaign
  Output  next cursor, '' at the end, then places, each "time id"
  Time    O(calls scanned × lists)
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
