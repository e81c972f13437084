/** Converts the course of a recorded call to a script of what the caller heard and did. */
import type { CallEvent, CallRecord, Command, EndReason, Note } from '../../call/index.ts';
import type { Retraced } from './retrace.ts';
import { formatDuration } from './scenario-text.ts';
import type { Line } from '../../../schemas/types/scenario.ts';
import type { ScriptEntry } from './scenario-text.ts';

/** Time between the last key and its notification in the platform's model, ms. */
const GATHERING_MS = 500;

/** Maximum number of characters of a heard text that are quoted. */
const MAX_HEARING = 80;

/** Maximum time between two ends that count as one, ms. */
const AT_ONCE_MS = 250;

interface Place {
  step: Retraced;
  before: readonly Retraced[];
  later: readonly Retraced[];
  /** True if the flow has already requested a hang-up. */
  isLeaving: boolean;
  /** The party that was called last. */
  party: string;
}

interface Cue {
  /** ms since the epoch. */
  at: number;
  line: Line;
  comment?: string;
}

/** Options of a script. */
export interface ScriptOptions {
  /** True to include prompts; pauses then count from them. */
  hears: boolean;
  /** Adjusted pauses before some acts, by their index, ms. */
  pauses: ReadonlyMap<number, number>;
  /** Numbers of entries in which something ended by itself, although the call ended at the same moment. */
  apart: ReadonlySet<number>;
}

/** Creates the script of a call that has ended. */
export function createScript(steps: readonly Retraced[], options: ScriptOptions): ScriptEntry[] {
  const script: ScriptEntry[] = [];
  let now = steps[0]?.entry.at ?? 0;
  let done = 0;
  for (const { at, line, comment } of listCues(steps, options.apart)) {
    if (isHeard(line)) {
      if (options.hears) script.push({ line });
      if (options.hears) now = Math.max(now, at);
      continue;
    }
    const pause = hasOwnTime(line) ? 0 : (options.pauses.get(done) ?? at - now);
    if (pause > 0) script.push({ line: { waits: formatDuration(pause) } });
    script.push({ line, ...(comment !== undefined && { comment }) });
    now = at + (isPressed(line) ? GATHERING_MS : 0);
    done += 1;
  }
  return [...script, ...createEnd(steps)];
}

/** Last line if the call could not be retraced to its end. */
const LEFT: ScriptEntry = { line: 'hangs_up', comment: 'made up: the call went on' };

function createEnd(steps: readonly Retraced[]): ScriptEntry[] {
  const notes = steps.flatMap(({ entry }) => entry.notes);
  const milestones = new Set(notes.flatMap((note) => (note.kind === 'milestone' ? [note.name] : [])));
  const ended = notes.find((note) => note.kind === 'ended');
  return [
    ...[...milestones].map((outcome) => ({ line: { expects: { outcome } } })),
    ended === undefined ? LEFT : { line: { expects: { ended: ended.reason as EndReason } } },
  ];
}

function listCues(steps: readonly Retraced[], apart: ReadonlySet<number>): Cue[] {
  let isLeaving = false;
  let party = '';
  return steps.flatMap((step, index) => {
    const later = apart.has(step.entry.seq) ? [] : steps.slice(index + 1);
    const acts = listActs({ step, before: steps.slice(0, index), later, isLeaving, party });
    if (isHangUpRefused(step)) isLeaving = false;
    isLeaving ||= step.made.commands.some(({ kind }) => kind === 'hangup');
    party = step.made.commands.map(readParty).findLast((to) => to !== undefined) ?? party;
    const heard = step.entry.notes.flatMap((note) => listNoteCues(note, step, steps));
    return [...acts, ...heard].map((cue) => ({ at: step.entry.at, ...cue }));
  });
}

/** True if the platform refused to hang up, so that the people on the line end the call. */
function isHangUpRefused({ event }: Retraced): boolean {
  return event.type === 'command_failed' && event.kind === 'hangup' && !event.failure.callEnded;
}

function readParty(command: Command): string | undefined {
  if (command.kind === 'connect') return command.to;
  return command.kind === 'dial' && command.onConnect?.kind === 'connect' ? command.onConnect.to : undefined;
}

/** Lists cues of a note. A prompt that a dial carries is heard once somebody answers; a refused play is not heard. */
function listNoteCues(
  note: Note,
  step: Retraced,
  steps: readonly Retraced[],
): (Omit<Cue, 'at'> & { at?: number })[] {
  if (note.kind === 'no_input') return [{ line: 'stays_silent' }];
  if (note.kind !== 'says' || note.text.trim() === '' || isRefused(step, steps)) return [];
  const line = { hears: shortenHeard(note.text) };
  const isCarried = step.made.commands.some(({ kind }) => kind === 'dial');
  const answered = steps.find(({ made }) => made.record.context.leg === 'connected');
  return [{ line, ...(isCarried && answered && { at: answered.entry.at }) }];
}

function isRefused({ made }: Retraced, steps: readonly Retraced[]): boolean {
  const speaking = made.commands.find(({ kind }) => kind === 'play' || kind === 'dial');
  return steps.some(({ event }) => event.type === 'command_failed' && event.number === speaking?.number);
}

function listActs(place: Place): (Omit<Cue, 'at'> & { at?: number })[] {
  const { event, isMadeUp, entry } = place.step;
  const comment = isMadeUp && { comment: 'made up: masked in the trace' };
  switch (event.type) {
    case 'digits':
    case 'bridge_digits':
      return [{ line: { presses: event.digits }, at: entry.at - GATHERING_MS, ...comment }];
    case 'speech':
      return toSpokenLine(event).map((line) => ({ line, ...comment }));
    case 'message':
      return [{ line: { texts: event.text }, ...comment }];
    case 'stream_ended':
      return toStreamEnd(place, event.failed).map((line) => ({ line }));
    case 'unbridged':
      return toPartyHangUp(place).map((line) => ({ line }));
    case 'recording':
      return toMessageCues(place, event);
    case 'hang_up':
      return [{ line: 'operator_hangs_up' }];
    case 'disconnected':
      return hasCallerLeft(place, event.reason) ? [{ line: 'hangs_up' }] : [];
    default:
      return [];
  }
}

function toSpokenLine(event: Extract<CallEvent, { type: 'speech' }>): Line[] {
  if (event.heard === 'recognized') return [{ says: event.text }];
  return event.heard === 'unrecognized' ? ['mumbles'] : [];
}

/**
 * Returns the lines of a message that has been left: how long the caller spoke, and the key that ended it, if it was neither
 * silence nor its maximum length nor the end of the call.
 */
function toMessageCues(
  { step, later, before }: Place,
  { state, speechMs = 0 }: Extract<CallEvent, { type: 'recording' }>,
): Cue[] {
  const message = before.flatMap(({ made }) => made.commands).findLast(isMessage);
  const begun = before.findLast(({ event }) => event.type === 'recording' && event.state === 'started');
  if (state !== 'completed' || message === undefined) return [];
  const endedAt = step.entry.at;
  if (speechMs === 0) return [{ at: endedAt, line: 'stays_silent' }];
  const beganAt = begun?.entry.at ?? endedAt - speechMs;
  const spoken: Cue = { at: beganAt + speechMs, line: { speaks: formatDuration(speechMs) } };
  const { terminator, silenceMs, longestMs } = message;
  const isByItself =
    endedAt - beganAt >= Math.min(longestMs, speechMs + silenceMs) - IMPRECISE_MS ||
    later.some(({ event, entry }) => event.type === 'disconnected' && entry.at - endedAt <= AT_ONCE_MS);
  return isByItself || terminator === undefined
    ? [spoken]
    : [spoken, { at: endedAt, line: { presses: terminator } }];
}

/** Maximum difference between the times at which a carrier and its model end a message, ms. */
const IMPRECISE_MS = 500;

function isMessage(command: Command): command is Extract<Command, { kind: 'record_message' }> {
  return command.kind === 'record_message';
}

/** Returns a line if the stream receiver ended the stream, rather than the flow or the end of the call. */
function toStreamEnd(place: Place, failed: boolean): Line[] {
  const wasStopped = place.step.before.context.line.streamStops.length > 0;
  if (wasStopped || isEndOfCall(place)) return [];
  return [failed ? 'stream_breaks' : 'stream_ends'];
}

/** Returns a line if the other party ended the conversation. */
function toPartyHangUp(place: Place): Line[] {
  const { step, isLeaving, party } = place;
  const isOver = step.before.context.leg !== 'bridged' || isLeaving || isEndOfCall(place);
  return isOver ? [] : [{ party_hangs_up: party }];
}

/** True if this end is part of the end of the call, which the platform reports at the same time. */
function isEndOfCall({ step, later }: Place): boolean {
  const soon = [step, ...later].filter(({ entry }) => entry.at - step.entry.at <= AT_ONCE_MS);
  const end = soon.findIndex(({ entry }) => reportsEnd(entry.event));
  return (
    end > 0 && !soon.slice(0, end).some(({ made }) => made.commands.some(({ kind }) => kind === 'hangup'))
  );
}

function reportsEnd(event: CallEvent): boolean {
  return event.type === 'disconnected' || (event.type === 'command_failed' && event.failure.callEnded);
}

function hasCallerLeft({ step, isLeaving }: Place, reason: EndReason): boolean {
  const { leg } = step.before.context;
  return !isLeaving && leg !== 'ended' && (reason === 'normal' || !isBeforeAnswer(leg, step.before));
}

/** True for a called person who has not answered and cannot hang up. */
function isBeforeAnswer(leg: CallRecord['context']['leg'], { context }: CallRecord): boolean {
  return context.call.direction === 'outbound' && ['new', 'dialing'].includes(leg);
}

/** Shortens a text to whole words. */
function shortenHeard(text: string): string {
  if (text.length <= MAX_HEARING) return text;
  return text.slice(0, text.lastIndexOf(' ', MAX_HEARING)).trimEnd() || text.slice(0, MAX_HEARING);
}

function isHeard(line: Line): boolean {
  return typeof line === 'object' && 'hears' in line;
}

/** True for a line that waits for its moment by itself. */
function hasOwnTime(line: Line): boolean {
  return line === 'stays_silent' || (typeof line === 'object' && 'speaks' in line);
}

function isPressed(line: Line): boolean {
  return typeof line === 'object' && 'presses' in line;
}
