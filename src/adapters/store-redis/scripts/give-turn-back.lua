--[[
  Returns a turn, which becomes free after a rest (TURNS-1).
  KEYS    1 turns in use, by the time at which they become free
  ARGV    1 id of the turn  2 rest, ms
]]
redis.call('ZADD', KEYS[1], 'XX', time_now() + tonumber(ARGV[2]), ARGV[1])
