--[[
  How many calls are in some lists of a partition.
  KEYS    the lists
  ARGV    1 began at this time or later  2 and before this one
  Output  the number
  Time    O(lists × log calls of the list)
]]
local count = 0
for _, list in ipairs(KEYS) do
  count = count + redis.call('ZCOUNT', list, ARGV[1], '(' .. ARGV[2])
end
return count
