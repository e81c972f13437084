--[[
  Puts a record into the place of the stored one with its sequence number; what it is listed by stays.
  KEYS    1 call
  ARGV    1 sequence number  2 record
  Output  1; 0 where there is none
]]
local stored = redis.call('HMGET', KEYS[1], ARGV[1], string.format('%.0f', tonumber(ARGV[1]) + 1))
if not stored[1] or stored[2] then return 0 end
redis.call('HSET', KEYS[1], 'r', ARGV[2])
return 1
