--[[
  Replaces the record with this sequence number; list entries do not change.
  KEYS    1 call
  ARGV    1 sequence number  2 record
  Output  1; 0 if the stored record has another sequence number
]]
local stored = redis.call('HMGET', KEYS[1], ARGV[1], string.format('%.0f', tonumber(ARGV[1]) + 1))
if not stored[1] or stored[2] then return 0 end
redis.call('HSET', KEYS[1], 'r', ARGV[2])
return 1
