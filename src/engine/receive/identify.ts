/** Identifies the call of a notification. */
import { hash } from 'node:crypto';
import { callId } from '../../call/index.ts';
import type { CallEvent, CallId, CallRecord, ProjectId } from '../../call/index.ts';
import { PLATFORM, type Arrival } from '../ports/index.ts';

/** Ids that are safe as keys of any store and in URLs. */
const SAFE = /^[A-Za-z0-9._:@+-]{1,200}$/;
/** Maximum length of an id in the URL of a command. */
const MAX_VOICE_ID_LENGTH = 1_000;

/**
 * Returns the call that the hint names, if it is of this project, else the one named after the platform's id, hashed if that
 * is not safe; undefined without a usable id. The hint of an inbound call is ignored: we did not place it.
 */
export function identifyCall({ project, voiceId, callHint, event }: Arrival): CallId | undefined {
  if (event.type !== 'incoming' && callHint?.startsWith(`${project}.`) === true && SAFE.test(callHint))
    return callId(callHint);
  if (voiceId === undefined || voiceId.length > MAX_VOICE_ID_LENGTH || !voiceId.isWellFormed())
    return undefined;
  return callId(`${project}.${SAFE.test(voiceId) ? voiceId : hash('sha256', voiceId, 'hex')}`);
}

/** Returns the id of the call placed under an idempotency key. */
export function toKeyedCallId(project: ProjectId, key: string): CallId {
  return callId(`${project}.${hash('sha256', `placed ${key}`, 'hex').slice(0, 32)}`);
}

/** Adds the platform's id of a call that we placed to the first event that carries it. */
export function addVoiceId(
  { voiceId: known }: CallRecord,
  event: CallEvent,
  { voiceId }: Arrival,
): CallEvent {
  return known !== undefined || voiceId === undefined ? event : { ...event, voiceId };
}

/** Returns the beginning of the call that a notification reports. */
export function toBeginning(
  id: CallId,
  { project, carrier, from, to, voiceId, headers, key }: Arrival,
  at: number,
) {
  return {
    id,
    project,
    direction: 'inbound',
    from: from ?? '',
    to: to ?? '',
    at,
    ...(carrier === undefined || carrier === PLATFORM ? {} : { carrier }),
    ...(voiceId === undefined ? {} : { voiceId }),
    ...(headers === undefined ? {} : { headers }),
    ...(key === undefined ? {} : { key }),
  } as const;
}
