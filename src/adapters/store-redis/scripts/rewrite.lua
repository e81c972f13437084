--[[
  Puts a record into the place of the stored one with its sequence number; what it is listed by stays.
  KEYS    1 record
  ARGV    1 sequence number  2 record
  Output  1; 0 where there is none
]]
local before = redis.call('GET', KEYS[1])
if not before or read_head(before) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], string.match(before, '^[^\n]*\n') .. ARGV[2])
return 1
