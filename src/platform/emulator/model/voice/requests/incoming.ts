/** What most handlers of the voice service begin with. */
import type { CallIdentity } from '../../../../wire/index.ts';
import { coded, failed, invalid, unresolved } from '../../rest/answers.ts';
import { shownNumber } from '../../numbers.ts';
import { isAnswered } from '../call.ts';
import type { Call } from '../call.ts';
import type { Incoming } from '../../rest/service.ts';
import { timestamp } from '../../world.ts';
import type { World } from '../../world.ts';

/** A number that can be dialled, as it is shown. */
export function readNumber({ directory }: World, name: string, value: unknown): string {
  if (typeof value === 'string' && directory.isDialable(value)) return shownNumber(value);
  throw invalid(`${name} must be an E.164 number`);
}

/** A path that names a broadcast is for its calls alone; one that names none is for every call. */
function isOfBroadcast({ echo }: Call, broadcastId: string | undefined): boolean {
  return broadcastId === undefined || echo.broadcast_id === broadcastId;
}

/** The call that the path names, if it has not ended (voice.md 7.4). */
export function liveCall(world: World, { project, params }: Incoming): Call {
  const call = world.calls.get(params.voice_id ?? '');
  if (call?.appId !== project.appId || !isOfBroadcast(call, params.broadcast_id))
    throw unresolved(404, 'Resource not found');
  if (call.state === 'disconnected') throw coded(409, 'CALL_ALREADY_ENDED', 'The call has ended');
  return call;
}

/** The call that the path names, if somebody has answered it. */
export function answeredCall(world: World, incoming: Incoming): Call {
  const call = liveCall(world, incoming);
  if (!isAnswered(call)) throw failed('6111');
  return call;
}

/** How an answer names its call (voice.md 2.5). */
export function identity(world: World, call: Call): Required<CallIdentity> {
  return { voice_id: call.voiceId, from: call.from, to: call.to, timestamp: timestamp(world) };
}
