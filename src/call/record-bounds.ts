/** Bounds of the stored record and of the texts of an event. Flows rarely reach them, since variables are bounded too (workload.ts). */
import { BOUNDS } from '../language/model/index.ts';
import type { CallEvent } from './events.ts';
import type { CallRecord } from './record.ts';
import { createWorkload } from './workload.ts';

/** Failure of a call whose record is too large. */
export const RECORD_TOO_LARGE = {
  code: 'record_too_large',
  message: `the record of the call would have more than ${BOUNDS.recordChars} characters`,
};

/** Cost up to which an event cannot have added much, so the record is not measured: that would take longer than most events. */
const MAX_OPERATIONS_UNMEASURED = 4_000;

/** True when an event has let a record grow beyond its bound. A record that was too large before and shrinks is accepted. */
export function isTooLarge(after: CallRecord, before: CallRecord): boolean {
  const { operations } = after.context.out.work ?? createWorkload();
  if (operations < MAX_OPERATIONS_UNMEASURED) return false;
  const chars = countChars(after);
  return chars > BOUNDS.recordChars && chars > countChars(before);
}

/** Measures the record without the commands, requests and notes of the event. */
function countChars(record: CallRecord): number {
  return JSON.stringify({ ...record, context: { ...record.context, out: null } }).length;
}

/** Cuts each text of an event to the maximum length of a value. */
export function cutTexts(event: CallEvent): CallEvent {
  const members = event as unknown as Record<string, unknown>;
  for (const name in members) {
    const text = members[name];
    if (typeof text === 'string' && text.length > BOUNDS.textChars)
      return cutTexts({ ...event, [name]: text.slice(0, BOUNDS.textChars) });
  }
  return event;
}
