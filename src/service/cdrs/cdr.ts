/**
 * The call detail record (CDR) of an ended call, for billing and reports. It is derived from the stored call and its trace,
 * and holds no input of callers. schemas/cdr.schema.json is the contract.
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
import { PLATFORM } from '../../engine/ports/index.ts';

/** One attempt of a flow to connect the call to another party. */
interface Transfer {
  /** The step that tried. */
  step: string;
  /** Start, ISO 8601. */
  at: string;
  /** Talk time, ms; 0 if unknown; absent if they were not connected. */
  talkedMs?: number;
  /** Outcome of the step: `done`, `busy` …; absent if the call ended first. */
  outcome?: string;
}

interface Recording {
  state: 'completed' | 'failed';
  /** URL at the carrier; fetching it requires its credentials. */
  url?: string;
}

interface Failure {
  step: string;
  code: string;
}

export interface Cdr {
  id: string;
  project: string;
  flow: string;
  /** Version on which the call began. */
  version: string;
  direction: 'inbound' | 'outbound';
  /** Name of the carrier: `platform`, or one of the service's own. */
  carrier: string;
  from: string;
  to: string;
  /** Times are ISO 8601, UTC. */
  startedAt: string;
  /** Absent if nobody answered. */
  answeredAt?: string;
  endedAt: string;
  /** True if the carrier lost the call: `endedAt` and talk times end when that was noticed, which may be too late. */
  endIsEstimated?: true;
  /** Time from start to end. */
  durationMs: number;
  /** Time from answer to end; 0 if not answered. */
  answeredMs: number;
  /** End reason; `unknown` if none was reported. */
  reason: string;
  /** True when the caller hung up before any outcome and without being connected to anybody; same as in `stats`. */
  hungUp: boolean;
  /** Business outcomes that the call reached. */
  outcomes: string[];
  /** Steps in order of entry, those of another flow as `flow/step`; at most `MAX_STEPS`. */
  steps: string[];
  /** Total number of entered steps. */
  stepCount: number;
  transfers: Transfer[];
  recordings: Recording[];
  /** Number of questions that were not answered in time. */
  noInput: number;
  /** Number of answers that matched nothing. */
  noMatch: number;
  failures: Failure[];
}

/** Maximum number of steps listed; further ones are only counted. */
const MAX_STEPS = 500;
const MAX_FAILURES = 50;

/** State while reading the trace, entry by entry. */
interface Reading {
  /** The current flow. */
  flow: string;
  answeredAt: number | undefined;
  endedAt: number | undefined;
  endIsEstimated?: true;
  hungUp: boolean;
  steps: string[];
  /** Transfers so far; the first open one is the last. */
  transfers: (Omit<Transfer, 'at'> & { at: number; bridgedAt?: number; isOver?: true })[];
  recordings: Map<string, Recording>;
  misses: { no_input: number; no_match: number };
  failures: Failure[];
}

/** Creates the CDR of an ended call. Masks the last `digits` digits of the remote party's number. */
export function toCdr(record: CallRecord, trace: readonly TraceEntry[], digits = 0): Cdr {
  const { id, project, flow, startedAt, context } = record;
  const read = readTrace(record, trace);
  const endedAt = read.endedAt ?? record.endedAt ?? startedAt;
  const { call } = context;
  const maskRemote = (number: string) =>
    number === remoteNumber(call) ? maskDigits(number, digits) : number;
  return {
    id,
    project,
    flow: flow.name,
    version: flow.version,
    direction: call.direction,
    carrier: record.carrier ?? PLATFORM,
    from: maskRemote(call.from),
    to: maskRemote(call.to),
    startedAt: toIso(startedAt),
    ...(read.answeredAt !== undefined && { answeredAt: toIso(read.answeredAt) }),
    endedAt: toIso(endedAt),
    ...(read.endIsEstimated === true && { endIsEstimated: true }),
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
    if (beginsConversation(entry)) beginTalk(reading.transfers.at(-1), entry.at);
  }
  return reading;
}

function readEvent(reading: Reading, { event, at }: TraceEntry): void {
  if (event.type === 'connected' || impliesAnswer(event)) reading.answeredAt ??= at;
  const transfer = reading.transfers.at(-1);
  if (event.type === 'unbridged') {
    endTalk(transfer, at);
    // A busy or unanswered party does not end the transfer; the next party of a hunt list may be connected.
    if (event.reason === 'normal' && transfer !== undefined) transfer.isOver = true;
  }
  if (event.type === 'recording' && event.state !== 'started')
    updateRecording(reading, event.state, event.url);
  if (event.type !== 'disconnected') return;
  reading.endedAt ??= at;
  if (event.isInferred === true) reading.endIsEstimated = true;
  endTalk(transfer, at);
  if (event.recordingUrl !== undefined) updateRecording(reading, 'completed', event.recordingUrl);
}

/** Called after the notes of the event, since a late answer belongs to the step that handles it. */
function beginTalk(transfer: Reading['transfers'][number] | undefined, at: number): void {
  if (transfer === undefined) return;
  transfer.bridgedAt ??= at;
  // The end was reported first: the duration is unknown, and the conversation is over.
  if (transfer.isOver) transfer.talkedMs ??= 0;
}

function endTalk(transfer: Reading['transfers'][number] | undefined, at: number): void {
  if (transfer?.bridgedAt !== undefined) transfer.talkedMs ??= at - transfer.bridgedAt;
}

/** Adds or updates a recording; the same one may be reported twice. */
function updateRecording({ recordings }: Reading, state: Recording['state'], url?: string): void {
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
  if (note.kind === 'failed' && reading.failures.length < MAX_FAILURES)
    reading.failures.push({ step: qualifyName(note.step), code: note.code });
  if (note.kind === 'outcome') {
    const transfer = reading.transfers.at(-1);
    if (transfer?.step === qualifyName(note.step)) transfer.outcome ??= note.outcome;
  }
  if (note.kind !== 'entered') return;
  if (reading.steps.length < MAX_STEPS) reading.steps.push(qualifyName(note.step));
  if (note.verb === 'connect') reading.transfers.push({ step: qualifyName(note.step), at });

  function qualifyName(step: string): string {
    return qualifyStep(main, reading.flow, step);
  }
}

function toTransfer({ step, at, talkedMs, outcome }: Reading['transfers'][number]): Transfer {
  return {
    step,
    at: toIso(at),
    ...(talkedMs !== undefined && { talkedMs }),
    ...(outcome !== undefined && { outcome }),
  };
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}

/** Replaces the last digits of a number by stars; country and area stay readable. */
function maskDigits(number: string, digits: number): string {
  if (digits === 0) return number;
  const isOneOfTheLast = `(?=(?:\\D*\\d){0,${digits - 1}}\\D*$)`;
  return number.replaceAll(new RegExp(`\\d${isOneOfTheLast}`, 'g'), '*');
}
