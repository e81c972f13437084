-- Put before every script that changes the indexes.
--
-- What a call is listed by is one string of fields between tabs: flow, its version, number of the other party, time of
-- its beginning. A flow is `<project>/<name>`, of the default project `<name>`. In the index stand `p <project> L|E <time> <id>`
-- and `f <flow> L|E <time> <id>`, by whether it lives or has ended, and `n <number> <time> <id>`, all with the same score,
-- so that they are in the order of their text.

local function read_facts(text)
  local flow, version, number, began = string.match(text, '^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$')
  return { flow = flow, version = version, number = number, began = began }
end

local function by_project(flow, state, place)
  local slash = string.find(flow, '/', 1, true)
  return 'p ' .. (slash and string.sub(flow, 1, slash - 1) or 'default') .. ' ' .. state .. ' ' .. place
end

-- The two entries that change when a call ends.
local function by_state(facts, state, id)
  local place = facts.began .. ' ' .. id
  return by_project(facts.flow, state, place), 'f ' .. facts.flow .. ' ' .. state .. ' ' .. place
end

local function by_number(facts, id)
  return 'n ' .. facts.number .. ' ' .. facts.began .. ' ' .. id
end

local function by_awaited(awaited, facts, id)
  return awaited .. ' ' .. facts.began .. ' ' .. id
end

-- A record is stored behind a line that says what the scripts need to know of it: sequence number, when it may be
-- forgotten, what it awaits. Layout 1 had its facts behind these.
local function read_head(text)
  return string.match(text, '^(%d+)|(%d*)|([^|\n]*)')
end
