--[[
  Opens a feed, or keeps it open.
  KEYS    1 feed, a stream
  ARGV    1 so long it is kept, ms
  Output  id of its last entry; a new one has an empty entry, which marks where it begins
]]
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('XADD', KEYS[1], '*', 't', '')
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][1]
