import type { CallIdentity, HoldAnswer } from '../../../../wire/index.ts';
import { optionalFlag, readBody } from '../../fields.ts';
import { note } from '../../world.ts';
import type { World } from '../../world.ts';
import { answeredCall, identity } from './incoming.ts';
import type { Incoming } from '../../service.ts';

/** POST or PUT …/hold. Without `hold` in the body it holds. */
export function hold(world: World, incoming: Incoming): HoldAnswer & CallIdentity {
  const call = answeredCall(world, incoming);
  call.held = optionalFlag(readBody(incoming.body), 'hold') ?? true;
  note(world, call, { kind: call.held ? 'held' : 'resumed' });
  return { status: 'success', ...identity(world, call) };
}
