/** The trace of a call as moments that one can step through: what was heard, pressed and said, the moves and their reasons. */
import type { GetCallTraceResponse } from '../../api/generated/index.ts';
import type { CallEvent, ShownEntry, ShownNote } from '../../../call/index.ts';

type TraceItem = GetCallTraceResponse['trace'][number];

/** State of the call after a moment. */
export type CallState = NonNullable<TraceItem['after']>;

/** A line of the transcript. `flow`: what the flow says; `caller`: keys, words or a message; `remark`: what else happened. */
export interface TranscriptLine {
  who: 'flow' | 'caller' | 'remark';
  text: string;
}

/** Why the call went on as it did. */
export type Cause =
  | { kind: 'move'; step: string; outcome: string; to: string }
  | { kind: 'reason'; text: string; isMiss: boolean }
  | { kind: 'failure'; text: string; code: string };

/** An event of the call that had an effect. */
export interface Moment {
  seq: number;
  /** Time since the begin of the call, ms. */
  offsetMs: number;
  /** Description of the event, a short sentence. */
  title: string;
  /** Keys that were pressed, for the time line. */
  keys?: string;
  lines: readonly TranscriptLine[];
  causes: readonly Cause[];
  /** Steps of the call's own flow that were entered, in order. */
  entered: readonly string[];
  /** The step after the moment and the flow it belongs to; at the end of the call the step in which it ended. */
  place: { flow: string; step: string };
  /** True for the moment in which the call ended; the finalizer may go on. */
  isEnd: boolean;
  /** Absent if the API does not know it. */
  after?: CallState;
}

/** Reads the moments of a trace. Events without an effect that a person would look for are left out. */
export function readMoments({ call, trace }: Pick<GetCallTraceResponse, 'call' | 'trace'>): Moment[] {
  const moments: Moment[] = [];
  let place = { flow: call.flow, step: '' };
  for (const item of trace) {
    const entry = item as unknown as ShownEntry;
    const notes = entry.notes.filter((note) => !(note.kind === 'because' && note.code === 'ignored'));
    const visits = readVisits(notes, place);
    const end = notes.find((note) => note.kind === 'ended');
    const title = end?.hungUp === true ? 'the caller hung up' : describeEntry(entry.event, notes);
    const before = place;
    place = visits.at(-1) ?? place;
    if (notes.length === 0 && !LOUD.has(entry.event.type)) continue;
    const keys = readKeys(entry.event);
    moments.push({
      seq: entry.seq,
      offsetMs: entry.at - call.startedAt,
      title,
      ...(keys !== undefined && { keys }),
      lines: [...readCallerLines(entry.event, title), ...notes.flatMap(readSpokenLines)],
      causes: notes.flatMap(readCauses),
      entered: visits.filter(({ flow, step }) => flow === call.flow && step !== '').map(({ step }) => step),
      place: end !== undefined && entry.event.type === 'disconnected' ? before : place,
      isEnd: end !== undefined,
      ...(item.after && { after: item.after }),
    });
  }
  return moments;
}

/** Events that are shown even without notes. */
const LOUD: ReadonlySet<CallEvent['type']> = new Set<CallEvent['type']>([
  'digits',
  'bridge_digits',
  'speech',
  'message',
  'bridged',
  'unbridged',
  'disconnected',
  'command_failed',
  'hang_up',
]);

/** Follows the flow and the step through the notes of one event. */
function readVisits(notes: readonly ShownNote[], before: Moment['place']): Moment['place'][] {
  const visits: Moment['place'][] = [];
  let { flow } = before;
  for (const note of notes) {
    if (note.kind === 'flow') ({ name: flow } = note);
    if (note.kind === 'entered') visits.push({ flow, step: note.step });
  }
  return visits;
}

function readKeys(event: CallEvent): string | undefined {
  return event.type === 'digits' || event.type === 'bridge_digits' ? event.digits : undefined;
}

function readCallerLines(event: CallEvent, title: string): TranscriptLine[] {
  switch (event.type) {
    case 'digits':
    case 'bridge_digits':
      return [{ who: 'caller', text: event.digits }];
    case 'speech':
      return event.text === '' ? [] : [{ who: 'caller', text: `“${event.text}”` }];
    case 'message':
      return [{ who: 'caller', text: `Message: ${event.text}` }];
    case 'bridged':
    case 'unbridged':
    case 'disconnected':
    case 'command_failed':
    case 'hang_up':
      return [{ who: 'remark', text: title }];
    default:
      return [];
  }
}

function readSpokenLines(note: ShownNote): TranscriptLine[] {
  if (note.kind === 'says') return [{ who: 'flow', text: note.text }];
  if (note.kind === 'failed') return [{ who: 'remark', text: `${note.step} failed: ${note.message}` }];
  if (note.kind === 'because' && (note.code === 'asks' || note.code === 'answered'))
    return [{ who: 'remark', text: note.text }];
  if (note.kind === 'because' && note.code === 'no_input') return [{ who: 'remark', text: note.text }];
  return [];
}

/** Targets of outcomes that are no steps, in words. */
const TARGETS: Readonly<Record<string, string>> = {
  hangup: 'hang up',
  'on.error': 'the error path',
  $end: 'the end',
};

function readCauses(note: ShownNote): Cause[] {
  switch (note.kind) {
    case 'outcome':
      return [{ kind: 'move', step: note.step, outcome: note.outcome, to: TARGETS[note.to] ?? note.to }];
    case 'because':
      return [{ kind: 'reason', text: note.text, isMiss: MISSES.has(note.code) }];
    case 'failed':
      return [{ kind: 'failure', text: `${note.step}: ${note.message}`, code: note.code }];
    case 'milestone':
      return [{ kind: 'reason', text: `reached “${note.name}”`, isMiss: false }];
    case 'flow':
      return [{ kind: 'reason', text: `continues in the flow ${note.name}`, isMiss: false }];
    case 'ended':
      return [{ kind: 'reason', text: describeEnd(note), isMiss: note.failed === true }];
    default:
      return [];
  }
}

function describeEnd({ reason, hungUp, step }: Extract<ShownNote, { kind: 'ended' }>): string {
  if (hungUp !== true) return `the call has ended: ${reason}`;
  return step === undefined ? 'the caller hung up' : `the caller hung up at step “${step}”`;
}

/** Reasons that mean that something did not go as meant. */
const MISSES: ReadonlySet<string> = new Set([
  'no_input',
  'no_match',
  'unrecognized',
  'timeout',
  'unreachable',
  'egress_denied',
  'turned_away',
]);

/** Descriptions of events whose type says everything. */
const EVENTS: Partial<Record<CallEvent['type'], string>> = {
  incoming: 'the call comes in',
  placed: 'the call is placed',
  connected: 'the call is answered',
  played: 'the prompt has been played',
  silence: 'the caller pressed nothing',
  bridged: 'the other party answers',
  bridging: 'the other party is being called',
  hang_up: 'an operator ends the call',
  wake: 'a time limit has passed',
  answered: 'a web service has answered',
  command_done: 'the platform has done what was asked',
  delivery: 'a report on a message has come in',
  joined: 'the caller is in the room',
  recording: 'the recording has changed',
};

/** Describes an event, and that an answer matched nothing. */
function describeEntry(event: CallEvent, notes: readonly ShownNote[]): string {
  const isMiss = notes.some((note) => note.kind === 'because' && note.code === 'no_match');
  return `${describeEvent(event)}${isMiss ? ', which matches nothing here' : ''}`;
}

function describeEvent(event: CallEvent): string {
  switch (event.type) {
    case 'digits':
    case 'bridge_digits':
      return `the caller pressed ${event.digits}`;
    case 'speech':
      return event.text === ''
        ? 'the caller said nothing that was understood'
        : `the caller said “${event.text}”`;
    case 'message':
      return `a message from ${event.from}`;
    case 'disconnected':
      return `the call has ended: ${event.detail ?? event.reason}`;
    case 'unbridged':
      return `the other party is gone: ${event.detail ?? event.reason}`;
    case 'command_failed':
      return `“${event.kind}” failed: ${event.failure.message}`;
    default:
      return EVENTS[event.type] ?? event.type.replaceAll('_', ' ');
  }
}

/** Returns the line of the step that a moment shows. The state of the last one may be that of the finalizer: earlier ones are asked then. */
export function findLine(
  moments: readonly Pick<Moment, 'place' | 'after'>[],
  index: number,
): number | undefined {
  const place = moments[index]?.place;
  const shown = moments
    .slice(0, index + 1)
    .findLast(({ after }) => after?.flow === place?.flow && after?.step === place?.step);
  return shown?.after?.line;
}

/**
 * Returns the index of the chosen moment: `at` counts from 1, and beyond an end it is the first or the last one. Without a
 * number it is the moment in which the call ended, or the last one.
 */
export function chooseMoment(at: string | undefined, moments: readonly Pick<Moment, 'isEnd'>[]): number {
  const wanted = Number(at);
  if (at !== undefined && /^-?\d+$/.test(at)) return Math.min(Math.max(wanted, 1), moments.length) - 1;
  const end = moments.findIndex(({ isEnd }) => isEnd);
  return end === -1 ? moments.length - 1 : end;
}

/** Returns the steps of the call's own flow that were entered up to a moment, in order. */
export function listPath(moments: readonly Moment[], index: number): string[] {
  return moments.slice(0, index + 1).flatMap(({ entered }) => entered);
}

/** Returns the index of the moment that shows a step: the last one that entered it up to the chosen one, else the first. */
export function findMomentOf(moments: readonly Moment[], step: string, index: number): number | undefined {
  const has = ({ entered }: Moment) => entered.includes(step);
  const before = moments.slice(0, index + 1).findLastIndex(has);
  if (before !== -1) return before;
  const first = moments.findIndex(has);
  return first === -1 ? undefined : first;
}

/** Times between two labels of the scale, s. */
const STEPS_S = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];
const MAX_STEPS = 6;

/** Lists the times of a call to label, ms since its beginning: the beginning, the end, and round ones between that leave room for the end's. No second is labelled twice. */
export function listTicks(endMs: number): number[] {
  const step = 1_000 * (STEPS_S.find((seconds) => endMs / (1_000 * seconds) <= MAX_STEPS) ?? 7_200);
  const between = Array.from({ length: Math.floor(endMs / step) }, (_, index) => (index + 1) * step);
  const end = Math.floor(endMs / 1_000);
  const isApart = (ms: number) => endMs - ms >= step / 2 && Math.floor(ms / 1_000) < end;
  return [0, ...between.filter(isApart), ...(end > 0 ? [endMs] : [])];
}
