-- Included in every script that changes the lists of calls.
--
-- The facts by which a call is listed are one string of fields separated by tabs: version and name of its flow separated by a
-- space, number of the remote party, start time, campaign or nothing. A call is in two lists by start time, of its project and
-- of its flow; each exists for live and for ended calls. Entries of numbers, of campaigns and of awaited things are
-- `<number> <time> <id>`, `<campaign> <time> <id>` and `<awaited> <time> <id>`, all with the same score, so that they are
-- ordered by text; campaigns are beside the numbers.

local function read_facts(text)
  local version, number, began, campaign = string.match(text, '^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$')
  return { version = version, number = number, began = began, campaign = campaign }
end

local function entry_of(what, facts, id)
  return what .. ' ' .. facts.began .. ' ' .. id
end
