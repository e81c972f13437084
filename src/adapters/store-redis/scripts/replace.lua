--[[
  Compares and sets a text.
  KEYS    1 any
  ARGV    1 expected text  2 new text
  Output  1; 0 if the stored text differs
]]
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
