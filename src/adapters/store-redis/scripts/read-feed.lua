--[[
  Reads the entries after an entry of a feed.
  KEYS    1 feed, a stream
  ARGV    1 id of the entry  2 maximum number
  Output  pairs of id and text, in order; nothing if the entry no longer exists, because others may be missing too
]]
if #redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1]) == 0 then
  return false
end
local found = {}
for number, entry in ipairs(redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', ARGV[2])) do
  found[number] = { entry[1], entry[2][2] }
end
return found
