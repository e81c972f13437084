--[[
  The newest calls of some lists of a partition.
  KEYS    the lists
  ARGV    1 began at this time or later  2 behind this place, "time" or "time id"  3 how many of each list
  Output  id and time of each, newest first for each list; of those that began at the time of the place all
  Time    O(lists × (log calls of the list + how many))
]]
local since, most = ARGV[1], ARGV[3]
local at, id = string.match(ARGV[2], '^(%d+) ?(.*)$')
local found = {}
local function take(entries)
  for _, one in ipairs(entries) do found[#found + 1] = one end
end
for _, list in ipairs(KEYS) do
  if id ~= '' then take(redis.call('ZRANGE', list, at, at, 'BYSCORE', 'REV', 'WITHSCORES')) end
  take(redis.call('ZRANGE', list, '(' .. at, since, 'BYSCORE', 'REV', 'LIMIT', 0, most, 'WITHSCORES'))
end
return found
