/**
 * Reads trace entries of any release. Up to record format 2 a reason was a sentence, which is converted to a code with facts
 * here and nowhere else. Entries have no format of their own: only a note of that time has the kind `because` and no code.
 * A refusal without its meaning gets the one of the platform's code.
 *
 * TRACE-1 A sentence without a code becomes a `legacy_note` with the same text.
 */
import type { CallEvent } from './events.ts';
import { findOldMeaning } from './formats/index.ts';
import type { Ignored, Note, Reason } from './notes.ts';
import { isCause, isReasonCode, type ShownEntry, type ShownNote } from './note-text.ts';
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

/** Converts an entry that any release has stored or shown to codes and facts. Returns the entry itself when nothing changes. */
export function upgradeEntry(entry: TraceEntry | ShownEntry): TraceEntry {
  const event = addMeaning(entry.event);
  const notes: readonly AnyNote[] = entry.notes;
  const hasSentences = notes.some(({ kind }) => kind === 'because');
  if (!hasSentences && event === entry.event) return entry as TraceEntry;
  return { ...entry, event, notes: notes.map((note) => upgradeNote(note, event)) };
}

function addMeaning(event: CallEvent): CallEvent {
  if (event.type !== 'command_failed' || event.failure.means !== undefined) return event;
  const means = findOldMeaning(event.kind, event.failure.code);
  return means === undefined ? event : { ...event, failure: { ...event.failure, means } };
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
  return parseNetworkError(text, event) ?? parseByPattern(text) ?? { kind: 'legacy_note', text };
}

/** The sentence for a web service without an answer was the network's own, which the event has too. */
function parseNetworkError(text: string, event: CallEvent): Reason | undefined {
  if (event.type !== 'answered' || !('failed' in event.answer)) return undefined;
  const { failed, message } = event.answer;
  return message === text ? { kind: failed, detail: message } : undefined;
}

function parseByPattern(text: string): Reason | undefined {
  for (const [sentence, reason, convert = {}] of patterns) {
    const found = sentence.exec(text);
    if (found === null) continue;
    const facts: Record<string, unknown> = { ...reason };
    for (const [name, fact] of Object.entries({ ...found.groups } as Record<string, string | undefined>))
      if (fact !== undefined) facts[name] = convert[name]?.(fact) ?? fact;
    return facts as Reason;
  }
  return undefined;
}

/** A sentence, the reason without its facts, and the conversion of facts that are no text. Its groups are named after the facts. */
type Pattern = readonly [
  sentence: RegExp,
  reason: { kind: Reason['kind']; why?: Ignored['why'] | 'too_many_calls'; state?: 'holiday' },
  convert?: Readonly<Record<string, (text: string) => unknown>>,
];

const isTrue = (text: string) => text === 'true';
const numbers = {
  ...{ visit: Number, play: Number, command: Number, events: Number },
  ...{ status: Number, chars: Number, attempt: Number, if: Number, holds: isTrue },
};

/** The first match counts: general patterns come last. */
const patterns: readonly Pattern[] = [
  [/^ignored: the same notification came before$/, { kind: 'ignored', why: 'repeated' }],
  [/^ignored: nothing depends on it$/, { kind: 'ignored', why: 'routine' }],
  [/^ignored: the call has ended$/, { kind: 'ignored', why: 'call_ended' }],
  [/^ignored: the call is already known$/, { kind: 'ignored', why: 'call_known' }],
  [/^ignored: the call is already connected$/, { kind: 'ignored', why: 'connected' }],
  [/^ignored: the call is already bridged$/, { kind: 'ignored', why: 'bridged' }],
  [/^ignored: the call was placed all the same$/, { kind: 'ignored', why: 'placed' }],
  [/^ignored: "(?<state>.*)" is not a notification that we use$/s, { kind: 'ignored', why: 'unused' }],
  [
    /^ignored: it answers visit (?<visit>\d+), which is over$/,
    { kind: 'ignored', why: 'visit_over' },
    numbers,
  ],
  [
    /^ignored: it is about play (?<play>\d+), which is no longer heard$/,
    { kind: 'ignored', why: 'play_over' },
    numbers,
  ],
  [
    /^ignored: it answers play (?<play>\d+), asked before visit (?<visit>\d+) began$/,
    { kind: 'ignored', why: 'earlier_play' },
    numbers,
  ],
  [
    /^ignored: command (?<command>\d+) was sent before visit (?<visit>\d+) began$/,
    { kind: 'ignored', why: 'earlier_command' },
    numbers,
  ],
  [
    /^ignored: it is about the stream that command (?<command>\d+) has stopped$/,
    { kind: 'ignored', why: 'stream_stopped' },
    numbers,
  ],
  [/^(?<text>ignored: .*)$/s, { kind: 'legacy_note' }],
  [/^the caller answered nothing in time$/, { kind: 'no_input' }],
  [/^nobody could tell what the caller said$/, { kind: 'unrecognized' }],
  [/^no answer came in time$/, { kind: 'timeout' }],
  [/^a message came$/, { kind: 'message' }],
  [/^the call has ended: nobody is there to hear this step$/, { kind: 'nobody_there' }],
  [/^two people talk: this step waits until they have ended$/, { kind: 'waits_for_bridge' }],
  [/^the refusal says that two people talk$/, { kind: 'bridged_by_refusal' }],
  [/^the platform says the call is over: waiting for its word why$/, { kind: 'awaits_disconnect' }],
  [/^turned away: the project has as many calls as it may$/, { kind: 'turned_away', why: 'too_many_calls' }],
  [
    /^(?<events>\d+) events so far: from here on, those that change nothing are not kept$/,
    { kind: 'trace_full' },
    numbers,
  ],
  [
    /^the service answered (?<status>\d+), (?<chars>\d+) characters(?:; redirections are not followed)?$/,
    { kind: 'answered' },
    numbers,
  ],
  [/^nothing waits for "(?<event>[^"]*)" here$/, { kind: 'unawaited' }],
  [
    /^it is \w{3} (?<local>\d{4}-\d\d-\d\d \d\d:\d\d) in (?<zone>[\w+\-/]+): (?:(?<state>open|closed)|a holiday(?: \((?<holiday>.*)\))?)$/s,
    { kind: 'hours', state: 'holiday' },
  ],
  [/^asks (?<method>[A-Z]+) (?<url>\S*?)(?: \(attempt (?<attempt>\d+)\))?$/, { kind: 'asks' }, numbers],
  [
    /^the table "(?<table>[^"]*)" has (?<found>no such|such a) row$/,
    { kind: 'row' },
    { found: (row) => row === 'such a' },
  ],
  [/^the message to (?<to>.*?) is (?<status>\w+)(?:: (?<detail>.*))?$/s, { kind: 'sms' }],
  [/^messages: (?<counts>(?:\d+ \w+(?:, \d+ \w+)*)?)$/, { kind: 'sms_counts' }, { counts: parseCounts }],
  [/^the condition of case (?<if>\d+) is (?<holds>true|false)$/, { kind: 'case' }, numbers],
  [/^(?<keys>[0-9*#A-D]+) was pressed on the bridge$/, { kind: 'bridge_key' }],
  [/^"(?<keys>[^"]*)" may go on$/, { kind: 'incomplete' }],
  [/^"(?<keys>[^"]*)" came with it and is dropped: keys answer one question$/, { kind: 'surplus' }],
  [/^(?:what was said|"(?<input>.*)") fits nothing that is asked for$/s, { kind: 'no_match' }],
  [/^(?:what was said|"(?<said>.*)") is heard as (?<as>\S+)$/s, { kind: 'heard' }],
  [/^(?<if>.*) is (?<holds>true|false)$/s, { kind: 'case' }, { holds: isTrue }],
];

function parseCounts(list: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, count, status = ''] of list.matchAll(/(\d+) (\w+)/g)) counts[status] = Number(count);
  return counts;
}
