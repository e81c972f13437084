import { Formats } from './formats/index.ts';
import type { Step } from './formats/index.ts';
import type { CallRecord } from './record.ts';

/** Deadlines were times since the epoch, and are ms since the call began. */
const toRelativeTimers: Step = (older) => {
  const { startedAt, timers } = older as unknown as CallRecord;
  const since = Object.entries(timers).map(([name, deadline]) => [name, deadline - startedAt]);
  return { ...older, timers: Object.fromEntries(since) as CallRecord['timers'] };
};

/** Traces beside the record had sentences, and have codes; stored-trace.ts reads both. The record is the same. */
const codesInTraces: Step = (older) => older;

/**
 * The formats of records as they are stored (stored-record.ts), with the commands and the trace beside them. What contexts
 * gain later gets its value from default-context.ts and needs none; test/fixtures/records tells when one is needed.
 */
export const recordFormats = new Formats([toRelativeTimers, codesInTraces]);

/** True for the record of a later release: it is to be left to nodes that know its format. */
export function isNewerRecord({ format }: { format: number }): boolean {
  return recordFormats.isNewer({ format });
}
