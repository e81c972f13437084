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
  if (done) return withHeld({ ...record, state, context, endedAt: at, timers: {} }, undefined);
  const { held } = record;
  const timers = changed(record.timers, changes, at);
  const stillHeld = held && stopped(held, changes);
  const moved = { ...record, state, context, timers };
  return withHeld(moved, stillHeld, sendsPlay(record.context, context) ? at : undefined);
}

/** The number of the play for which deadlines wait; 0: none do. */
export function awaitedPlay({ held, context: { playing } }: CallRecord): number {
  return held === undefined || playing === null ? 0 : playing.command;
}

/** The record after an event, whose held deadlines run if it tells that the play was taken. */
export function whenTaken(record: CallRecord, event: CallEvent): CallRecord {
  const { held } = record;
  const takenAt = held && playTakenAt(record, event);
  if (held === undefined || takenAt === undefined) return record;
  let { timers } = record;
  for (const name in held) timers = withDeadline(timers, name, takenAt + (held[name] ?? 0));
  return withHeld({ ...record, timers }, undefined);
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

function stopped(held: Timers, changes: readonly TimerChange[]): Timers {
  let after = held;
  for (const { timer } of changes) after = without(after, timer);
  return after;
}

/** The record with these deadlines held and, given a time, those of its step too that run at that time. */
function withHeld(record: CallRecord, held: Timers | undefined, since?: number): CallRecord {
  const [timers, all] = since === undefined ? [record.timers, held] : suspended(record, held, since);
  for (const _name in all) return { ...record, timers, held: all };
  if (record.held === undefined) return record;
  const { held: _held, ...rest } = record;
  return rest;
}

/** The deadlines that run on, and those that are held: these too, and what is left of the deadlines of the step. */
function suspended(
  { timers, context: { web } }: CallRecord,
  held: Timers | undefined,
  at: number,
): [running: Timers, held: Timers] {
  const waiting = web.attempt === 0 ? AFTER : SPEECH_OVER;
  let running = timers;
  let all = held ?? {};
  for (const name in timers) {
    if (!name.startsWith(waiting)) continue;
    all = withDeadline(all, name, Math.max(0, (timers[name] ?? at) - at));
    running = without(running, name);
  }
  return [running, all];
}

/** What the deadlines begin with by which a play should have ended. */
const SPEECH_OVER = `${AFTER}speech_over.`;
