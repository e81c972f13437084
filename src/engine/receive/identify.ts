/** Tells which call a notification is about, and what it says of the call itself. */
import { hash } from 'node:crypto';
import { callId } from '../../call/index.ts';
import type { CallEvent, CallId, CallRecord, PlatformEvent, ProjectId, VoiceId } from '../../call/index.ts';

/** A notification, parsed, with the project whose hook it came to. */
export interface Arrival {
  project: ProjectId;
  event: PlatformEvent;
  voiceId?: VoiceId;
  /** The broadcast that it belongs to, or, without a call, that it is about. */
  broadcastId?: string;
  /** Our own id, which an outbound call carries in its hook's address and its `owner_ref`. */
  callHint?: string;
  from?: string;
  to?: string;
  key?: string;
}

/** Ids come from outside: these characters are safe as keys of any store and in any address. */
const SAFE = /^[A-Za-z0-9._:@+-]{1,200}$/;
/** A longer id fits in no URL to which commands could be sent. */
const MAX_VOICE_ID_LENGTH = 1_000;

/**
 * The call: the one the hint names, if it is of this project, else the one called after the platform's id, or after its
 * hash where that is not safe; undefined without an id by which it could be commanded. A call that comes in is never one
 * of those that we placed, whatever it claims.
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
export function toBeginning(id: CallId, { project, from, to, voiceId, key }: Arrival, at: number) {
  return {
    id,
    project,
    direction: 'inbound',
    from: from ?? '',
    to: to ?? '',
    at,
    ...(voiceId === undefined ? {} : { voiceId }),
    ...(key === undefined ? {} : { key }),
  } as const;
}
