--[[
  The newest calls of a partition.
  KEYS    1 index
  ARGV    1 began at this time or later  2 behind this place  3 how many of each start
          4... starts: what the entries begin with of the calls that are wanted
  Output  places, each "time id", newest first for each start
  Time    O(starts × (log calls of the partition + how many))
]]
local places = {}
for at = 4, #ARGV do
  local start = ARGV[at]
  local from, to = '(' .. start .. ARGV[2], '[' .. start .. ARGV[1]
  for _, entry in ipairs(redis.call('ZRANGE', KEYS[1], from, to, 'BYLEX', 'REV', 'LIMIT', 0, ARGV[3])) do
    places[#places + 1] = string.sub(entry, #start + 1)
  end
end
return places
