--[[
  Rebuilds wide buckets from the narrow ones that they contain, and gives all the expiry of the widest.
  KEYS    narrow buckets in the order of time, then the wide ones, the widest last
  ARGV    1 number of narrow buckets  2 width of a narrow bucket, ms
          then for each wide bucket: the positions of its first and its last narrow bucket
  Time    O(their sums)
]]
local narrow, lasts = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('PTTL', KEYS[#KEYS])
local isNew = kept < 0
for nth = 1, narrow do
  local left = redis.call('PTTL', KEYS[nth])
  -- The expiry as if it were the last narrow bucket.
  if left >= 0 and isNew then left = left + (narrow - nth) * lasts end
  kept = math.max(kept, left)
end
for wide = narrow + 1, #KEYS do
  redis.call('DEL', KEYS[wide])
  local at = 3 + 2 * (wide - narrow - 1)
  for nth = tonumber(ARGV[at]), tonumber(ARGV[at + 1]) do
    local fields = redis.call('HGETALL', KEYS[nth])
    for field = 1, #fields, 2 do redis.call('HINCRBY', KEYS[wide], fields[field], fields[field + 1]) end
  end
end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, string.format('%.0f', kept)) end
