import { Formats, type Step } from './formats/index.ts';
import type { CallRecord } from './record.ts';

/** Converts deadlines from times since the epoch to ms since the call began. */
const toRelativeTimers: Step = (older) => {
  const { startedAt, timers } = older as unknown as CallRecord;
  const since = Object.entries(timers).map(([name, deadline]) => [name, deadline - startedAt]);
  return { ...older, timers: Object.fromEntries(since) as CallRecord['timers'] };
};

/** Leaves the record as it is: only the traces beside it went from sentences to codes, and stored-trace.ts reads both. */
const codesInTraces: Step = (older) => older;

/**
 * The formats of stored records, with the commands and the trace beside them. A new member of the context needs no format:
 * older records get its default (default-context.ts). test/fixtures/records shows when a format is needed.
 */
export const recordFormats = new Formats([toRelativeTimers, codesInTraces]);

/** True for the record of a later release, which only nodes that know its format may change. */
export function isNewerRecord({ format }: { format: number }): boolean {
  return recordFormats.isNewer({ format });
}
