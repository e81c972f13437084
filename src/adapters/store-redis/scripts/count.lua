--[[
  Counts the calls in lists of a partition.
  KEYS    the lists
  ARGV    1 minimum start time  2 maximum start time, exclusive
  Output  the number
  Time    O(lists × log calls of the list)
]]
local count = 0
for _, list in ipairs(KEYS) do
  count = count + redis.call('ZCOUNT', list, ARGV[1], '(' .. ARGV[2])
end
return count
