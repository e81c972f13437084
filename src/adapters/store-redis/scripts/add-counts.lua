--[[
  Adds to sums, unless this flush of the node was added before (COUNTS-2).
  KEYS    1 number of the node's last flush, then for each bucket its hash, and those of wider ones
  ARGV    1 number of this flush  2 so long that is remembered, ms
          then for each bucket: how many hashes it has; so long they are kept, ms; how many sums follow; for each its field, and
          what is added
  Time    O(sums)
]]
local number = tonumber(ARGV[1])
if number <= tonumber(redis.call('GET', KEYS[1]) or '-1') then return end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])

local key, at = 1, 3
while at < #ARGV do
  local last = at + 2 + 2 * tonumber(ARGV[at + 2])
  for _ = 1, tonumber(ARGV[at]) do
    key = key + 1
    for sum = at + 3, last, 2 do redis.call('HINCRBY', KEYS[key], ARGV[sum], ARGV[sum + 1]) end
    redis.call('PEXPIRE', KEYS[key], ARGV[at + 1])
  end
  at = last + 1
end
