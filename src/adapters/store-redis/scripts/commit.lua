--[[
  Results of events: record, due time, commands, settled commands, trace entry and index entries of a call, each of them
  all or nothing (S1). Any number of them goes in one script, one after another.
  KEYS    of each commit in turn: 1 record  2 outbox  3 trace  4 due times, and where what calls are listed by may change
          5 index  6 awaited  7 endings  8 versions  9 order of ends; all of one slot
  ARGV    1 of each commit in turn, how many keys and how many arguments it has; then those arguments:
          1 record behind its head  2 trace entry
          3 "due id settled node lease": due time or -, all commands up to which number are settled, end of the node's lease
          4 what the call is listed by, where keys 5 to 9 are there  5... commands, each "number json"
  Output  of each commit: '' when another writer was first (S2), 'listed' when nothing was done because keys 5 to 9 are
          needed, else what became of the lane: 'idle', 'mine' or 'theirs'; or '!' and the error with which Redis refused it
  Time    per commit a constant number of keys; O(log calls of the partition)
]]

-- A place is greater than every one before it, also where those were forgotten or the clock was set back.
local function note_end(order, id)
  local last = redis.call('ZRANGE', order, -1, -1, 'WITHSCORES')[2]
  local place = math.max(time_now(), 1 + tonumber(last or 0))
  redis.call('ZADD', order, 'NX', string.format('%.0f', place), id)
end

-- What is listed changes when a call begins, when it ends, and with what it awaits.
local function list_anew(k, id, facts, was, now)
  local index, waiting, endings, versions = KEYS[k + 5], KEYS[k + 6], KEYS[k + 7], KEYS[k + 8]
  local state, former = now.expires == '' and 'L' or 'E', was.expires == '' and 'L' or 'E'
  if was.is_new then
    local of_project, of_flow = by_state(facts, state, id)
    redis.call('ZADD', index, 0, of_project, 0, of_flow, 0, by_number(facts, id))
    redis.call('HINCRBY', versions, facts.version .. ' ' .. facts.flow, 1)
  elseif former ~= state then
    local of_project, of_flow = by_state(facts, state, id)
    redis.call('ZREM', index, by_state(facts, former, id))
    redis.call('ZADD', index, 0, of_project, 0, of_flow)
  end
  if state == 'E' and (was.is_new or former ~= state) then note_end(KEYS[k + 9], id) end
  if was.expires ~= now.expires then
    if now.expires == '' then redis.call('ZREM', endings, id) else redis.call('ZADD', endings, now.expires, id) end
  end
  if was.awaits ~= now.awaits then
    if was.awaits ~= '' then redis.call('ZREM', waiting, by_awaited(was.awaits, facts, id)) end
    if now.awaits ~= '' then redis.call('ZADD', waiting, 0, by_awaited(now.awaits, facts, id)) end
  end
end

-- The outbox with this commit's commands in it and without those that are settled.
local function box_after(text, a, args)
  local box = read_outbox(text)
  if not text and args == 4 then return box end
  local settled, node, lease = string.match(ARGV[a + 3], ' (%d+) (%S+) (%d+)$')
  drop_settled(box, tonumber(settled))
  for i = a + 5, a + args do box.commands[#box.commands + 1] = ARGV[i] end
  if box.node == nil then
    box.node, box.lease = node, lease
  elseif box.node == node and tonumber(box.lease) < tonumber(lease) then
    box.lease = lease
  end
  if #box.commands > 0 then box.lane = box.node == node and 'mine' or 'theirs' end
  return box
end

-- Keys and arguments are those behind the places k and a; there are so many of them.
local function commit(k, keys, a, args)
  local record, outbox, trace, due = KEYS[k + 1], KEYS[k + 2], KEYS[k + 3], KEYS[k + 4]
  local seq, expires, awaits = read_head(ARGV[a + 1])
  local wake, id = string.match(ARGV[a + 3], '^(%S+) (%S+)')

  local before, text = unpack(redis.call('MGET', record, outbox))
  local last, expired, awaited = 0, '', ''
  if before then last, expired, awaited = read_head(before) end
  if last + 1 ~= tonumber(seq) then return '' end
  local is_listed_anew = not before or expired ~= expires or awaited ~= awaits
  if is_listed_anew and keys == 4 then return 'listed' end

  -- What can go together does: each command costs about as much as what it does.
  local box = box_after(text, a, args)
  local scores, gone = {}, {}
  if wake ~= '-' then scores = { wake, 'w' .. id } elseif before then gone = { 'w' .. id } end
  redis.call('RPUSH', trace, ARGV[a + 2])
  if box.lane then
    redis.call('MSET', record, ARGV[a + 1], outbox, outbox_text(box))
    scores[#scores + 1], scores[#scores + 2] = box.lease, 'l' .. id
  else
    redis.call('SET', record, ARGV[a + 1])
    if text then
      redis.call('DEL', outbox)
      gone[#gone + 1] = 'l' .. id
    end
  end
  if #scores > 0 then redis.call('ZADD', due, unpack(scores)) end
  if #gone > 0 then redis.call('ZREM', due, unpack(gone)) end

  if is_listed_anew then
    local was = { is_new = not before, expires = expired, awaits = awaited }
    list_anew(k, id, read_facts(ARGV[a + 4]), was, { expires = expires, awaits = awaits })
  end
  return box.lane or 'idle'
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
