/** What a notification means to its call. */
import type { CallEvent, CallId, CallRecord } from '../../call/index.ts';
import type { Arrival } from './identify.ts';

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
