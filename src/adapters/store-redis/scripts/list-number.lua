--[[
  Looks through calls of one number, newest first, for those of a project, flow or state.
  KEYS    1 index  2 versions
  ARGV    1 project or ''  2 name of the flow or ''  3 'L', 'E' or ''  4 what the entries of the number begin with
          5 began at this time or later  6 behind this place  7 how many are looked at
  Output  where to go on, '' at the end, then places, each "time id"
]]
local start, starts = ARGV[4], starts_of(KEYS[2], ARGV[1], ARGV[2], ARGV[3])
local from, to = '(' .. start .. ARGV[6], '[' .. start .. ARGV[5]
local entries = redis.call('ZRANGE', KEYS[1], from, to, 'BYLEX', 'REV', 'LIMIT', 0, ARGV[7])
local result = { '' }
for _, entry in ipairs(entries) do
  local place = string.sub(entry, #start + 1)
  for _, other in ipairs(starts) do
    if redis.call('ZSCORE', KEYS[1], other .. place) then result[#result + 1] = place end
  end
  if #entries == tonumber(ARGV[7]) then result[1] = place end
end
return result
