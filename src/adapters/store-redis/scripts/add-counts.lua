--[[
  Adds to sums, unless this flush of the node was added before (K2).
  KEYS    1 number of the node's last flush, then for each bucket its hash, and that of the wider one
  ARGV    1 number of this flush  2 so long that is remembered, ms
          then for each bucket: so long it is kept, ms; how many sums follow; for each its field, and what is added
  Time    O(sums)
]]
local number = tonumber(ARGV[1])
if number <= tonumber(redis.call('GET', KEYS[1]) or '-1') then return end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])

local at = 3
for bucket = 2, #KEYS, 2 do
  local last = at + 1 + 2 * tonumber(ARGV[at + 1])
  for key = bucket, bucket + 1 do
    for sum = at + 2, last, 2 do redis.call('HINCRBY', KEYS[key], ARGV[sum], ARGV[sum + 1]) end
    redis.call('PEXPIRE', KEYS[key], ARGV[at])
  end
  at = last + 1
end
