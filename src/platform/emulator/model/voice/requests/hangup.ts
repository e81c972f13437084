import type { HangupAnswer } from '../../../../wire/index.ts';
import { endCall } from '../line.ts';
import type { World } from '../../world.ts';
import { identity, liveCall } from './incoming.ts';
import type { Incoming } from '../../service.ts';

/** DELETE /voice/v1/call/{voice_id} (voice.md 4.3). A call that rings in is thereby rejected. */
export function hangup(world: World, incoming: Incoming): HangupAnswer {
  const call = liveCall(world, incoming);
  const rejects = call.direction === 'inbound' && call.state === 'ringing';
  endCall(world, call, rejects ? 'Call Rejected' : 'Normal Clearing');
  return { ...identity(world, call), state: 'success' };
}
