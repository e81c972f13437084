--[[
  Makes wide buckets anew from those whose sums they hold, and keeps all as long as the widest.
  KEYS    those that there are already, in the order of time, then the wide ones, the widest last
  ARGV    1 how many the former are  2 how long each of them lasts, ms
          then for each wide one: the places of the first and of the last of those it holds
  Time    O(their sums)
]]
local narrow, lasts = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('PTTL', KEYS[#KEYS])
local isNew = kept < 0
for nth = 1, narrow do
  local left = redis.call('PTTL', KEYS[nth])
  -- As long as if it were the last of them.
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
