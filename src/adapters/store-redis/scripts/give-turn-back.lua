--[[
  Gives a turn back, which counts a little longer (TURNS-1).
  KEYS    1 turns that are not free, each by when it is
  ARGV    1 id of the turn  2 so long it counts, ms
]]
redis.call('ZADD', KEYS[1], 'XX', time_now() + tonumber(ARGV[2]), ARGV[1])
