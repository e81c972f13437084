--[[
  Results of events: record, due time, commands, settled commands, trace entry and index entries of a call, each of them
  all or nothing (S1). Any number of them goes in one script, one after another.
  KEYS    of each commit in turn: 1 record  2 outbox  3 trace  4 due times, and where what calls are listed by may change
          5 numbers  6 awaited  7 endings  8 versions  9 order of ends  10 living calls of the project  11 of the flow
          12 ended calls of the project  13 of the flow; all of one slot
  ARGV    1 for each commit + where it has keys 5 to 13, - where it has not; then of each commit:
          1 record behind its head  2 trace entry
          3 "before due id settled node lease facts": sequence number that is stored, 0 for none; due time or -; all
            commands up to which number are settled; end of the node's lease; where there are keys 5 to 13, what the call
            is listed by
          4 commands, each a line "number json"
  Output  of each commit: '' when another writer was first (S2), 'listed' when nothing was done because keys 5 to 13 are
          needed, else what became of the lane: 'idle', 'mine' or 'theirs'; or '!' and the error with which Redis refused it
  Time    per commit a constant number of keys; O(log calls of the partition)

  What a script does costs less than what it is handed: Lua hashes every byte of every string, so no more is read than is
  needed, and numbers are written as strings, since Redis formats them anew.
]]
local call = redis.call

-- Keys of a commit, without and with those of what it is listed by; and where its two lists begin among these.
local FEW, ALL = 4, 13
local LIVE, ENDED = 10, 12

-- A place is greater than every one before it, also where those were forgotten or the clock was set back.
local function note_end(order, id)
  local place = string.format('%.0f', time_now())
  if call('ZCOUNT', order, place, '+inf') > 0 then
    place = string.format('%.0f', 1 + tonumber(call('ZRANGE', order, '-1', '-1', 'WITHSCORES')[2]))
  end
  call('ZADD', order, 'NX', place, id)
end

-- What is listed changes when a call begins, when it ends, and with what it awaits.
local function list_anew(k, id, facts, was, now)
  local waiting, endings = KEYS[k + 6], KEYS[k + 7]
  local lists, former = now.expires == '' and LIVE or ENDED, was.expires == '' and LIVE or ENDED
  if was.is_new then
    call('ZADD', KEYS[k + 5], '0', by_number(facts, id))
    call('HINCRBY', KEYS[k + 8], facts.version, '1')
  elseif former ~= lists then
    call('ZREM', KEYS[k + former], id)
    call('ZREM', KEYS[k + former + 1], id)
  end
  if was.is_new or former ~= lists then
    call('ZADD', KEYS[k + lists], facts.began, id)
    call('ZADD', KEYS[k + lists + 1], facts.began, id)
    if lists == ENDED then note_end(KEYS[k + 9], id) end
  end
  if was.expires ~= now.expires then
    if now.expires == '' then call('ZREM', endings, id) else call('ZADD', endings, now.expires, id) end
  end
  if was.awaits ~= now.awaits then
    if was.awaits ~= '' then call('ZREM', waiting, by_awaited(was.awaits, facts, id)) end
    if now.awaits ~= '' then call('ZADD', waiting, '0', by_awaited(now.awaits, facts, id)) end
  end
end

-- What the stored record's head says, where it is the one before this commit; nothing where it is not.
local function head_before(record, before)
  if before == '0' then
    if call('EXISTS', record) == 0 then return '', '' end
    return
  end
  -- Mostly the call lives and awaits nothing; then no more than its head need be looked at.
  if string.find(call('GETRANGE', record, '0', '20'), before .. '||\n', 1, true) == 1 then return '', '' end
  local last, expires, awaits = read_head(call('GET', record) or '')
  if last == before then return expires, awaits end
end

-- The outbox with this commit's commands in it and without those that are settled; and whether there was one.
local function box_after(outbox, new, settled)
  local text = call('GET', outbox)
  if not text then return new, false end
  local box = read_outbox(text, tonumber(settled))
  if box.node == new.node and tonumber(box.lease) < tonumber(new.lease) then box.lease = new.lease end
  if box.commands == '' then
    box.commands = new.commands
  elseif new.commands ~= '' then
    box.commands = box.commands .. '\n' .. new.commands
  end
  return box, true
end

-- What can go together does: each command costs about as much as what it does.
local function write_due(due, id, wake, lease)
  if wake and lease then
    call('ZADD', due, wake, 'w' .. id, lease, 'l' .. id)
  elseif wake then
    call('ZADD', due, wake, 'w' .. id)
  elseif lease then
    call('ZADD', due, lease, 'l' .. id)
  end
end

-- Keys and arguments are those behind the places k and a; there are so many keys.
local function commit(k, keys, a)
  local record, outbox, due = KEYS[k + 1], KEYS[k + 2], KEYS[k + 4]
  local before, wake, id, settled, node, lease, facts =
    string.match(ARGV[a + 3], '^(%S+) (%S+) (%S+) (%d+) (%S+) (%d+) ?(.*)$')
  local is_new = before == '0'
  local expired, awaited = head_before(record, before)
  if not expired then return '' end
  if keys == FEW and (is_new or expired ~= '' or awaited ~= '') then return 'listed' end

  local box, had_box = { node = node, lease = lease, commands = ARGV[a + 4] }, false
  if not is_new then box, had_box = box_after(outbox, box, settled) end
  local has_box = box.commands ~= ''
  call('RPUSH', KEYS[k + 3], ARGV[a + 2])
  if has_box then
    call('MSET', record, ARGV[a + 1], outbox, outbox_text(box))
  else
    call('SET', record, ARGV[a + 1])
    if had_box then call('DEL', outbox) end
  end
  write_due(due, id, wake ~= '-' and wake, has_box and box.lease)
  if wake == '-' and not is_new then call('ZREM', due, 'w' .. id) end
  if had_box and not has_box then call('ZREM', due, 'l' .. id) end

  if keys == ALL then
    local _, expires, awaits = read_head(ARGV[a + 1])
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
    -- A server that is no master any more refuses them all; the client looks for another one when the script fails.
    if string.find(refusal, '^READONLY') then return redis.error_reply(refusal) end
    answer = '!' .. refusal
  end
  answers[at] = answer
  k, a = k + keys, a + 4
end
return answers
