/** Renders notes for the API, the command line and recordings. Nothing decides by a sentence. */
import type { Ignored, Note, Reason } from './notes.ts';
import type { TraceEntry } from './trace.ts';

type Formatters<Union, Key extends keyof Union> = {
  [Code in Union[Key] & string]: (note: Extract<Union, Record<Key, Code>>) => string;
};

const sentences: Formatters<Reason, 'kind'> = {
  ignored: (note) => `ignored: ${formatIgnored(note)}`,
  no_input: () => 'the caller did not answer in time',
  no_match: ({ input }) => `${formatInput(input)} is not a valid answer`,
  unrecognized: () => 'the speech was not recognized',
  heard: ({ said, as }) => `${formatInput(said)} is understood as ${as}`,
  incomplete: ({ keys }) => `"${keys}" may be the beginning of a longer answer`,
  surplus: ({ keys }) => `"${keys}" came after the answer and is dropped: keys answer one question`,
  bridge_key: ({ keys }) => `${keys} was pressed on the bridge`,
  case: (note) =>
    `${typeof note.if === 'number' ? `the condition of case ${note.if}` : note.if} is ${note.holds}`,
  row: ({ table, found }) => `the table "${table}" has ${found ? 'a row' : 'no row'} for this key`,
  hours: ({ state, local, zone, holiday }) =>
    `it is ${formatWeekday(local)} ${local} in ${zone}: ${state === 'holiday' ? formatHoliday(holiday) : state}`,
  asks: ({ method, url, attempt }) =>
    `asks ${method} ${url}${attempt === undefined ? '' : ` (attempt ${attempt})`}`,
  answered: ({ status, chars }) =>
    `the service answered ${status}, ${chars} characters${isRedirection(status) ? '; redirections are not followed' : ''}`,
  timeout: ({ detail = 'no answer came in time' }) => detail,
  unreachable: ({ detail = 'the service could not be reached' }) => detail,
  egress_denied: ({ detail = 'the operator does not allow requests to this address' }) => detail,
  sms: ({ to, status, detail }) =>
    `the message to ${to} is ${status}${detail === undefined ? '' : `: ${detail}`}`,
  sms_counts: ({ counts }) =>
    `messages: ${Object.entries(counts)
      .map(([status, count]) => `${count} ${status}`)
      .join(', ')}`,
  message: () => 'a message was received',
  header_cleaned: ({ header }) =>
    `the value of the SIP header ${header} is too long or has characters that it may not have: it was changed`,
  nobody_there: () => 'the call has ended: nobody hears this step',
  waits_for_bridge: () => 'a conversation is in progress: this step waits until it ends',
  bridged_by_refusal: () => 'the refusal shows that a conversation has begun',
  awaits_disconnect: () => 'the carrier says that the call is over: waiting for the reason',
  unawaited: ({ event }) => `the current step does not wait for "${event}"`,
  turned_away: () => 'rejected: the project has reached its limit of concurrent calls',
  trace_full: ({ events }) =>
    `${events} events so far: from here on, events that change nothing are not stored`,
  legacy_note: ({ text }) => text,
};

const ignoredSentences: Formatters<Ignored, 'why'> = {
  repeated: () => 'the same notification came before',
  routine: () => 'no flow uses it',
  call_ended: () => 'the call has ended',
  call_known: () => 'the call is already known',
  connected: () => 'the call is already connected',
  bridged: () => 'the call is already bridged',
  placed: () => 'an earlier attempt has placed the call',
  unused: ({ state }) => `"${state}" is not a notification that Ringflow uses`,
  visit_over: ({ visit }) => `it answers visit ${visit}, which is over`,
  play_over: ({ play }) => `it is about play ${play}, which is over`,
  earlier_play: ({ play, visit }) => `it answers play ${play}, asked before visit ${visit} began`,
  earlier_command: ({ command, visit }) => `command ${command} was sent before visit ${visit} began`,
  stream_stopped: ({ command }) => `it is about the stream that command ${command} has stopped`,
  earlier_party: ({ party }) =>
    `it is about the party of command ${party}, in whose place another one was called`,
};

/** Returns the reason of a decision as a sentence. */
export function formatReason(reason: Reason): string {
  return (sentences[reason.kind] as (reason: Reason) => string)(reason);
}

function formatIgnored(note: Ignored): string {
  return (ignoredSentences[note.why] as (note: Ignored) => string)(note);
}

/** Quotes an answer; a secret one is not in the note. */
function formatInput(input: string | undefined): string {
  return input === undefined ? 'what was said' : `"${input}"`;
}

function formatHoliday(name: string | undefined): string {
  return `a holiday${name === undefined ? '' : ` (${name})`}`;
}

/** `2026-12-25 09:00` → Fri. */
function formatWeekday(local: string): string {
  return WEEKDAYS[new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? '';
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** True for every status below 400 that is no success, as in web-answer.ts. */
function isRedirection(status: number): boolean {
  return status < 200 || (status >= 300 && status < 400);
}

/** True for a note that gives the reason of a decision. */
export function isReason(note: Note): note is Reason {
  return isReasonCode(note.kind);
}

/** True for the code of a reason that this release knows. */
export function isReasonCode(kind: string): kind is Reason['kind'] {
  return Object.hasOwn(sentences, kind);
}

/** True for the cause of an ignored event that this release knows. */
export function isCause(why: unknown): why is Ignored['why'] {
  return typeof why === 'string' && Object.hasOwn(ignoredSentences, why);
}

/** A note as users read it; a reason has a code, a sentence and its facts. */
export type ShownNote = Exclude<Note, Reason> | { kind: 'because'; code: Reason['kind']; text: string };

/** A trace entry as users read it. */
export type ShownEntry = Omit<TraceEntry, 'notes'> & { notes: ShownNote[] };

/** Returns a note as users read it. */
export function showNote(note: Note): ShownNote {
  if (!isReason(note)) return note;
  const { kind: code, ...facts } = note;
  return { ...facts, kind: 'because', code, text: formatReason(note) };
}

/** Returns a trace entry as users read it. */
export function showEntry(entry: TraceEntry): ShownEntry {
  return { ...entry, notes: entry.notes.map(showNote) };
}
