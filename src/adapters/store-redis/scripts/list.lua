--[[
  The newest calls of a partition, of each flow and state by itself.
  KEYS    1 index  2 versions
  ARGV    1 project or ''  2 name of the flow or ''  3 'L', 'E' or ''
          4 what the entries of a number begin with, then instead of the former three, or ''
          5 began at this time or later  6 behind this place  7 how many of each
  Output  places, each "time id", newest first for each flow and state
]]
local places = {}
for _, start in ipairs(ARGV[4] ~= '' and { ARGV[4] } or starts_of(KEYS[2], ARGV[1], ARGV[2], ARGV[3])) do
  local from, to = '(' .. start .. ARGV[6], '[' .. start .. ARGV[5]
  for _, entry in ipairs(redis.call('ZRANGE', KEYS[1], from, to, 'BYLEX', 'REV', 'LIMIT', 0, ARGV[7])) do
    places[#places + 1] = string.sub(entry, #start + 1)
  end
end
return places
