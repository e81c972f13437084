-- Put before every script that lists calls: behind what the entries of the calls begin with that are wanted.
-- The versions of the partition name every flow on which a stored call began.

local function flows_of(versions_key, wanted)
  if wanted ~= '' then return { wanted } end
  local flows, known = {}, {}
  for _, version in ipairs(redis.call('HKEYS', versions_key)) do
    local flow = string.match(version, ' (.*)$')
    if not known[flow] then flows[#flows + 1] = flow end
    known[flow] = true
  end
  return flows
end

local function starts_of(versions_key, flow, state)
  local starts = {}
  for _, name in ipairs(flows_of(versions_key, flow)) do
    for _, one in ipairs(state == '' and { 'L', 'E' } or { state }) do
      starts[#starts + 1] = 'f ' .. name .. ' ' .. one .. ' '
    end
  end
  return starts
end
