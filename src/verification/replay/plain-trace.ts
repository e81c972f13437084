/**
 * Normalizes traces: removes everything that differs between two runs of the same call, such as ids, times,
 * fingerprints, masked values and network details. Two calls that went the same way have the same plain trace.
 */
import { isIgnored } from '../../call/index.ts';
import type { CallEvent, Note, TraceEntry } from '../../call/index.ts';

/** One entry of a plain trace. */
export interface PlainEntry {
  /** Number of the original entry. */
  seq: number;
  /** ms since the call began. */
  afterMs: number;
  event: Record<string, unknown>;
  notes: Note[];
  commands: string[];
  state: string;
}

interface Named {
  id: string;
  startedAt: number;
  trace: readonly TraceEntry[];
}

/** Events that only announce the start of something. */
const ROUTINE = ['initiated', 'ringing', 'bridging', 'dialed', 'command_taken'] satisfies CallEvent['type'][];

/** Fields of events that differ between two runs of the same call: names, times, the platform's own texts. */
const VARYING_FIELDS = [
  ...['at', 'key', 'voiceId', 'promptRef', 'number', 'detail', 'errorCode'],
  ...['recordingUrl', 'durationS', 'recordingDurationS', 'url'],
];

/** Normalizes a trace, without entries that changed nothing. */
export function toPlainTrace(call: Named): PlainEntry[] {
  const names = listNames(call);
  const replaceNames = (text: string) =>
    names.reduce((result, [name, stands]) => result.replaceAll(name, stands), text);
  return call.trace
    .filter((entry, index) => hasMoved(entry, call.trace[index - 1]))
    .map(
      (entry) => JSON.parse(replaceNames(JSON.stringify(toPlainEntry(entry, call.startedAt)))) as PlainEntry,
    );
}

/** First difference of two traces. */
export interface Parting {
  /** Entry of the first trace; absent if it has ended. */
  recorded?: PlainEntry;
  /** Entry of the other one. */
  replayed?: PlainEntry;
  /** Part of the entry that differs first. */
  what: keyof PlainEntry | 'length';
}

/** Finds the first entry in which two plain traces differ, regardless of times; undefined if they are the same. */
export function findParting(one: readonly PlainEntry[], other: readonly PlainEntry[]): Parting | undefined {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const [recorded, replayed] = [one[index], other[index]];
    const what = recorded && replayed ? findDifference(recorded, replayed) : 'length';
    if (what !== undefined) return { ...(recorded && { recorded }), ...(replayed && { replayed }), what };
  }
  return undefined;
}

/** Returns the maximum difference of times, ms. */
export function measureLateness(one: readonly PlainEntry[], other: readonly PlainEntry[]): number {
  return Math.max(
    0,
    ...one.map(({ afterMs }, index) => Math.abs(afterMs - (other[index]?.afterMs ?? afterMs))),
  );
}

function findDifference(one: PlainEntry, other: PlainEntry): keyof PlainEntry | undefined {
  const parts = ['event', 'notes', 'commands', 'state'] as const;
  return parts.find((part) => JSON.stringify(one[part]) !== JSON.stringify(other[part]));
}

/**
 * True if an entry changed anything. The platform's listening timeouts do not count while the call listens on, since
 * their number varies.
 */
function hasMoved({ event, notes, commands, state }: TraceEntry, before: TraceEntry | undefined): boolean {
  if (event.type === 'silence' && notes.length === 0) return false;
  if (commands.length > 0 || state !== before?.state) return true;
  if (ROUTINE.some((type) => type === event.type) || isRefusalAtEnd(event)) return false;
  return notes.some((note) => !isIgnored(note));
}

/** True for a refusal because the call has ended, which races with the end itself. */
function isRefusalAtEnd(event: CallEvent): boolean {
  return event.type === 'command_failed' && event.failure.callEnded;
}

function toPlainEntry({ seq, at, event, notes, commands, state }: TraceEntry, startedAt: number): PlainEntry {
  return {
    seq,
    afterMs: at - startedAt,
    // The timeout of the platform and our own deadline race, depending on the speed of the speech.
    event: notes.some(({ kind }) => kind === 'no_input') ? { type: 'no_answer' } : toPlainEvent(event),
    notes: notes.map((note) => removeDetail(note, event)),
    commands: commands.map(({ kind }) => kind),
    state,
  };
}

/** Replaces the platform's own text in a failure, which differs between platforms. */
function removeDetail(note: Note, event: CallEvent): Note {
  const detail = 'detail' in event ? event.detail : undefined;
  if (note.kind !== 'failed' || detail === undefined || detail === '') return note;
  return { ...note, message: note.message.replaceAll(detail, '<detail>') };
}

/**
 * Sorts fields by name, so that events can be compared as text. Keys on a bridge are not numbers, so `lossy` does not
 * matter.
 */
function toPlainEvent(event: CallEvent): Record<string, unknown> {
  const isIdle = (name: string) => event.type === 'bridge_digits' && name === 'lossy';
  const fields = Object.entries(event).filter(([name]) => !VARYING_FIELDS.includes(name) && !isIdle(name));
  const answer = event.type === 'answered' && 'status' in event.answer && toPlainAnswer(event.answer);
  return Object.fromEntries(
    [...fields, ...(answer ? [['answer', answer] as const] : [])].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Drops the headers, which depend on the network. */
function toPlainAnswer({ status, body }: { status: number; body: string }) {
  return { status, body };
}

/**
 * Lists names that vary between runs (of the call, rooms, jobs and errors) with their placeholders, the longest first.
 */
function listNames({ id, trace }: Named): [string, string][] {
  const answers = trace.flatMap(({ event }) =>
    event.type === 'command_done' ? Object.values(event.answer).filter(isName) : [],
  );
  const lost = trace.flatMap(({ event }) =>
    event.type === 'answered' && 'failed' in event.answer
      ? [[event.answer.message, event.answer.failed]]
      : [],
  );
  const refused = trace.flatMap(({ event }) => (event.type === 'command_failed' ? [event.failure] : []));
  const names: [string, string][] = [
    [id, '<call>'],
    ...[...new Set(answers)].map((name, index): [string, string] => [name, `<answer ${index + 1}>`]),
    ...refused.map(({ code, message }): [string, string] => [message, `<refused ${code}>`]),
    ...lost.map(([message = '', failed = '']): [string, string] => [message, `<${failed}>`]),
  ];
  return names
    .map(([name, stands]): [string, string] => [JSON.stringify(name).slice(1, -1), stands])
    .filter(([name]) => name !== '')
    .sort(([a], [b]) => b.length - a.length);
}

/** True for a generated name rather than an ordinary word. */
function isName(value: string): boolean {
  return value.length >= 6 && /\d/.test(value);
}
