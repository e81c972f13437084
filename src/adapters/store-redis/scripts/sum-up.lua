--[[
  Makes a wide bucket anew from those whose sums it holds, and keeps them as long as it.
  KEYS    1 the wide one, then all of which it holds the sums, in the order of time
  ARGV    1 how long each of these lasts, ms
  Time    O(their sums)
]]
local kept = redis.call('PTTL', KEYS[1])
local isNew = kept < 0
redis.call('DEL', KEYS[1])
for nth = 2, #KEYS do
  local fields = redis.call('HGETALL', KEYS[nth])
  for at = 1, #fields, 2 do redis.call('HINCRBY', KEYS[1], fields[at], fields[at + 1]) end
  local left = redis.call('PTTL', KEYS[nth])
  -- As if it had been kept as long as the last of them.
  if left >= 0 and isNew then left = left + (#KEYS - nth) * ARGV[1] end
  kept = math.max(kept, left)
end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, string.format('%.0f', kept)) end
