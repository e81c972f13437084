--[[
  Returns the newest calls of lists of a partition.
  KEYS    the lists
  ARGV    1 minimum start time  2 cursor, "time" or "time id"  3 maximum number per list
  Output  id and time of each, newest first per list; includes all calls with the start time of the cursor
  Time    O(lists × (log calls of the list + maximum number))
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
