/** Requests that accept, hold and end a call, or join it to a video room. */
import type {
  AcceptAnswer,
  CallIdentity,
  HangupAnswer,
  HoldAnswer,
  JoinAnswer,
} from '../../../../wire/index.ts';
import { coded, failed } from '../../rest/answers.ts';
import { optionalFlag, readBody } from '../../rest/fields.ts';
import type { Incoming } from '../../rest/service.ts';
import type { World } from '../../world.ts';
import { note } from '../effects.ts';
import { acceptCall, endCall } from '../line.ts';
import { joinRoom } from '../room-join.ts';
import { answeredCall, identity, liveCall } from './incoming.ts';

/**
 * PUT …/accept, whatever the body. An accepted call is refused with 409 CALL_ALREADY_ACCEPTED (the emulator's own code,
 * since none is specified), an outbound call with 6132.
 */
export function accept(world: World, incoming: Incoming): AcceptAnswer {
  const call = liveCall(world, incoming);
  if (call.direction === 'outbound') throw failed('6132');
  if (call.state !== 'ringing')
    throw coded(409, 'CALL_ALREADY_ACCEPTED', 'The call has been accepted already');
  acceptCall(world, call);
  return { status: 'success', ...identity(world, call) };
}

/** POST or PUT …/hold; `hold` defaults to true. */
export function hold(world: World, incoming: Incoming): HoldAnswer & CallIdentity {
  const call = answeredCall(world, incoming);
  call.held = optionalFlag(readBody(incoming.body), 'hold') ?? true;
  note(world, call, { kind: call.held ? 'held' : 'resumed' });
  return { status: 'success', ...identity(world, call) };
}

/**
 * PUT /voice/v1/room/{room_id}/call/{voice_id}/join (observed). Refused with the room's code of video.md 7; a bridged
 * call with 6113.
 */
export function joinCallToRoom(world: World, incoming: Incoming): JoinAnswer {
  const call = answeredCall(world, incoming);
  if (call.state === 'bridged') throw failed('6113');
  joinRoom(world, call, incoming.params.room_id ?? '');
  return { voice_id: call.voiceId, state: 'initiated' };
}

/** DELETE /voice/v1/call/{voice_id} (voice.md 4.3), which rejects a ringing inbound call. */
export function hangup(world: World, incoming: Incoming): HangupAnswer {
  const call = liveCall(world, incoming);
  const rejects = call.direction === 'inbound' && call.state === 'ringing';
  endCall(world, call, rejects ? 'Call Rejected' : 'Normal Clearing');
  return { ...identity(world, call), state: 'success' };
}
