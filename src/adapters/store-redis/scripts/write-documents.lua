--[[
  Changes documents that operators set up, all of them or none (Y1, Y2).
  KEYS    1 revision, then for each change 2 documents of its kind, 3 their ids
  ARGV    for each change 1 id 2 revision that it changes, 0 for none 3 new text; empty: it is removed
  Output  1, or 0 when another writer was first
  Time    per change O(log documents of the kind)
]]
for at = 1, #ARGV, 3 do
  local text = redis.call('HGET', KEYS[2 + (at - 1) / 3 * 2], ARGV[at])
  local revision = text and string.match(text, '^%d+') or '0'
  if revision ~= ARGV[at + 1] then return 0 end
end

local revision = redis.call('INCR', KEYS[1])
for at = 1, #ARGV, 3 do
  local documents, ids = KEYS[2 + (at - 1) / 3 * 2], KEYS[3 + (at - 1) / 3 * 2]
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
