--[[
  Forgets a version of a flow that no stored call began on, unless a node has said meanwhile that it is needed.
  KEYS    1 flows by version  2 versions by the time until which they are kept
  ARGV    1 version  2 now
  Output  nothing
]]
local kept = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or nil)
if kept == nil or kept > tonumber(ARGV[2]) then return end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
