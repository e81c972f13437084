--[[
  The newest calls of a partition, of each flow and state by itself.
  KEYS    1 index  2 versions
  ARGV    1 flow or ''  2 'L', 'E' or ''  3 what the entries of a number begin with, then instead of flow and state, or ''
          4 began at this time or later  5 behind this place  6 how many of each
  Output  places, each "time id", newest first for each flow and state
]]
local places = {}
for _, start in ipairs(ARGV[3] ~= '' and { ARGV[3] } or starts_of(KEYS[2], ARGV[1], ARGV[2])) do
  local from, to = '(' .. start .. ARGV[5], '[' .. start .. ARGV[4]
  for _, entry in ipairs(redis.call('ZRANGE', KEYS[1], from, to, 'BYLEX', 'REV', 'LIMIT', 0, ARGV[6])) do
    places[#places + 1] = string.sub(entry, #start + 1)
  end
end
return places
