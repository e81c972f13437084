--[[
  Assigns a due call to one node: postpones its due time, and takes its lane if the lease has expired (STORE-4, STORE-5).
  KEYS    1 call  2 due times, of one partition
  ARGV    1 id  2 now  3 new due time  4 node
  Output  { record, head, 1 if the lane was taken, else 0 }; nothing if another node was first
]]
local id, now, hidden = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local wake = tonumber(redis.call('ZSCORE', KEYS[2], 'w' .. id) or nil)
local lease = tonumber(redis.call('ZSCORE', KEYS[2], 'l' .. id) or nil)
local is_due = wake ~= nil and wake <= now
local is_stalled = lease ~= nil and lease <= now
if not is_due and not is_stalled then return false end
if is_due then redis.call('ZADD', KEYS[2], hidden, 'w' .. id) end
if is_stalled then
  local text = redis.call('HGET', KEYS[1], 'h')
  local box = text and read_outbox(text, 0)
  if box then
    box.node, box.lease = ARGV[4], hidden
    write_outbox(KEYS[1], KEYS[2], id, text, box)
  else
    redis.call('ZREM', KEYS[2], 'l' .. id)
  end
end
local stored = redis.call('HMGET', KEYS[1], 'r', 'h')
return { stored[1], stored[2] or '', is_stalled and 1 or 0 }
