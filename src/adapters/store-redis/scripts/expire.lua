--[[
  Deletes an expired call with all of its data.
  KEYS    as in commit.lua, all of one partition
  ARGV    1 id  2 now  3 facts by which the call is listed
  Output  1; 0 if it has not expired, or another node was first
]]
local id = ARGV[1]
local expires = tonumber(redis.call('ZSCORE', KEYS[5], id) or nil)
if expires == nil or expires > tonumber(ARGV[2]) then return 0 end
local _, awaits = read_head(redis.call('HGET', KEYS[1], 'h') or '')
local facts = read_facts(ARGV[3])
redis.call('ZREM', KEYS[2], 'w' .. id, 'l' .. id)
redis.call('ZREM', KEYS[3], entry_of(facts.number, facts, id), entry_of(facts.campaign, facts, id))
if awaits ~= '' then redis.call('ZREM', KEYS[4], entry_of(awaits, facts, id)) end
redis.call('ZREM', KEYS[5], id)
if redis.call('HINCRBY', KEYS[6], facts.version, -1) == 0 then redis.call('HDEL', KEYS[6], facts.version) end
redis.call('ZREM', KEYS[7], id)
redis.call('ZREM', KEYS[10], id)
redis.call('ZREM', KEYS[11], id)
redis.call('UNLINK', KEYS[1])
return 1
