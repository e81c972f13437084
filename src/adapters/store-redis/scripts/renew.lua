--[[
  Gives the lease of a lane another end.
  KEYS    1 outbox  2 due times, of one partition
  ARGV    1 id  2 node  3 the lease's end
  Output  1; 0 where the node does not hold the lane
]]
local text = redis.call('GET', KEYS[1])
if not text then return 0 end
local box = read_outbox(text, 0)
if box.node ~= ARGV[2] then return 0 end
box.lease = ARGV[3]
write_outbox(KEYS[1], KEYS[2], ARGV[1], box)
return 1
