import type { AcceptAnswer } from '../../../../wire/index.ts';
import { coded, failed } from '../../answers.ts';
import { acceptCall } from '../line.ts';
import type { World } from '../../world.ts';
import { identity, liveCall } from './incoming.ts';
import type { Incoming } from '../../service.ts';

/**
 * PUT …/accept. The body is not looked at. A call that is accepted already is refused with 409 CALL_ALREADY_ACCEPTED
 * (the code is ours: none is shown), an outbound call with 6132.
 */
export function accept(world: World, incoming: Incoming): AcceptAnswer {
  const call = liveCall(world, incoming);
  if (call.direction === 'outbound') throw failed('6132');
  if (call.state !== 'ringing')
    throw coded(409, 'CALL_ALREADY_ACCEPTED', 'The call has been accepted already');
  acceptCall(world, call);
  return { status: 'success', ...identity(world, call) };
}
