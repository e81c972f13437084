--[[
  Reads buckets, as one text, which a node parses fastest.
  KEYS    buckets
  Output  JSON: for each, field to sum, as text
  Time    O(fields of all of them)
]]
local buckets = {}
for nth, key in ipairs(KEYS) do
  local fields, sums = redis.call('HGETALL', key), {}
  for at = 1, #fields, 2 do sums[fields[at]] = fields[at + 1] end
  buckets[nth] = sums
end
return cjson.encode(buckets)
