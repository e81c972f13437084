--[[
  All commands up to a number need nothing more.
  KEYS    1 outbox  2 due times, of one partition
  ARGV    1 id  2 number  3 node
  Output  the commands that are left, each a line "number json"; '' where the node does not hold the lane
]]
local text = redis.call('GET', KEYS[1])
if not text then return '' end
local box = read_outbox(text, tonumber(ARGV[2]))
if box.node ~= ARGV[3] then return '' end
if outbox_text(box) ~= text then write_outbox(KEYS[1], KEYS[2], ARGV[1], box) end
return box.commands
