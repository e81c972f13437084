-- Included in every script that reads a call, which is one hash:
--
--   r      record, JSON
--   1 …    trace: the entry of each event, JSON, by sequence number; the last one is that of the record
--   h      head, if not empty: a line "expiry|what it awaits", or an empty line if it has neither, then the outbox: a line with
--          the node that holds the lane and the end of its lease (digits), then one line "number json" per command, in order
--
-- Commands stay one string, because strings are the main cost of scripts.

local function read_head(text)
  local expires, awaits = string.match(text, '^(%d*)|([^\n]*)')
  return expires or '', awaits or ''
end

-- Returns the outbox without the commands up to a number; nothing if there is no outbox.
local function read_outbox(text, settled)
  local node, lease, at = string.match(text, '\n(%S+) (%d+)\n()')
  if not node then return end
  while at and tonumber(string.match(text, '^%d+', at)) <= settled do
    local line_end = string.find(text, '\n', at, true)
    at = line_end and line_end + 1
  end
  return { node = node, lease = lease, commands = at and string.sub(text, at) or '' }
end

-- Renders the head: the first line and the outbox.
local function head_text(line, box)
  if box.commands == '' then return line end
  return line .. '\n' .. box.node .. ' ' .. box.lease .. '\n' .. box.commands
end

-- Writes the outbox after the first line of the stored head and, as a due time, the end of its lease; removes both if no command
-- is left.
local function write_outbox(call_key, due_key, id, text, box)
  local head = head_text(string.match(text, '^[^\n]*'), box)
  if head == '' then redis.call('HDEL', call_key, 'h') else redis.call('HSET', call_key, 'h', head) end
  if box.commands == '' then
    redis.call('ZREM', due_key, 'l' .. id)
  else
    redis.call('ZADD', due_key, box.lease, 'l' .. id)
  end
end
