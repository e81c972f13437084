--[[
  Adds to counts, unless this flush of the node was added before (COUNTS-2).
  KEYS    1 number of the node's last flush, then for each bucket its hash and those of the wider buckets
  ARGV    1 number of this flush  2 time for which the number is kept, ms
          then for each bucket: number of its hashes; their time to live, ms; number of sums; for each sum its field and the
          amount to add
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
