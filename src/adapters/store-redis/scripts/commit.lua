--[[
  One event's result: record, due time, commands, settled commands, trace entry and index entries, all or nothing (S1).
  KEYS    1 record  2 outbox  3 trace  4 due times  5 index  6 awaited  7 endings  8 versions, all of one partition
  ARGV    1 id  2 sequence number of the record  3 head of the record  4 record  5 trace entry
          6 node  7 end of its lease  8 all commands up to this number are settled
          9 due time or ''  10 when it may be forgotten or ''  11 what it awaits or ''  12... commands, each "number json"
  Output  '' when another writer was first (S2), else what became of the lane: 'idle', 'mine' or 'theirs'
  Time    a constant number of keys; O(log calls of the partition)
]]
local id, seq, node = ARGV[1], tonumber(ARGV[2]), ARGV[6]
local wake, expires, awaits = ARGV[9], ARGV[10], ARGV[11]

-- The head is all that is needed of the record before.
local before = redis.call('GETRANGE', KEYS[1], 0, 511)
local was = before ~= '' and read_head(before) or { seq = 0, expires = '', awaits = '' }
if was.seq ~= seq - 1 then return '' end

redis.call('SET', KEYS[1], ARGV[3] .. ARGV[4])
redis.call('RPUSH', KEYS[3], ARGV[5])
if wake == '' then
  redis.call('ZREM', KEYS[4], 'w' .. id)
else
  redis.call('ZADD', KEYS[4], wake, 'w' .. id)
end

local text = redis.call('GET', KEYS[2])
local lane = 'idle'
if text or #ARGV > 11 then
  local box = read_outbox(text)
  drop_settled(box, tonumber(ARGV[8]))
  for i = 12, #ARGV do box.commands[#box.commands + 1] = ARGV[i] end
  local lease = tonumber(ARGV[7])
  if box.node == nil then
    box.node, box.lease = node, lease
  elseif box.node == node then
    box.lease = math.max(box.lease, lease)
  end
  write_outbox(KEYS[2], KEYS[4], id, box)
  if #box.commands > 0 then lane = box.node == node and 'mine' or 'theirs' end
end

-- What is listed changes when a call begins, when it ends, and with what it awaits.
if seq == 1 or was.expires ~= expires or was.awaits ~= awaits then
  local facts = read_facts(read_head(ARGV[3]).facts)
  if seq == 1 then
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
