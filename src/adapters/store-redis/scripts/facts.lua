-- Included in every script that changes the lists of calls.
--
-- The facts by which a call is listed are one string of fields separated by tabs: version and name of its flow separated by a
-- space, number of the remote party, start time. A call is in two lists by start time, of its project and of its flow; each
-- exists for live and for ended calls. Entries of numbers and of awaited things are `<number> <time> <id>` and
-- `<awaited> <time> <id>`, all with the same score, so that they are ordered by text.

local function read_facts(text)
  local version, number, began = string.match(text, '^([^\t]*)\t([^\t]*)\t(.*)$')
  return { version = version, number = number, began = began }
end

local function by_number(facts, id)
  return facts.number .. ' ' .. facts.began .. ' ' .. id
end

local function by_awaited(awaited, facts, id)
  return awaited .. ' ' .. facts.began .. ' ' .. id
end
