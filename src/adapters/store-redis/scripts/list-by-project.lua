--[[
  Gives calls that were listed in layout 1, by flow and number only, their entries by project.
  KEYS    1 index
  ARGV    1 entry behind which to begin  2 how many entries are taken over
  Output  the last of them; '' when there was none
  Time    O(how many × log calls of the partition)
]]
local entries = redis.call('ZRANGE', KEYS[1], '(' .. ARGV[1], '(f!', 'BYLEX', 'LIMIT', 0, ARGV[2])
if #entries == 0 then return '' end
local added = {}
for _, entry in ipairs(entries) do
  local flow, state, place = string.match(entry, '^f (%S+) (%S) (.*)$')
  added[#added + 1] = 0
  added[#added + 1] = by_project(flow, state, place)
end
redis.call('ZADD', KEYS[1], unpack(added))
return entries[#entries]
