--[[
  Moves entries from the index that layouts 1 to 3 had per partition to the current lists.
  KEYS    1 index  2... numbers and lists
  ARGV    of each entry: 1 the entry  2 first and 3 last of its target keys  4 score and 5 member there
  Output  nothing
]]
for at = 1, #ARGV, 5 do
  -- An entry that another node has moved may have changed since.
  if redis.call('ZREM', KEYS[1], ARGV[at]) == 1 then
    for key = ARGV[at + 1], ARGV[at + 2] do redis.call('ZADD', KEYS[key], ARGV[at + 3], ARGV[at + 4]) end
  end
end
