--[[
  Opens a feed, or keeps it open.
  KEYS    1 feed, a stream
  ARGV    1 time to live, ms  2 a random number, so that no other feed of the same millisecond starts with this id
  Output  id of its last entry; a new feed has an empty entry that marks its start
]]
if redis.call('EXISTS', KEYS[1]) == 0 then
  local now = redis.call('TIME')
  redis.call('XADD', KEYS[1], string.format('%d-%s', now[1] * 1000 + math.floor(now[2] / 1000), ARGV[2]), 't', '')
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][1]
