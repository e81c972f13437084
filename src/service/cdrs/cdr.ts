/**
 * The record of a call that is over, for billing and reports (CDR: call detail record). Read off the stored call and its
 * trace, so it says nothing that they do not, and nothing of what callers keyed or said. schemas/cdr.schema.json is the
 * contract with whoever reads it.
 */
import {
  beginsConversation,
  impliesAnswer,
  isIgnored,
  findMiss,
  remoteNumber,
  qualifyStep,
} from '../../call/index.ts';
import type { CallRecord, TraceEntry } from '../../call/index.ts';
import { maskDigits } from './mask.ts';

/** One time that a flow tried to bring the call to somebody else. */
interface Transfer {
  /** The step that did. */
  step: string;
  /** When it began to, ISO 8601. */
  at: string;
  /** How long the two talked, ms; 0 where nobody knows; absent: they did not. */
  talkedMs?: number;
  /** How the step ended: `done`, `busy` …; absent: the call ended first. */
  outcome?: string;
}

/** What became of one recording. */
interface Recording {
  state: 'completed' | 'failed';
  /** Where the platform keeps it, to be fetched with the project's credentials. */
  url?: string;
}

/** Something that went wrong, as the trace of the call has it. */
interface Failure {
  step: string;
  code: string;
}

export interface Cdr {
  id: string;
  project: string;
  flow: string;
  /** On which the call began. */
  version: string;
  direction: 'inbound' | 'outbound';
  from: string;
  to: string;
  /** Times are ISO 8601, UTC. */
  startedAt: string;
  /** Absent: nobody answered. */
  answeredAt?: string;
  endedAt: string;
  /** From the start to the end. */
  durationMs: number;
  /** From the answer to the end; 0 where there was none. */
  answeredMs: number;
  /** Why it ended; `unknown` where nobody told. */
  reason: string;
  /** The caller hung up on the flow, before any outcome and without having talked to anybody; as `stats` counts it. */
  hungUp: boolean;
  /** What it got to that counts for the business. */
  outcomes: string[];
  /** Steps in the order in which they were entered, those of a flow that was run by another as `flow/step`; at most `MOST_STEPS`. */
  steps: string[];
  /** How many were entered in all. */
  stepCount: number;
  transfers: Transfer[];
  recordings: Recording[];
  /** How often the caller did not answer a question in time. */
  noInput: number;
  /** How often what they answered fitted nothing. */
  noMatch: number;
  failures: Failure[];
}

/** Beyond so many the steps of a call are only counted. */
const MOST_STEPS = 500;
const MOST_FAILURES = 50;

/** What is read off the trace, entry by entry. */
interface Reading {
  /** The flow that runs. */
  flow: string;
  answeredAt: number | undefined;
  endedAt: number | undefined;
  hungUp: boolean;
  steps: string[];
  /** The first part that is not over is the last one. */
  transfers: (Omit<Transfer, 'at'> & { at: number; bridgedAt?: number; isOver?: true })[];
  recordings: Map<string, Recording>;
  misses: { no_input: number; no_match: number };
  failures: Failure[];
}

/** The record of a call that is over. Of the other party's number the last digits are masked, as many as `digits` says. */
export function toCdr(record: CallRecord, trace: readonly TraceEntry[], digits = 0): Cdr {
  const { id, project, flow, startedAt, context } = record;
  const read = readTrace(record, trace);
  const endedAt = read.endedAt ?? record.endedAt ?? startedAt;
  const { call } = context;
  const hide = (number: string) => (number === remoteNumber(call) ? maskDigits(number, digits) : number);
  return {
    id,
    project,
    flow: flow.name,
    version: flow.version,
    direction: call.direction,
    from: hide(call.from),
    to: hide(call.to),
    startedAt: iso(startedAt),
    ...(read.answeredAt !== undefined && { answeredAt: iso(read.answeredAt) }),
    endedAt: iso(endedAt),
    durationMs: endedAt - startedAt,
    answeredMs: endedAt - (read.answeredAt ?? endedAt),
    reason: call.reason === '' ? 'unknown' : call.reason,
    hungUp: read.hungUp,
    outcomes: context.milestones,
    steps: read.steps,
    stepCount: context.steps,
    transfers: read.transfers.map((transfer) => toTransfer(transfer)),
    recordings: [...read.recordings.values()],
    noInput: read.misses.no_input,
    noMatch: read.misses.no_match,
    failures: read.failures,
  };
}

function readTrace({ flow: { name } }: CallRecord, trace: readonly TraceEntry[]): Reading {
  const reading: Reading = {
    flow: name,
    answeredAt: undefined,
    endedAt: undefined,
    hungUp: false,
    steps: [],
    transfers: [],
    recordings: new Map(),
    misses: { no_input: 0, no_match: 0 },
    failures: [],
  };
  for (const entry of trace) {
    if (!entry.notes.some((note) => isIgnored(note))) readEvent(reading, entry);
    for (const note of entry.notes) readNote(reading, note, { main: name, at: entry.at });
    if (beginsConversation(entry)) talks(reading.transfers.at(-1), entry.at);
  }
  return reading;
}

function readEvent(reading: Reading, { event, at }: TraceEntry): void {
  if (event.type === 'connected' || impliesAnswer(event)) reading.answeredAt ??= at;
  const transfer = reading.transfers.at(-1);
  if (event.type === 'unbridged') {
    hungUp(transfer, at);
    // Whoever is busy or does not answer ends none; the next party of a hunt list may begin one.
    if (event.reason === 'normal' && transfer !== undefined) transfer.isOver = true;
  }
  if (event.type === 'recording' && event.state !== 'started') tellRecording(reading, event.state, event.url);
  if (event.type !== 'disconnected') return;
  reading.endedAt ??= at;
  hungUp(transfer, at);
  if (event.recordingUrl !== undefined) tellRecording(reading, 'completed', event.recordingUrl);
}

/** A party that answers late is that of the step which takes it up, after the notes of the same event. */
function talks(transfer: Reading['transfers'][number] | undefined, at: number): void {
  if (transfer === undefined) return;
  transfer.bridgedAt ??= at;
  // Word of its end came first: nobody knows how long it was, and it does not go on.
  if (transfer.isOver) transfer.talkedMs ??= 0;
}

function hungUp(transfer: Reading['transfers'][number] | undefined, at: number): void {
  if (transfer?.bridgedAt !== undefined) transfer.talkedMs ??= at - transfer.bridgedAt;
}

/** The same recording may be told of twice. */
function tellRecording({ recordings }: Reading, state: Recording['state'], url?: string): void {
  recordings.set(url ?? `${state} ${recordings.size}`, { state, ...(url !== undefined && { url }) });
}

function readNote(
  reading: Reading,
  note: TraceEntry['notes'][number],
  { main, at }: { main: string; at: number },
): void {
  const miss = findMiss(note);
  if (miss !== undefined) reading.misses[miss] += 1;
  if (note.kind === 'flow') reading.flow = note.name;
  if (note.kind === 'ended') {
    reading.endedAt ??= at;
    reading.hungUp = note.hungUp === true;
  }
  if (note.kind === 'failed' && reading.failures.length < MOST_FAILURES)
    reading.failures.push({ step: named(note.step), code: note.code });
  if (note.kind === 'outcome') {
    const transfer = reading.transfers.at(-1);
    if (transfer?.step === named(note.step)) transfer.outcome ??= note.outcome;
  }
  if (note.kind !== 'entered') return;
  if (reading.steps.length < MOST_STEPS) reading.steps.push(named(note.step));
  if (note.verb === 'connect') reading.transfers.push({ step: named(note.step), at });

  function named(step: string): string {
    return qualifyStep(main, reading.flow, step);
  }
}

function toTransfer({ step, at, talkedMs, outcome }: Reading['transfers'][number]): Transfer {
  return {
    step,
    at: iso(at),
    ...(talkedMs !== undefined && { talkedMs }),
    ...(outcome !== undefined && { outcome }),
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
