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
/** A longer name fits in no address to which commands could be sent. */
const LONGEST_VOICE_ID = 1_000;

/**
 * The call: the one the hint names, if it is of this project, else the one called after the platform's id, or after its
 * hash where that is not safe; undefined without an id by which it could be commanded. A call that comes in is never one
 * of those that we placed, whatever it claims.
 */
export function callOf({ project, voiceId, callHint, event }: Arrival): CallId | undefined {
  if (event.type !== 'incoming' && callHint?.startsWith(`${project}.`) === true && SAFE.test(callHint))
    return callId(callHint);
  if (voiceId === undefined || voiceId.length > LONGEST_VOICE_ID || !voiceId.isWellFormed()) return undefined;
  return callId(`${project}.${SAFE.test(voiceId) ? voiceId : hash('sha256', voiceId, 'hex')}`);
}

/** The call that is placed under a key, which whoever asks for it again finds. */
export function keyedCall(project: ProjectId, key: string): CallId {
  return callId(`${project}.${hash('sha256', `placed ${key}`, 'hex').slice(0, 32)}`);
}

/** A call that we placed learns its name from whoever tells it first. */
export function withName({ voiceId: known }: CallRecord, event: CallEvent, { voiceId }: Arrival): CallEvent {
  return known !== undefined || voiceId === undefined ? event : { ...event, voiceId };
}

/** How a call begins that a notification tells of. */
export function beginning(id: CallId, { project, from, to, voiceId, key }: Arrival, at: number) {
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
