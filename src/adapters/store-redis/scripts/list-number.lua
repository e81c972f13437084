--[[
  Looks through calls of one number, newest first, for those of a flow or state.
  KEYS    1 index  2 versions
  ARGV    1 flow or ''  2 'L', 'E' or ''  3 what the entries of the number begin with
          4 began at this time or later  5 behind this place  6 how many are looked at
  Output  where to go on, '' at the end, then places, each "time id"
]]
local start, starts = ARGV[3], starts_of(KEYS[2], ARGV[1], ARGV[2])
local from, to = '(' .. start .. ARGV[5], '[' .. start .. ARGV[4]
local entries = redis.call('ZRANGE', KEYS[1], from, to, 'BYLEX', 'REV', 'LIMIT', 0, ARGV[6])
local result = { '' }
for _, entry in ipairs(entries) do
  local place = string.sub(entry, #start + 1)
  for _, other in ipairs(starts) do
    if redis.call('ZSCORE', KEYS[1], other .. place) then result[#result + 1] = place end
  end
  if #entries == tonumber(ARGV[6]) then result[1] = place end
end
return result
