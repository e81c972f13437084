--[[
  Writes a text where there is the one that was read.
  KEYS    1 any
  ARGV    1 what was read  2 what is written
  Output  1; 0 where there is something else
]]
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
