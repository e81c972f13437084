--[[
  Keeps a version of a flow until a time at least.
  KEYS    1 flows by version  2 versions by the time until which they are kept
  ARGV    1 version  2 flow  3 until when
  Output  nothing
]]
redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], 'GT', ARGV[3], ARGV[1])
