--[[
  Returns the time.
  KEYS    1 any fixed key, so that all nodes ask the same server of a Cluster
  Output  ms since the epoch
]]
return time_now()
