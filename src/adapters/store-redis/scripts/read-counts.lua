--[[
  Reads buckets. One text, in the form that is wanted, is what a node reads fastest.
  KEYS    buckets
  Output  JSON: for each, version to name to sum; exact up to 10^14
  Time    O(fields of all of them)
]]
local buckets = {}
for nth, key in ipairs(KEYS) do
  local fields, versions = redis.call('HGETALL', key), {}
  for at = 1, #fields, 2 do
    local field = fields[at]
    local space = string.find(field, ' ', 1, true)
    local version = string.sub(field, 1, space - 1)
    local sums = versions[version] or {}
    versions[version] = sums
    sums[string.sub(field, space + 1)] = tonumber(fields[at + 1])
  end
  buckets[nth] = versions
end
return cjson.encode(buckets)
