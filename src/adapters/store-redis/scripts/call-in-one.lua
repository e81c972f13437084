--[[
  Puts what layouts 1 to 3 had of a call under three keys under the one of today.
  KEYS    1 then the record behind a line, now the call  2 outbox  3 trace, a list
  Output  nothing
]]
-- Another node may have done it.
if redis.call('TYPE', KEYS[1]).ok ~= 'string' then return end
local line, record = string.match(redis.call('GET', KEYS[1]), '^([^\n]*)\n(.*)$')
local outbox = redis.call('GET', KEYS[2])
local trace = redis.call('LRANGE', KEYS[3], 0, -1)
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3])
-- Sequence number, when it may be forgotten, what it awaits; layout 1 had what the call is listed by behind these.
local seq, head = string.match(line, '^(%d*)|(%d*|[^|]*)')
if head == '|' then head = '' end
if outbox then head = head .. '\n' .. outbox end
redis.call('HSET', KEYS[1], 'r', record)
if head ~= '' then redis.call('HSET', KEYS[1], 'h', head) end
-- The last entry is that of the record.
for at, entry in ipairs(trace) do
  redis.call('HSET', KEYS[1], string.format('%.0f', tonumber(seq) - #trace + at), entry)
end
