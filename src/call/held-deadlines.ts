/**
 * Deadlines that wait for a play: a caller can hear and answer a prompt only once the platform has taken it, so the time for
 * that does not run while the platform refuses the play or has not been asked yet.
 *
 * H1 The deadlines of a step that speaks are held from the moment a play is decided until the platform has taken it: its
 *    answer or a notification about the play, whichever comes first. Those that were running go on with what was left of them.
 * H2 The limits of the call are never held (R6). Of a step that asks a web service only the end of its filler is: nobody answers that.
 * H3 A play that is never taken ends as a refusal, which leads out of the step.
 */
import { commandNumber } from './ids.ts';
import type { CallEvent } from './events.ts';
import { withDeadline, without } from './limits.ts';
import type { CallContext, CallRecord } from './record.ts';
import type { Move, TimerChange } from './runnable-flow.ts';
import { AFTER } from './stored-timers.ts';

type Timers = CallRecord['timers'];

/** The record after a transition of its machine: timers have become deadlines (R3), or are held (H1). */
export function afterMove(record: CallRecord, move: Move, at: number): CallRecord {
  const { state, context, done, timers: changes } = move;
  if (done) return { ...record, state, context, endedAt: at, timers: {}, held: undefined };
  if (sendsPlay(record.context, context)) return holding(record, move, at);
  const { held } = record;
  const timers = changed(record.timers, changes, at);
  if (held === undefined) return { ...record, state, context, timers };
  return { ...record, state, context, timers, held: stopped(held, changes) };
}

/** The number of the play for which deadlines wait; 0: none do. */
export function awaitedPlay({ held, context: { playing } }: CallRecord): number {
  return held === undefined || playing === null ? 0 : playing.command;
}

/** The record after an event, whose held deadlines run if it tells that the play was taken. */
export function whenTaken(record: CallRecord, event: CallEvent): CallRecord {
  const { held } = record;
  if (held === undefined) return record;
  const takenAt = playTakenAt(record, event);
  if (takenAt === undefined) return record;
  const timers = { ...record.timers };
  for (const name in held) timers[name] = takenAt + (held[name] ?? 0);
  return { ...record, timers, held: undefined };
}

/**
 * Whether this play has been replaced by a later one, or its step been left: nobody is meant to hear it any more. A record from
 * before the play was decided cannot tell.
 */
export function isObsoletePlay({ playing, hangups, nextCommand }: CallContext, number: number): boolean {
  return number < nextCommand && (playing?.command !== number || hangups > 0);
}

function playTakenAt(record: CallRecord, event: CallEvent): number | undefined {
  const awaited = awaitedPlay(record);
  if (event.type === 'play_taken') return event.number === awaited ? event.takenAt : undefined;
  if (!('promptRef' in event)) return undefined;
  return commandNumber(record.id, event.promptRef) === awaited ? event.at : undefined;
}

/** Whether the transition has sent the play that is to be heard now. One that a dial carries is sent with it. */
function sendsPlay(before: CallContext, { playing, carried }: CallContext): boolean {
  return playing !== null && playing.command >= before.nextCommand && !carried;
}

function changed(timers: Timers, changes: readonly TimerChange[], at: number): Timers {
  let after = timers;
  for (const { timer, delayMs } of changes)
    after = delayMs === undefined ? without(after, timer) : withDeadline(after, timer, at + delayMs);
  return after;
}

function stopped(held: Timers, changes: readonly TimerChange[]): Timers | undefined {
  let after = held;
  for (const { timer } of changes) after = without(after, timer);
  return isEmpty(after) ? undefined : after;
}

/** The record after a transition that has sent a play: of its step those deadlines are held that begin, and those that ran. */
function holding(record: CallRecord, { state, context, timers: changes }: Move, at: number): CallRecord {
  const waiting = context.web.attempt === 0 ? AFTER : SPEECH_OVER;
  let { timers, held = NONE } = record;
  for (const { timer, delayMs } of changes) {
    timers = without(timers, timer);
    held = without(held, timer);
    if (delayMs === undefined) continue;
    if (timer.startsWith(waiting)) held = withDeadline(held, timer, delayMs);
    else timers = withDeadline(timers, timer, at + delayMs);
  }
  for (const name in timers) {
    if (!name.startsWith(waiting)) continue;
    held = withDeadline(held, name, Math.max(0, (timers[name] ?? at) - at));
    timers = without(timers, name);
  }
  return { ...record, state, context, timers, held: isEmpty(held) ? undefined : held };
}

const NONE: Timers = {};

function isEmpty(timers: Timers): boolean {
  for (const _name in timers) return false;
  return true;
}

/** What the deadlines begin with by which a play should have ended. */
const SPEECH_OVER = `${AFTER}speech_over.`;
