/** Starts simulated calls. */
import { begin, callId, projectId } from '../../call/index.ts';
import type { RunnableFlow } from '../../call/index.ts';
import { DEFAULT_CARRIER } from '../../language/model/index.ts';
import { createPlatformModel } from '../../platform/emulator/model/index.ts';
import { createPlatformSettings, readCallIdentity } from './exchange.ts';
import { PlatformFaults } from './platform-faults.ts';
import { Simulation } from './simulation.ts';
import type { SimulationConditions, SimulationOptions } from './simulation-options.ts';
import { STARTED_AT } from './usual-call.ts';
import { WebServices } from './web-services.ts';

const MAX_EVENTS = 20_000;
const PROJECT = projectId('default');

/** Starts a call of a flow in virtual time. */
export function simulate(
  flow: RunnableFlow,
  options: SimulationOptions,
  { between, maxEvents = MAX_EVENTS }: SimulationConditions = {},
): Simulation {
  const { direction, from, to, params, headers, message, at = STARTED_AT } = options;
  const { carrier = DEFAULT_CARRIER.capabilities } = options;
  const model = createPlatformModel(createPlatformSettings(options), { isBrief: true });
  if (direction === 'inbound') model.people.ring({ from, to, ...(headers && { headers }) }, at);
  const [ringing] = model.advance(at);
  const first = begin(flow, {
    id: callId(`${PROJECT}.${ringing?.about ?? '1'}`),
    project: PROJECT,
    direction,
    from,
    to,
    at,
    ...(params && { params }),
    ...(message && { message }),
    ...(ringing && readCallIdentity(ringing)),
  });
  const web = new WebServices(options.http ?? []);
  const faults = new PlatformFaults(options.faults ?? []);
  return new Simulation({ flow, model, carrier, web, faults, first, between, maxEvents });
}
