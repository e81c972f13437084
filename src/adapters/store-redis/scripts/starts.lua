-- Put before every script that lists calls: what the entries of the calls begin with that are wanted, by project, name of
-- the flow and state, each '' where it does not matter.
-- The versions of the partition name every flow on which a stored call began.

local function project_and_name(flow)
  local project, name = string.match(flow, '^([^/]*)/(.*)$')
  if project then return project, name end
  return 'default', flow
end

local function flows_of(versions_key, wanted_project, wanted_name)
  local flows, known = {}, {}
  for _, version in ipairs(redis.call('HKEYS', versions_key)) do
    local flow = string.match(version, ' (.*)$')
    local project, name = project_and_name(flow)
    local is_wanted = (wanted_project == '' or project == wanted_project) and (wanted_name == '' or name == wanted_name)
    if is_wanted and not known[flow] then flows[#flows + 1] = flow end
    known[flow] = true
  end
  return flows
end

local function starts_of(versions_key, project, name, state)
  local starts = {}
  for _, flow in ipairs(flows_of(versions_key, project, name)) do
    for _, one in ipairs(state == '' and { 'L', 'E' } or { state }) do
      starts[#starts + 1] = 'f ' .. flow .. ' ' .. one .. ' '
    end
  end
  return starts
end
