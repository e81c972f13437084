--[[
  Commits the results of events: record, due time, commands, settled commands, trace entry and list entries of a call, each
  commit all or nothing (STORE-1). A script runs any number of commits in order.
  KEYS    of each commit in turn: 1 call  2 due times, and if its list entries may change 3 numbers  4 awaited
          5 expiry of ended calls  6 versions  7 order of ends  8 live calls of the project  9 of the flow  10 ended calls of the
          project  11 of the flow; all of one slot
  ARGV    1 for each commit + if it has keys 3 to 11, else -; then of each commit:
          1 first line of the head  2 record  3 trace entry
          4 commands, each a line "number json"
          5 "seq due id settled node lease facts": sequence number of the record; due time or -; number up to which commands are
            settled; end of the node's lease; with keys 3 to 11, the facts by which the call is listed
  Output  of each commit: '' if another writer was first (STORE-2), 'listed' if nothing was done because keys 3 to 11 are
          needed, else the state of the lane: 'idle', 'mine' or 'theirs'; or '!' and the error with which Redis rejected it
  Time    per commit a constant number of keys; O(log calls of the partition)

  The main cost is the input: Lua hashes every byte of every string. Therefore nothing is read that is not needed, and numbers
  are passed as strings, because Redis would format them again.
]]
local call = redis.call

-- Number of keys of a commit, without and with those of its lists; and the positions of the lists.
local FEW, ALL = 2, 11
local LIVE, ENDED = 8, 10

-- A position is greater than all earlier ones, even if the clock was set back.
local function note_end(order, id)
  local place = time_now()
  local last = call('ZRANGE', order, '-1', '-1', 'WITHSCORES')[2]
  if last and tonumber(last) >= place then place = 1 + tonumber(last) end
  call('ZADD', order, 'NX', string.format('%.0f', place), id)
end

-- List entries change when a call starts, when it ends, and when what it awaits changes.
local function list_anew(k, id, facts, was, now)
  local waiting, endings = KEYS[k + 4], KEYS[k + 5]
  local lists, former = now.expires == '' and LIVE or ENDED, was.expires == '' and LIVE or ENDED
  if was.is_new then
    call('ZADD', KEYS[k + 3], '0', entry_of(facts.number, facts, id))
    if facts.campaign ~= '' then call('ZADD', KEYS[k + 3], '0', entry_of(facts.campaign, facts, id)) end
    call('HINCRBY', KEYS[k + 6], facts.version, '1')
  elseif former ~= lists then
    call('ZREM', KEYS[k + former], id)
    call('ZREM', KEYS[k + former + 1], id)
  end
  if was.is_new or former ~= lists then
    call('ZADD', KEYS[k + lists], facts.began, id)
    call('ZADD', KEYS[k + lists + 1], facts.began, id)
    if lists == ENDED then note_end(KEYS[k + 7], id) end
  end
  if was.expires ~= now.expires then
    if now.expires == '' then call('ZREM', endings, id) else call('ZADD', endings, now.expires, id) end
  end
  if was.awaits ~= now.awaits then
    if was.awaits ~= '' then call('ZREM', waiting, entry_of(was.awaits, facts, id)) end
    if now.awaits ~= '' then call('ZADD', waiting, '0', entry_of(now.awaits, facts, id)) end
  end
end

-- Returns the head if the last event is the one before this one; otherwise nothing.
local function read_before(key, seq)
  local before = string.format('%.0f', tonumber(seq) - 1)
  local stored = call('HMGET', key, before, seq, 'h')
  if stored[2] or (before ~= '0' and not stored[1]) then return end
  return stored[3] or ''
end

-- Returns the outbox with this commit's commands and without settled ones, and whether there was an outbox before.
local function box_after(text, new, settled)
  local box = read_outbox(text, tonumber(settled))
  if not box then return new, false end
  if box.node == new.node and tonumber(box.lease) < tonumber(new.lease) then box.lease = new.lease end
  if box.commands == '' then
    box.commands = new.commands
  elseif new.commands ~= '' then
    box.commands = box.commands .. '\n' .. new.commands
  end
  return box, true
end

-- Combines writes, because the overhead of a command is about as high as its work.
local function write_due(due, id, wake, lease)
  if wake and lease then
    call('ZADD', due, wake, 'w' .. id, lease, 'l' .. id)
  elseif wake then
    call('ZADD', due, wake, 'w' .. id)
  elseif lease then
    call('ZADD', due, lease, 'l' .. id)
  end
end

-- Keys and arguments start after the positions k and a; `keys` is the number of keys.
local function commit(k, keys, a)
  local key, due = KEYS[k + 1], KEYS[k + 2]
  local head, record, trace, commands = ARGV[a + 1], ARGV[a + 2], ARGV[a + 3], ARGV[a + 4]
  local seq, wake, id, settled, node, lease, facts =
    string.match(ARGV[a + 5], '^(%d+) (%S+) (%S+) (%d+) (%S+) (%d+) ?(.*)$')
  local is_new = seq == '1'
  local text = read_before(key, seq)
  if not text then return '' end
  local expired, awaited = read_head(text)
  if keys == FEW and (is_new or expired ~= '' or awaited ~= '') then return 'listed' end

  local box, had_box = box_after(text, { node = node, lease = lease, commands = commands }, settled)
  local has_box = box.commands ~= ''
  local after = head_text(head, box)
  if after ~= '' then
    call('HSET', key, 'r', record, seq, trace, 'h', after)
  else
    call('HSET', key, 'r', record, seq, trace)
    if text ~= '' then call('HDEL', key, 'h') end
  end
  write_due(due, id, wake ~= '-' and wake, has_box and box.lease)
  if wake == '-' and not is_new then call('ZREM', due, 'w' .. id) end
  if had_box and not has_box then call('ZREM', due, 'l' .. id) end

  if keys == ALL then
    local expires, awaits = read_head(head)
    local was = { is_new = is_new, expires = expired, awaits = awaited }
    list_anew(k, id, read_facts(facts), was, { expires = expires, awaits = awaits })
  end
  if not has_box then return 'idle' end
  return box.node == node and 'mine' or 'theirs'
end

local answers = {}
local k, a = 0, 1
for at = 1, #ARGV[1] do
  local keys = string.sub(ARGV[1], at, at) == '+' and ALL or FEW
  local is_done, answer = pcall(commit, k, keys, a)
  if not is_done then
    local refusal = type(answer) == 'table' and answer.err or tostring(answer)
    -- A server that is no longer master rejects all commits; the client looks for the master when the script fails.
    if string.find(refusal, '^READONLY') then return redis.error_reply(refusal) end
    answer = '!' .. refusal
  end
  answers[at] = answer
  k, a = k + keys, a + 5
end
return answers
