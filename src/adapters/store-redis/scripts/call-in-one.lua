--[[
  Merges the three keys that layouts 1 to 3 had per call into one, that of its record.
  KEYS    1 record after a header line, which becomes the call  2 outbox  3 trace, a list
  Output  1, also if another node has done it; 0 if this is not a call
]]
if redis.call('TYPE', KEYS[1]).ok ~= 'string' then return 1 end
local line, record = string.match(redis.call('GET', KEYS[1]), '^([^\n]*)\n(.*)$')
-- Sequence number, expiry, what it awaits; in layout 1 followed by the facts by which the call is listed.
local seq, head = string.match(line or '', '^(%d+)|(%d*|[^|]*)')
local has_fitting_keys = redis.call('TYPE', KEYS[3]).ok == 'list' and redis.call('TYPE', KEYS[2]).ok ~= 'list'
if not seq or not has_fitting_keys or redis.call('LLEN', KEYS[3]) ~= tonumber(seq) then return 0 end
local outbox = redis.call('GET', KEYS[2])
local trace = redis.call('LRANGE', KEYS[3], 0, -1)
if head == '|' then head = '' end
if outbox then head = head .. '\n' .. outbox end
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3])
redis.call('HSET', KEYS[1], 'r', record)
if head ~= '' then redis.call('HSET', KEYS[1], 'h', head) end
for at, entry in ipairs(trace) do redis.call('HSET', KEYS[1], string.format('%.0f', at), entry) end
return 1
