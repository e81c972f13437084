/** Helpers of the voice requests. */
import type { CallIdentity } from '../../../../../../schemas/types/voice.ts';
import {
  createCodedRefusal,
  createFailedRefusal,
  createInvalidParam,
  createResultRefusal,
} from '../../rest/answers.ts';
import { formatNumber } from '../../numbers.ts';
import { isAnswered, type Call } from '../call.ts';
import type { IncomingRequest } from '../../rest/service.ts';
import { formatNow, type World } from '../../world.ts';

/** Reads a number that can be dialed. */
export function readNumber({ directory }: World, name: string, value: unknown): string {
  if (typeof value === 'string' && directory.isDialable(value)) return formatNumber(value);
  throw createInvalidParam(`${name} must be an E.164 number`);
}

/** Restricts a path with a broadcast to the calls of that broadcast. */
function isOfBroadcast({ echo }: Call, broadcastId: string | undefined): boolean {
  return broadcastId === undefined || echo.broadcast_id === broadcastId;
}

/** Returns the call in the path, if it has not ended (voice.md 7.4). */
export function requireLiveCall(world: World, { project, params }: IncomingRequest): Call {
  const call = world.calls.get(params.voice_id ?? '');
  if (call?.appId !== project.appId || !isOfBroadcast(call, params.broadcast_id))
    throw createResultRefusal(404, 'Resource not found');
  if (call.state === 'disconnected')
    throw createCodedRefusal(409, 'CALL_ALREADY_ENDED', 'The call has ended');
  return call;
}

/** Returns the call in the path, if it was answered. */
export function requireAnsweredCall(world: World, incoming: IncomingRequest): Call {
  const call = requireLiveCall(world, incoming);
  if (!isAnswered(call)) throw createFailedRefusal('6111');
  return call;
}

/** Returns the fields that identify a call in an answer (voice.md 2.5). */
export function toIdentity(world: World, call: Call): Required<CallIdentity> {
  return { voice_id: call.voiceId, from: call.from, to: call.to, timestamp: formatNow(world) };
}
