--[[
  Stores a flow version, or extends its expiry.
  KEYS    1 flows by version  2 versions by expiry
  ARGV    1 version  2 flow  3 expiry
  Output  nothing
]]
redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], 'GT', ARGV[3], ARGV[1])
