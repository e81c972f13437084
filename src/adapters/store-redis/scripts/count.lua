--[[
  How many calls of a partition are listed.
  KEYS    1 index  2 versions
  ARGV    1 to 6 as for list.lua
  Output  the number
]]
local count = 0
for _, start in ipairs(ARGV[4] ~= '' and { ARGV[4] } or starts_of(KEYS[2], ARGV[1], ARGV[2], ARGV[3])) do
  count = count + redis.call('ZLEXCOUNT', KEYS[1], '[' .. start .. ARGV[5], '(' .. start .. ARGV[6])
end
return count
