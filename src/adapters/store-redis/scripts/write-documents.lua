--[[
  Changes documents of operators, all or none (REGISTRY-1, REGISTRY-2).
  KEYS    1 revision  2 revisions of collections, then for each change 3 documents of its kind, 4 their ids
  ARGV    1 number of changed collections, their names, then for each change id, expected revision (0 for none), new text
          (empty to delete)
  Output  1, or 0 if another writer was first
  Time    per change O(log documents of the kind)
]]
local first = 2 + tonumber(ARGV[1])
local function keys_of(at)
  local place = 3 + (at - first) / 3 * 2
  return KEYS[place], KEYS[place + 1]
end

for at = first, #ARGV, 3 do
  local text = redis.call('HGET', keys_of(at), ARGV[at])
  local revision = text and string.match(text, '^%d+') or '0'
  if revision ~= ARGV[at + 1] then return 0 end
end

local revision = redis.call('INCR', KEYS[1])
for at = 2, first - 1 do redis.call('HSET', KEYS[2], ARGV[at], revision) end
for at = first, #ARGV, 3 do
  local documents, ids = keys_of(at)
  local id, text = ARGV[at], ARGV[at + 2]
  if text == '' then
    redis.call('HDEL', documents, id)
    redis.call('ZREM', ids, id)
  else
    redis.call('HSET', documents, id, revision .. ' ' .. text)
    redis.call('ZADD', ids, 0, id)
  end
end
return 1
