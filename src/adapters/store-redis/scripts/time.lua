-- Included in every script that needs the time.

-- ms since the epoch, by the clock of Redis.
local function time_now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
