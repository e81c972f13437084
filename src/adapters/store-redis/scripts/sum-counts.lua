--[[
  Adds buckets up.
  KEYS    buckets
  Output  pairs of field and sum, in no order
  Time    O(fields of all of them)
]]
local sums, result = {}, {}
for _, key in ipairs(KEYS) do
  local fields = redis.call('HGETALL', key)
  for at = 1, #fields, 2 do sums[fields[at]] = (sums[fields[at]] or 0) + fields[at + 1] end
end
for field, sum in pairs(sums) do
  result[#result + 1] = field
  result[#result + 1] = string.format('%.0f', sum)
end
return result
