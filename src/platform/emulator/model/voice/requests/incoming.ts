/** Helpers of the voice requests. */
import type { CallIdentity } from '../../../../wire/index.ts';
import { coded, failed, invalid, unresolved } from '../../rest/answers.ts';
import { shownNumber } from '../../numbers.ts';
import { isAnswered } from '../call.ts';
import type { Call } from '../call.ts';
import type { Incoming } from '../../rest/service.ts';
import { timestamp } from '../../world.ts';
import type { World } from '../../world.ts';

/** Reads a number that can be dialed. */
export function readNumber({ directory }: World, name: string, value: unknown): string {
  if (typeof value === 'string' && directory.isDialable(value)) return shownNumber(value);
  throw invalid(`${name} must be an E.164 number`);
}

/** Restricts a path with a broadcast to the calls of that broadcast. */
function isOfBroadcast({ echo }: Call, broadcastId: string | undefined): boolean {
  return broadcastId === undefined || echo.broadcast_id === broadcastId;
}

/** Returns the call in the path, if it has not ended (voice.md 7.4). */
export function liveCall(world: World, { project, params }: Incoming): Call {
  const call = world.calls.get(params.voice_id ?? '');
  if (call?.appId !== project.appId || !isOfBroadcast(call, params.broadcast_id))
    throw unresolved(404, 'Resource not found');
  if (call.state === 'disconnected') throw coded(409, 'CALL_ALREADY_ENDED', 'The call has ended');
  return call;
}

/** Returns the call in the path, if it was answered. */
export function answeredCall(world: World, incoming: Incoming): Call {
  const call = liveCall(world, incoming);
  if (!isAnswered(call)) throw failed('6111');
  return call;
}

/** Returns the fields that identify a call in an answer (voice.md 2.5). */
export function identity(world: World, call: Call): Required<CallIdentity> {
  return { voice_id: call.voiceId, from: call.from, to: call.to, timestamp: timestamp(world) };
}
