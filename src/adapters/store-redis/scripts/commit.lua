--[[
  Results of events: record, due time, commands, settled commands, trace entry and index entries of a call, each of them
  all or nothing (S1). Any number of them goes in one script, one after another.
  KEYS    of each commit in turn: 1 record  2 outbox  3 trace  4 due times, and where what calls are listed by may change
          5 index  6 awaited  7 endings  8 versions; all of one slot
  ARGV    1 of each commit in turn, how many keys and how many arguments it has; then those arguments:
          1 record behind its head  2 trace entry
          3 "id node lease settled due": end of the node's lease, all commands up to which number are settled, due time or -
          4... commands, each "number json"
  Output  of each commit: '' when another writer was first (S2), 'listed' when nothing was done because keys 5 to 8 are
          needed, else what became of the lane: 'idle', 'mine' or 'theirs'; or '!' and the error with which Redis refused it
  Time    per commit a constant number of keys; O(log calls of the partition)
]]

-- Keys and arguments are those behind the places k and a; there are so many of them.
local function commit(k, keys, a, args)
  local record, outbox, trace, due = KEYS[k + 1], KEYS[k + 2], KEYS[k + 3], KEYS[k + 4]
  local now = read_head(ARGV[a + 1])
  local id, node, lease, settled, wake = string.match(ARGV[a + 3], '^(%S+) (%S+) (%d+) (%d+) (%S+)$')

  -- The head is all that is needed of the record before.
  local before = redis.call('GETRANGE', record, 0, 511)
  local was = before ~= '' and read_head(before) or { seq = 0, expires = '', awaits = '' }
  if was.seq ~= now.seq - 1 then return '' end

  -- What is listed changes when a call begins, when it ends, and with what it awaits.
  local is_listed_anew = now.seq == 1 or was.expires ~= now.expires or was.awaits ~= now.awaits
  if is_listed_anew and keys == 4 then return 'listed' end

  redis.call('SET', record, ARGV[a + 1])
  redis.call('RPUSH', trace, ARGV[a + 2])
  if wake == '-' then
    redis.call('ZREM', due, 'w' .. id)
  else
    redis.call('ZADD', due, wake, 'w' .. id)
  end

  local text = redis.call('GET', outbox)
  local lane = 'idle'
  if text or args > 3 then
    local box = read_outbox(text)
    drop_settled(box, tonumber(settled))
    for i = a + 4, a + args do box.commands[#box.commands + 1] = ARGV[i] end
    if box.node == nil then
      box.node, box.lease = node, tonumber(lease)
    elseif box.node == node then
      box.lease = math.max(box.lease, tonumber(lease))
    end
    write_outbox(outbox, due, id, box)
    if #box.commands > 0 then lane = box.node == node and 'mine' or 'theirs' end
  end

  if is_listed_anew then
    local index, awaited, endings, versions = KEYS[k + 5], KEYS[k + 6], KEYS[k + 7], KEYS[k + 8]
    local facts, expires, awaits = read_facts(now.facts), now.expires, now.awaits
    if now.seq == 1 then
      redis.call('ZADD', index, 0, by_flow(facts, expires == '' and 'L' or 'E', id), 0, by_number(facts, id))
      redis.call('HINCRBY', versions, facts.version .. ' ' .. facts.flow, 1)
    elseif (was.expires == '') ~= (expires == '') then
      redis.call('ZREM', index, by_flow(facts, was.expires == '' and 'L' or 'E', id))
      redis.call('ZADD', index, 0, by_flow(facts, expires == '' and 'L' or 'E', id))
    end
    if was.expires ~= expires then
      if expires == '' then redis.call('ZREM', endings, id) else redis.call('ZADD', endings, expires, id) end
    end
    if was.awaits ~= awaits then
      if was.awaits ~= '' then redis.call('ZREM', awaited, by_awaited(was.awaits, facts, id)) end
      if awaits ~= '' then redis.call('ZADD', awaited, 0, by_awaited(awaits, facts, id)) end
    end
  end
  return lane
end

local answers = {}
local k, a = 0, 1
for keys, args in string.gmatch(ARGV[1], '(%d+) (%d+)') do
  keys, args = tonumber(keys), tonumber(args)
  local is_done, answer = pcall(commit, k, keys, a, args)
  if not is_done then
    local refusal = type(answer) == 'table' and answer.err or tostring(answer)
    -- A server that is no master any more refuses them all; the client looks for another one when the script fails.
    if string.find(refusal, '^READONLY') then return redis.error_reply(refusal) end
    answer = '!' .. refusal
  end
  answers[#answers + 1] = answer
  k, a = k + keys, a + args
end
return answers
