--[[
  Takes a turn of a rate limit, if one is free (TURNS-1).
  KEYS    1 turns in use, by the time at which they become free
  ARGV    1 id of the turn  2 number of turns  3 rest of a returned turn, ms  4 maximum time of a turn, ms
  Output  0, or the time after which to retry, ms
]]
local now, rest, longest = time_now(), tonumber(ARGV[3]), tonumber(ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
-- Later times exist only if the clock was set back.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now + longest), '+inf')
if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[1], now + longest, ARGV[1])
  redis.call('PEXPIRE', KEYS[1], longest)
  return 0
end
-- A turn returned from now on becomes free only after its rest.
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return math.max(1, math.min(tonumber(first[2]) - now, rest))
