/**
 * Applies the events of a trace once more to the version on which the call began (I2). So everything is there again that
 * a trace leaves out: whole commands, requests to web services, variables. What is masked in the trace is made up so that
 * the call goes the same way.
 */
import { advance, begin, callId, isIgnored, projectId } from '../call/index.ts';
import type { Advance, CallEvent, CallRecord, RunnableFlow, TraceEntry } from '../call/index.ts';
import type { RecordedCall } from '../recording/index.ts';
import { madeUp } from './made-up.ts';

/** One event of the call with what came of it. */
export interface Retraced {
  /** As it was recorded. */
  entry: TraceEntry;
  /** With what was masked in it made up. */
  event: CallEvent;
  /** Something of it was made up. */
  isMadeUp: boolean;
  /** The call before it. */
  before: CallRecord;
  made: Advance;
}

/** What came of it. */
export interface Retracing {
  /** As far as it went. */
  steps: Retraced[];
  /** The first entry that this version does not give, whatever is made up. */
  lost?: TraceEntry;
}

/** Goes once more through a recorded call. */
export function retrace(flow: RunnableFlow, call: RecordedCall): Retracing {
  const [first, ...rest] = call.trace;
  if (first === undefined) return { steps: [] };
  const begun = begin(flow, beginningOf(call, first));
  if (!isSame(first, begun.trace)) return { steps: [], lost: first };
  const steps: Retraced[] = [
    { entry: first, event: first.event, isMadeUp: false, before: begun.record, made: begun },
  ];
  let record = begun.record;
  for (const entry of rest) {
    const step = again(flow, record, entry);
    if (step === undefined && !wasIgnored(entry)) return { steps, lost: entry };
    if (step === undefined) continue;
    steps.push(step);
    record = step.made.record;
  }
  return { steps };
}

function beginningOf(
  { id, direction, from, to, startedAt, params, message }: RecordedCall,
  first: TraceEntry,
) {
  const { key, voiceId } = first.event;
  return {
    id: callId(id),
    project: projectId(id.split('.', 1)[0] ?? ''),
    direction,
    from,
    to,
    at: startedAt,
    ...(params && { params }),
    ...(message && { message }),
    ...(key !== undefined && { key }),
    ...(voiceId !== undefined && { voiceId }),
  };
}

function again(flow: RunnableFlow, before: CallRecord, entry: TraceEntry): Retraced | undefined {
  for (const { event, isMadeUp } of madeUp(entry, { flow: flow.flow, record: before })) {
    const made = advance(flow, before, event);
    if (isSame(entry, made.trace)) return { entry, event, isMadeUp, before, made };
  }
  return undefined;
}

/** A repetition whose fingerprint was masked is not known again. */
function wasIgnored({ notes }: TraceEntry): boolean {
  return notes.some((note) => isIgnored(note));
}

function isSame(recorded: TraceEntry, made: TraceEntry): boolean {
  const { notes, commands, state } = recorded;
  return JSON.stringify({ notes, commands, state }) === JSON.stringify(partsOf(made));
}

function partsOf({ notes, commands, state }: TraceEntry) {
  return { notes, commands, state };
}
