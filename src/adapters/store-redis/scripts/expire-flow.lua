--[[
  Deletes a flow version on which no stored call started, unless a node has extended its expiry meanwhile.
  KEYS    1 flows by version  2 versions by expiry
  ARGV    1 version  2 now
  Output  nothing
]]
local kept = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or nil)
if kept == nil or kept > tonumber(ARGV[2]) then return end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
