-- Put before every script that reads an outbox.
--
-- The outbox of a call is one string, there exactly while it holds commands: a line with the node that holds the lane
-- and the end of its lease (a string of digits), then one line per command, its number before its JSON, in order.

local function read_outbox(text)
  local box = { commands = {} }
  if not text then return box end
  local head = true
  for line in string.gmatch(text, '[^\n]+') do
    if head then
      local node, lease = string.match(line, '^(%S+) (%d+)$')
      box.node, box.lease, head = node, lease, false
    else
      box.commands[#box.commands + 1] = line
    end
  end
  return box
end

local function number_of(line)
  return tonumber(string.match(line, '^%d+'))
end

local function drop_settled(box, settled)
  local left = {}
  for _, line in ipairs(box.commands) do
    if number_of(line) > settled then left[#left + 1] = line end
  end
  box.commands = left
end

local function outbox_text(box)
  return box.node .. ' ' .. box.lease .. '\n' .. table.concat(box.commands, '\n')
end

-- Writes the outbox and, as a due time, the end of its lease; takes both away when nothing is left.
local function write_outbox(outbox_key, due_key, id, box)
  if #box.commands == 0 then
    redis.call('DEL', outbox_key)
    redis.call('ZREM', due_key, 'l' .. id)
    return
  end
  redis.call('SET', outbox_key, outbox_text(box))
  redis.call('ZADD', due_key, box.lease, 'l' .. id)
end
