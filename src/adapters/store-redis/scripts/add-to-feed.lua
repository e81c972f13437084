--[[
  Adds entries to a feed, if it is open.
  KEYS    1 feed, a stream
  ARGV    1 minimum number of entries to keep  2… texts
  Output  nothing
]]
for number = 2, #ARGV do
  redis.call('XADD', KEYS[1], 'NOMKSTREAM', 'MAXLEN', '~', ARGV[1], '*', 't', ARGV[number])
end
