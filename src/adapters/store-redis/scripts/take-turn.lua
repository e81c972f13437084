--[[
  Takes a turn of a limit, if one is free (TURNS-1).
  KEYS    1 turns that are not free, each by when it is
  ARGV    1 id of the turn  2 how many there are  3 so long one counts when given back  4 so long when it is not, ms
  Output  0, or after how many ms to ask again
]]
local now, rest, longest = time_now(), tonumber(ARGV[3]), tonumber(ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
-- Nothing counts longer, unless the clock was set back.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now + longest), '+inf')
if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[1], now + longest, ARGV[1])
  redis.call('PEXPIRE', KEYS[1], longest)
  return 0
end
-- One that is given back from now on is free no sooner than after its rest.
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return math.max(1, math.min(tonumber(first[2]) - now, rest))
