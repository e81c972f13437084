/**
 * Notifications that mean nothing to their call, again and again: a platform that repeats itself, or whoever knows the
 * hook's address. Each leaves an entry in the trace (I5), but not without end.
 */
import type { Advance, CallRecord } from '../../call/index.ts';

/** So many events of a call are kept whatever they are; beyond, those that changed it. */
const KEPT_EVENTS = 1_000;

/** The result of a notification as it is to be stored; undefined when it changed nothing and there were enough of those. */
export function worthKeeping(before: CallRecord, after: Advance): Advance | undefined {
  const { seq } = after.record;
  if (seq === KEPT_EVENTS) return announced(after);
  return seq < KEPT_EVENTS || hasChanged(before, after) ? after : undefined;
}

/** Whether an event has made anything of its call, beside being counted. */
export function hasChanged(before: CallRecord, { record }: Advance): boolean {
  return essence(before) !== essence(record);
}

function announced(after: Advance): Advance {
  const { notes } = after.trace;
  const full = { kind: 'trace_full', events: KEPT_EVENTS } as const;
  return { ...after, trace: { ...after.trace, notes: [...notes, full] } };
}

/** What a record says of its call, without the count of its events and the keys of the last ones. */
function essence(record: CallRecord): string {
  return JSON.stringify({ ...record, seq: 0, seen: [] });
}
