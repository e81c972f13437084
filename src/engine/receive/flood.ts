/**
 * Limits what is stored of notifications that mean nothing to their call, from a platform that repeats itself or anybody
 * who knows the hook's address. Each leaves an entry in the trace (I5), up to a limit.
 */
import type { Advance, CallRecord } from '../../call/index.ts';

/** Maximum number of events of a call that are kept whatever they are; beyond it, only those that changed the call. */
const MAX_KEPT_EVENTS = 1_000;

/** Returns the result of a notification to be stored; undefined when it changed nothing and the limit is reached. */
export function dropUseless(before: CallRecord, after: Advance): Advance | undefined {
  const { seq } = after.record;
  if (seq === MAX_KEPT_EVENTS) return announceLimit(after);
  return seq < MAX_KEPT_EVENTS || hasChanged(before, after) ? after : undefined;
}

/** True when an event has changed its call beyond the count of events. */
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
