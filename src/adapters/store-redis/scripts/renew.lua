--[[
  Extends the lease of a lane.
  KEYS    1 call  2 due times, of one partition
  ARGV    1 id  2 node  3 new end of the lease
  Output  1; 0 if the node does not hold the lane
]]
local text = redis.call('HGET', KEYS[1], 'h')
local box = text and read_outbox(text, 0)
if not box or box.node ~= ARGV[2] then return 0 end
box.lease = ARGV[3]
write_outbox(KEYS[1], KEYS[2], ARGV[1], text, box)
return 1
