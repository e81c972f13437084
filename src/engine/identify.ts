/** Which call a notification is about. */
import { callId } from '../call/index.ts';
import type { CallId, PlatformEvent, ProjectId, VoiceId } from '../call/index.ts';

/** A notification, parsed, with the project whose hook it came to. */
export interface Arrival {
  project: ProjectId;
  event: PlatformEvent;
  voiceId?: VoiceId;
  /** Our own id, which an outbound call carries in its hook's address and its `owner_ref`. */
  callHint?: string;
  from?: string;
  to?: string;
  key?: string;
}

/** Ids come from outside: these characters are safe as keys of any store and in any address. */
const SAFE = /^[A-Za-z0-9._:@+-]{1,200}$/;

/**
 * The call: the one the hint names, if it is of this project, else the one called after the platform's id. A call that
 * comes in is never one of those that we placed, whatever it claims.
 */
export function callOf({ project, voiceId, callHint, event }: Arrival): CallId | undefined {
  if (event.type !== 'incoming' && callHint?.startsWith(`${project}.`) === true && SAFE.test(callHint))
    return callId(callHint);
  if (voiceId === undefined || !SAFE.test(voiceId)) return undefined;
  return callId(`${project}.${voiceId}`);
}
