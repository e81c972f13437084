-- Put before every script that needs to know what time it is.

-- ms since the epoch, by the clock of Redis.
local function time_now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
