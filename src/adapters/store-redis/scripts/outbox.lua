-- Put before every script that reads an outbox.
--
-- The outbox of a call is one string, there exactly while it holds commands: a line with the node that holds the lane
-- and the end of its lease (a string of digits), then one line per command, its number before its JSON, in order.
-- Here its commands stay one string: strings are what scripts pay for most.

-- Without the commands up to a number.
local function read_outbox(text, settled)
  local node, lease, at = string.match(text, '^(%S+) (%d+)\n()')
  while at and tonumber(string.match(text, '^%d+', at)) <= settled do
    local line_end = string.find(text, '\n', at, true)
    at = line_end and line_end + 1
  end
  return { node = node, lease = lease, commands = at and string.sub(text, at) or '' }
end

local function outbox_text(box)
  return box.node .. ' ' .. box.lease .. '\n' .. box.commands
end

-- Writes the outbox and, as a due time, the end of its lease; takes both away when nothing is left.
local function write_outbox(outbox_key, due_key, id, box)
  if box.commands == '' then
    redis.call('DEL', outbox_key)
    redis.call('ZREM', due_key, 'l' .. id)
    return
  end
  redis.call('SET', outbox_key, outbox_text(box))
  redis.call('ZADD', due_key, box.lease, 'l' .. id)
end
