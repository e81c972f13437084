--[[
  How many calls of a partition are listed.
  KEYS    1 index
  ARGV    1 began at this time or later  2 behind this place  3... starts
  Output  the number
  Time    O(starts × log calls of the partition)
]]
local count = 0
for at = 3, #ARGV do
  count = count + redis.call('ZLEXCOUNT', KEYS[1], '[' .. ARGV[at] .. ARGV[1], '(' .. ARGV[at] .. ARGV[2])
end
return count
