-- Put before every script that reads what is kept of a call. That is one hash:
--
--   r      record, JSON
--   1 …    trace: what each event did, JSON, by sequence number; the last of them is that of the record
--   h      what else scripts need to know, where there is something: a line "when it may be forgotten|what it awaits", or an
--          empty one where it does neither, and behind it the outbox: a line with the node that holds the lane and the end of
--          its lease (a string of digits), then one line per command, its number before its JSON, in order
--
-- Commands stay one string here: strings are what scripts pay for most.

local function read_head(text)
  local expires, awaits = string.match(text, '^(%d*)|([^\n]*)')
  return expires or '', awaits or ''
end

-- The outbox without the commands up to a number; nothing where there are none.
local function read_outbox(text, settled)
  local node, lease, at = string.match(text, '\n(%S+) (%d+)\n()')
  if not node then return end
  while at and tonumber(string.match(text, '^%d+', at)) <= settled do
    local line_end = string.find(text, '\n', at, true)
    at = line_end and line_end + 1
  end
  return { node = node, lease = lease, commands = at and string.sub(text, at) or '' }
end

-- The first line, and the outbox behind it.
local function head_text(line, box)
  if box.commands == '' then return line end
  return line .. '\n' .. box.node .. ' ' .. box.lease .. '\n' .. box.commands
end

-- Writes the outbox behind the first line of what is stored and, as a due time, the end of its lease; takes both away when
-- nothing is left.
local function write_outbox(call_key, due_key, id, text, box)
  local head = head_text(string.match(text, '^[^\n]*'), box)
  if head == '' then redis.call('HDEL', call_key, 'h') else redis.call('HSET', call_key, 'h', head) end
  if box.commands == '' then
    redis.call('ZREM', due_key, 'l' .. id)
  else
    redis.call('ZADD', due_key, box.lease, 'l' .. id)
  end
end
