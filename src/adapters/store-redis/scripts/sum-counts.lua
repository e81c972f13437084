--[[
  Adds up buckets.
  KEYS    buckets
  Output  JSON: field to sum, as text
  Time    O(fields of all of them)
]]
local sums = {}
for _, key in ipairs(KEYS) do
  local fields = redis.call('HGETALL', key)
  for at = 1, #fields, 2 do sums[fields[at]] = (sums[fields[at]] or 0) + fields[at + 1] end
end
for field, sum in pairs(sums) do sums[field] = string.format('%.0f', sum) end
return cjson.encode(sums)
