-- Put before every script that changes what calls are listed by.
--
-- What a call is listed by is one string of fields between tabs: version and name of its flow with a space between them,
-- number of the other party, time of its beginning. It is in two lists, of its project and of its flow, by that time; there
-- is one of each for calls that live, and one for calls that have ended. Numbers, and what calls wait for, stand as
-- `<number> <time> <id>` and `<awaited> <time> <id>`, all with the same score, so that they are in the order of their text.

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
