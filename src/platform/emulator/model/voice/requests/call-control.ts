/** Requests that accept, hold and end a call, or join it to a video room. */
import type {
  AcceptAnswer,
  CallIdentity,
  HangupAnswer,
  HoldAnswer,
  JoinAnswer,
} from '../../../../../../schemas/types/voice.ts';
import { createCodedRefusal, createFailedRefusal } from '../../rest/answers.ts';
import { readOptionalFlag, readBody } from '../../rest/fields.ts';
import type { IncomingRequest } from '../../rest/service.ts';
import type { World } from '../../world.ts';
import { writeEntry } from '../effects.ts';
import { acceptCall, endCall } from '../line.ts';
import { joinRoom } from '../room-join.ts';
import { requireAnsweredCall, toIdentity, requireLiveCall } from './incoming.ts';

/**
 * PUT …/accept, whatever the body. An accepted call is refused with 409 CALL_ALREADY_ACCEPTED (the emulator's own code,
 * since none is specified), an outbound call with 6132.
 */
export function handleAccept(world: World, incoming: IncomingRequest): AcceptAnswer {
  const call = requireLiveCall(world, incoming);
  if (call.direction === 'outbound') throw createFailedRefusal('6132');
  if (call.state !== 'ringing')
    throw createCodedRefusal(409, 'CALL_ALREADY_ACCEPTED', 'The call has been accepted already');
  acceptCall(world, call);
  return { status: 'success', ...toIdentity(world, call) };
}

/** POST or PUT …/hold; `hold` defaults to true. */
export function handleHold(world: World, incoming: IncomingRequest): HoldAnswer & CallIdentity {
  const call = requireAnsweredCall(world, incoming);
  call.held = readOptionalFlag(readBody(incoming.body), 'hold') ?? true;
  writeEntry(world, call, { kind: call.held ? 'held' : 'resumed' });
  return { status: 'success', ...toIdentity(world, call) };
}

/**
 * PUT /voice/v1/room/{room_id}/call/{voice_id}/join (observed). Refused with the room's code of video.md 7; a bridged
 * call with 6113.
 */
export function handleJoin(world: World, incoming: IncomingRequest): JoinAnswer {
  const call = requireAnsweredCall(world, incoming);
  if (call.state === 'bridged') throw createFailedRefusal('6113');
  joinRoom(world, call, incoming.params.room_id ?? '');
  return { voice_id: call.voiceId, state: 'initiated' };
}

/** DELETE /voice/v1/call/{voice_id} (voice.md 4.3), which rejects a ringing inbound call. */
export function handleHangup(world: World, incoming: IncomingRequest): HangupAnswer {
  const call = requireLiveCall(world, incoming);
  const rejects = call.direction === 'inbound' && call.state === 'ringing';
  endCall(world, call, rejects ? 'Call Rejected' : 'Normal Clearing');
  return { ...toIdentity(world, call), state: 'success' };
}
