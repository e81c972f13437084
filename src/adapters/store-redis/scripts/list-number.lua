--[[
  Looks through calls of one number, newest first, for those that have an entry of another start too.
  KEYS    1 index
  ARGV    1 to 3 as for list.lua  4 start of the number  5... the other starts
  Output  where to go on, '' at the end, then places, each "time id"
  Time    O(how many × starts)
]]
local start = ARGV[4]
local from, to = '(' .. start .. ARGV[2], '[' .. start .. ARGV[1]
local entries = redis.call('ZRANGE', KEYS[1], from, to, 'BYLEX', 'REV', 'LIMIT', 0, ARGV[3])
local result = { '' }
for _, entry in ipairs(entries) do
  local place = string.sub(entry, #start + 1)
  for at = 5, #ARGV do
    if redis.call('ZSCORE', KEYS[1], ARGV[at] .. place) then result[#result + 1] = place end
  end
  if #entries == tonumber(ARGV[3]) then result[1] = place end
end
return result
