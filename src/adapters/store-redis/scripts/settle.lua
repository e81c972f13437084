--[[
  Removes all commands up to a number from the outbox.
  KEYS    1 call  2 due times, of one partition
  ARGV    1 id  2 number  3 node
  Output  the remaining commands, each a line "number json"; '' if the node does not hold the lane
]]
local text = redis.call('HGET', KEYS[1], 'h')
if not text then return '' end
local before, box = read_outbox(text, 0), read_outbox(text, tonumber(ARGV[2]))
if not box or box.node ~= ARGV[3] then return '' end
if box.commands ~= before.commands then write_outbox(KEYS[1], KEYS[2], ARGV[1], text, box) end
return box.commands
