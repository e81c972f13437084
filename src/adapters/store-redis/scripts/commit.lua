--[[
  One event's result: record, due time, commands, settled commands, trace entry and index entries, all or nothing (S1).
  KEYS    1 record  2 outbox  3 trace  4 due times, and where what calls are listed by may change
          5 index  6 awaited  7 endings  8 versions, all of one partition
  ARGV    1 record behind its head  2 trace entry
          3 "id node lease settled due": end of the node's lease, all commands up to which number are settled, due time or -
          4... commands, each "number json"
  Output  '' when another writer was first (S2), 'listed' when nothing was done because keys 5 to 8 are needed, else what
          became of the lane: 'idle', 'mine' or 'theirs'
  Time    a constant number of keys; O(log calls of the partition)
]]
local now = read_head(ARGV[1])
local id, node, lease, settled, wake = string.match(ARGV[3], '^(%S+) (%S+) (%d+) (%d+) (%S+)$')

-- The head is all that is needed of the record before.
local before = redis.call('GETRANGE', KEYS[1], 0, 511)
local was = before ~= '' and read_head(before) or { seq = 0, expires = '', awaits = '' }
if was.seq ~= now.seq - 1 then return '' end

-- What is listed changes when a call begins, when it ends, and with what it awaits.
local is_listed_anew = now.seq == 1 or was.expires ~= now.expires or was.awaits ~= now.awaits
if is_listed_anew and #KEYS == 4 then return 'listed' end

redis.call('SET', KEYS[1], ARGV[1])
redis.call('RPUSH', KEYS[3], ARGV[2])
if wake == '-' then
  redis.call('ZREM', KEYS[4], 'w' .. id)
else
  redis.call('ZADD', KEYS[4], wake, 'w' .. id)
end

local text = redis.call('GET', KEYS[2])
local lane = 'idle'
if text or #ARGV > 3 then
  local box = read_outbox(text)
  drop_settled(box, tonumber(settled))
  for i = 4, #ARGV do box.commands[#box.commands + 1] = ARGV[i] end
  if box.node == nil then
    box.node, box.lease = node, tonumber(lease)
  elseif box.node == node then
    box.lease = math.max(box.lease, tonumber(lease))
  end
  write_outbox(KEYS[2], KEYS[4], id, box)
  if #box.commands > 0 then lane = box.node == node and 'mine' or 'theirs' end
end

if is_listed_anew then
  local facts, expires, awaits = read_facts(now.facts), now.expires, now.awaits
  if now.seq == 1 then
    redis.call('ZADD', KEYS[5], 0, by_flow(facts, expires == '' and 'L' or 'E', id), 0, by_number(facts, id))
    redis.call('HINCRBY', KEYS[8], facts.version .. ' ' .. facts.flow, 1)
  elseif (was.expires == '') ~= (expires == '') then
    redis.call('ZREM', KEYS[5], by_flow(facts, was.expires == '' and 'L' or 'E', id))
    redis.call('ZADD', KEYS[5], 0, by_flow(facts, expires == '' and 'L' or 'E', id))
  end
  if was.expires ~= expires then
    if expires == '' then redis.call('ZREM', KEYS[7], id) else redis.call('ZADD', KEYS[7], expires, id) end
  end
  if was.awaits ~= awaits then
    if was.awaits ~= '' then redis.call('ZREM', KEYS[6], by_awaited(was.awaits, facts, id)) end
    if awaits ~= '' then redis.call('ZADD', KEYS[6], 0, by_awaited(awaits, facts, id)) end
  end
end
return lane
