--[[
  Hands a due call to one node: hides what made it due, and takes its lane if the lease of that has run out (S4, S5).
  KEYS    1 record  2 outbox  3 due times, of one partition
  ARGV    1 id  2 now  3 until when it is hidden  4 node
  Output  { record, outbox or '', 1 if the lane was taken, else 0 }; nothing where another node was first
]]
local id, now, hidden = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local wake = tonumber(redis.call('ZSCORE', KEYS[3], 'w' .. id) or nil)
local lease = tonumber(redis.call('ZSCORE', KEYS[3], 'l' .. id) or nil)
local is_due = wake ~= nil and wake <= now
local is_stalled = lease ~= nil and lease <= now
if not is_due and not is_stalled then return false end
if is_due then redis.call('ZADD', KEYS[3], hidden, 'w' .. id) end
if is_stalled then
  local box = read_outbox(redis.call('GET', KEYS[2]) or '', 0)
  box.node, box.lease = ARGV[4], hidden
  write_outbox(KEYS[2], KEYS[3], id, box)
end
return { redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2]) or '', is_stalled and 1 or 0 }
