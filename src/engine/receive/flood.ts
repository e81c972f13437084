/**
 * Limits the trace entries of notifications that change nothing (I5), whether from a platform that repeats itself or from
 * anybody else who knows the hook's address.
 */
import type { Advance, CallRecord } from '../../call/index.ts';

/** Maximum number of events of a call that are all stored; later ones are stored only if they change the call. */
const MAX_KEPT_EVENTS = 1_000;

/** Returns the result of a notification to be stored; undefined when it changed nothing and the limit is reached. */
export function dropUseless(before: CallRecord, after: Advance): Advance | undefined {
  const { seq } = after.record;
  if (seq === MAX_KEPT_EVENTS) return announceLimit(after);
  return seq < MAX_KEPT_EVENTS || hasChanged(before, after) ? after : undefined;
}

/** True when an event has changed its call, apart from the count of events. */
export function hasChanged(before: CallRecord, { record }: Advance): boolean {
  return renderEssence(before) !== renderEssence(record);
}

function announceLimit(after: Advance): Advance {
  const { notes } = after.trace;
  const full = { kind: 'trace_full', events: MAX_KEPT_EVENTS } as const;
  return { ...after, trace: { ...after.trace, notes: [...notes, full] } };
}

/** Renders a record without the count of its events and the keys of the last ones, for comparison. */
function renderEssence(record: CallRecord): string {
  return JSON.stringify({ ...record, seq: 0, seen: [] });
}
