/**
 * Trace entries as stores and recordings keep them. Up to record format 2 a reason was a sentence; it is read as a code with
 * its facts, once, here. Entries carry no format of their own: only such an older note has the kind `because` and no code.
 *
 * TRACE-1 A sentence that no code stands for is kept as it is, in a `legacy_note`.
 */
import type { CallEvent } from './events.ts';
import type { Ignored, Note, Reason } from './notes.ts';
import { isCause, isReasonCode } from './note-text.ts';
import type { ShownEntry, ShownNote } from './note-text.ts';
import type { TraceEntry } from './trace.ts';

/** A reason of an earlier release. */
interface OldReason {
  kind: 'because';
  text: string;
  code?: undefined;
}

/** A note of any release, as it is stored or shown. */
type AnyNote = Note | ShownNote | OldReason;

/** Reads the JSON of a stored entry, of this release or an earlier one. */
export function readTraceEntry(json: string): TraceEntry {
  return upgradeEntry(JSON.parse(json) as TraceEntry);
}

/** Returns an entry that was stored or shown by any release, with codes and facts alone; itself where it has only these. */
export function upgradeEntry(entry: TraceEntry | ShownEntry): TraceEntry {
  const notes: readonly AnyNote[] = entry.notes;
  if (!notes.some(({ kind }) => kind === 'because')) return entry as TraceEntry;
  return { ...entry, notes: notes.map((note) => upgradeNote(note, entry.event)) };
}

function upgradeNote(note: AnyNote, event: CallEvent): Note {
  if (note.kind !== 'because') return note;
  if (note.code === undefined) return parseSentence(note.text, event);
  const { kind: _kind, code, text, ...facts } = note;
  const reason = { kind: code, ...facts } as Reason;
  const isKnown = reason.kind === 'ignored' ? isCause(reason.why) : isReasonCode(code);
  return isKnown && reason.kind !== 'legacy_note' ? reason : { kind: 'legacy_note', text };
}

/** Returns the reason that a sentence of an earlier release stands for. */
function parseSentence(text: string, event: CallEvent): Reason {
  const known = parseNetworkError(text, event) ?? parseByPattern(text, patterns);
  return known ?? { kind: 'legacy_note', text };
}

/** The sentence for a web service without an answer was the network's own, which the event has too. */
function parseNetworkError(text: string, event: CallEvent): Reason | undefined {
  if (event.type !== 'answered' || !('failed' in event.answer)) return undefined;
  const { failed, message } = event.answer;
  return message === text ? { kind: failed, detail: message } : undefined;
}

type Facts = Record<string, string>;
type Pattern<Result> = readonly [sentence: RegExp, toNote: (facts: Facts) => Result];

function parseByPattern<Result>(text: string, known: readonly Pattern<Result>[]): Result | undefined {
  for (const [sentence, toNote] of known) {
    const found = sentence.exec(text);
    if (found !== null) return toNote({ ...found.groups });
  }
  return undefined;
}

const ignoredPatterns: readonly Pattern<Ignored>[] = [
  [/^the same notification came before$/, () => ({ kind: 'ignored', why: 'repeated' })],
  [/^nothing depends on it$/, () => ({ kind: 'ignored', why: 'routine' })],
  [/^the call has ended$/, () => ({ kind: 'ignored', why: 'call_ended' })],
  [/^the call is already known$/, () => ({ kind: 'ignored', why: 'call_known' })],
  [/^the call is already connected$/, () => ({ kind: 'ignored', why: 'connected' })],
  [/^the call is already bridged$/, () => ({ kind: 'ignored', why: 'bridged' })],
  [/^the call was placed all the same$/, () => ({ kind: 'ignored', why: 'placed' })],
  [
    /^"(?<state>.*)" is not a notification that we use$/s,
    ({ state = '' }) => ({ kind: 'ignored', why: 'unused', state }),
  ],
  [
    /^it answers visit (?<visit>\d+), which is over$/,
    ({ visit }) => ({ kind: 'ignored', why: 'visit_over', visit: Number(visit) }),
  ],
  [
    /^it is about play (?<play>\d+), which is no longer heard$/,
    ({ play }) => ({ kind: 'ignored', why: 'play_over', play: Number(play) }),
  ],
  [
    /^it answers play (?<play>\d+), asked before visit (?<visit>\d+) began$/,
    ({ play, visit }) => ({
      kind: 'ignored',
      why: 'earlier_play',
      play: Number(play),
      visit: Number(visit),
    }),
  ],
  [
    /^command (?<command>\d+) was sent before visit (?<visit>\d+) began$/,
    ({ command, visit }) => ({
      kind: 'ignored',
      why: 'earlier_command',
      command: Number(command),
      visit: Number(visit),
    }),
  ],
  [
    /^it is about the stream that command (?<command>\d+) has stopped$/,
    ({ command }) => ({ kind: 'ignored', why: 'stream_stopped', command: Number(command) }),
  ],
];

/** The more a pattern leaves open, the later it stands. */
const patterns: readonly Pattern<Reason | undefined>[] = [
  [/^ignored: (?<cause>.*)$/s, ({ cause = '' }) => parseByPattern(cause, ignoredPatterns)],
  [/^the caller answered nothing in time$/, () => ({ kind: 'no_input' })],
  [/^nobody could tell what the caller said$/, () => ({ kind: 'unrecognized' })],
  [/^no answer came in time$/, () => ({ kind: 'timeout' })],
  [/^a message came$/, () => ({ kind: 'message' })],
  [/^the call has ended: nobody is there to hear this step$/, () => ({ kind: 'nobody_there' })],
  [/^two people talk: this step waits until they have ended$/, () => ({ kind: 'waits_for_bridge' })],
  [/^the refusal says that two people talk$/, () => ({ kind: 'bridged_by_refusal' })],
  [/^the platform says the call is over: waiting for its word why$/, () => ({ kind: 'awaits_disconnect' })],
  [
    /^turned away: the project has as many calls as it may$/,
    () => ({ kind: 'turned_away', why: 'too_many_calls' }),
  ],
  [
    /^(?<events>\d+) events so far: from here on, those that change nothing are not kept$/,
    ({ events }) => ({ kind: 'trace_full', events: Number(events) }),
  ],
  [
    /^the service answered (?<status>\d+), (?<chars>\d+) characters(?:; redirections are not followed)?$/,
    ({ status, chars }) => ({ kind: 'answered', status: Number(status), chars: Number(chars) }),
  ],
  [/^nothing waits for "(?<event>[^"]*)" here$/, ({ event = '' }) => ({ kind: 'unawaited', event })],
  [
    /^it is \w{3} (?<local>\d{4}-\d\d-\d\d \d\d:\d\d) in (?<zone>[\w+\-/]+): (?:(?<state>open|closed)|a holiday(?: \((?<holiday>.*)\))?)$/s,
    ({ local = '', zone = '', state = 'holiday', holiday }) => ({
      kind: 'hours',
      state: state as 'open' | 'closed' | 'holiday',
      local,
      ...(holiday !== undefined && { holiday }),
      zone,
    }),
  ],
  [
    /^asks (?<method>[A-Z]+) (?<url>\S*?)(?: \(attempt (?<attempt>\d+)\))?$/,
    ({ method = '', url = '', attempt }) => ({
      kind: 'asks',
      method,
      url,
      ...(attempt !== undefined && { attempt: Number(attempt) }),
    }),
  ],
  [
    /^the table "(?<name>[^"]*)" has (?<row>no such|such a) row$/,
    ({ name = '', row }) => ({ kind: 'row', table: name, found: row === 'such a' }),
  ],
  [
    /^the message to (?<to>.*?) is (?<status>\w+)(?:: (?<detail>.*))?$/s,
    ({ to = '', status = '', detail }) => ({
      kind: 'sms',
      to,
      status,
      ...(detail !== undefined && { detail }),
    }),
  ],
  [
    /^messages: (?<list>(?:\d+ \w+(?:, \d+ \w+)*)?)$/,
    ({ list = '' }) => ({ kind: 'sms_counts', counts: parseCounts(list) }),
  ],
  [
    /^the condition of case (?<number>\d+) is (?<holds>true|false)$/,
    ({ number, holds }) => ({ kind: 'case', if: Number(number), holds: holds === 'true' }),
  ],
  [/^(?<keys>[0-9*#A-D]+) was pressed on the bridge$/, ({ keys = '' }) => ({ kind: 'bridge_key', keys })],
  [/^"(?<keys>[^"]*)" may go on$/, ({ keys = '' }) => ({ kind: 'incomplete', keys })],
  [
    /^"(?<keys>[^"]*)" came with it and is dropped: keys answer one question$/,
    ({ keys = '' }) => ({ kind: 'surplus', keys }),
  ],
  [
    /^(?:what was said|"(?<input>.*)") fits nothing that is asked for$/s,
    ({ input }) => ({ kind: 'no_match', ...(input !== undefined && { input }) }),
  ],
  [
    /^(?:what was said|"(?<said>.*)") is heard as (?<as>\S+)$/s,
    ({ said, as = '' }) => ({ kind: 'heard', ...(said !== undefined && { said }), as }),
  ],
  [
    /^(?<condition>.*) is (?<holds>true|false)$/s,
    ({ condition = '', holds }) => ({ kind: 'case', if: condition, holds: holds === 'true' }),
  ],
];

function parseCounts(list: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, count, status = ''] of list.matchAll(/(\d+) (\w+)/g)) counts[status] = Number(count);
  return counts;
}
