/**
 * Deadlines that wait for a command. A caller can answer a prompt, and a party can pick up, only after the platform has
 * accepted the command, so the time for that does not run while the command is unsent, in flight or retried.
 *
 * HELD-1 The deadlines of a step are held from the decision of a command that `startsClock` until the platform has accepted it,
 *    as shown by its answer or a notification, whichever comes first. Running deadlines continue with the time they had left.
 * HELD-2 The limits of the call are never held (R6). A step that asks a web service holds only the end of its filler.
 * HELD-3 Where the carrier tells the end of a play, the time for an answer begins with that event; the deadline from the
 *    estimated length is only the net under it, and later.
 * HELD-4 A command that is never accepted ends as a refusal, which leads out of the step.
 */
import { commandTraits } from './commands.ts';
import { commandNumber } from './ids.ts';
import type { CallEvent } from './events.ts';
import { setDeadline, removeDeadline } from './limits.ts';
import type { CallContext, CallRecord } from './record.ts';
import type { Move, TimerChange } from './runnable-flow.ts';
import { AFTER } from './stored-timers.ts';

type Timers = CallRecord['timers'];

/** Returns the record after a transition: timers become deadlines (R3) or are held (HELD-1). */
export function applyMove(record: CallRecord, move: Move, at: number): CallRecord {
  const { state, context, done, timers: changes } = move;
  if (done) return { ...record, state, context, endedAt: at, timers: {}, held: undefined };
  if (startsClock(record.context, context)) return holdDeadlines(record, move, at);
  const { held } = record;
  const timers = changeTimers(record.timers, changes, at);
  if (held === undefined) return { ...record, state, context, timers };
  return { ...record, state, context, timers, held: stopTimers(held, changes) };
}

/** Returns the number of the command for which deadlines wait, a play or else the first command of its visit; 0: none. */
export function findAwaitedCommand({ held, context: { playing, visit } }: CallRecord): number {
  if (held === undefined) return 0;
  return playing === null ? visit.firstCommand : playing.command;
}

/** Starts the held deadlines if an event shows that the platform has accepted their command. */
export function releaseDeadlines(record: CallRecord, event: CallEvent): CallRecord {
  const { held } = record;
  if (held === undefined) return record;
  const takenAt = findTakenAt(record, event);
  if (takenAt === undefined) return record;
  const timers = { ...record.timers };
  const isNet = event.type === 'command_taken' && event.tellsEnd === true;
  for (const name in held)
    timers[name] = takenAt + (held[name] ?? 0) + (isNet && name.startsWith(NO_INPUT) ? NET_MS : 0);
  return { ...record, timers, held: undefined };
}

function findTakenAt(record: CallRecord, event: CallEvent): number | undefined {
  const awaited = findAwaitedCommand(record);
  if (event.type === 'command_taken') return event.number === awaited ? event.takenAt : undefined;
  if (event.type === 'command_done') return event.number === awaited ? event.at : undefined;
  if (event.type === 'bridging') return isOnlyParty(record.context) ? event.at : undefined;
  if (!('promptRef' in event)) return undefined;
  return commandNumber(record.id, event.promptRef) === awaited ? event.at : undefined;
}

/** True when a `bridging` notification can only be about the party for which deadlines wait. */
function isOnlyParty({ playing, tried, step, line }: CallContext): boolean {
  return playing === null && tried === step && line.ringing === 1;
}

function startsClock({ nextCommand }: CallContext, { out }: CallContext): boolean {
  const last = out.commands.at(-1);
  return last !== undefined && last.number >= nextCommand && commandTraits[last.kind].startsClock;
}

function changeTimers(timers: Timers, changes: readonly TimerChange[], at: number): Timers {
  let after = timers;
  for (const { timer, delayMs } of changes)
    after = delayMs === undefined ? removeDeadline(after, timer) : setDeadline(after, timer, at + delayMs);
  return after;
}

function stopTimers(held: Timers, changes: readonly TimerChange[]): Timers | undefined {
  let after = held;
  for (const { timer } of changes) after = removeDeadline(after, timer);
  return isEmpty(after) ? undefined : after;
}

/** Returns the record after a transition that starts the clock: new and running deadlines of the step are held. */
function holdDeadlines(
  record: CallRecord,
  { state, context, timers: changes }: Move,
  at: number,
): CallRecord {
  const waiting = context.web.attempt === 0 ? AFTER : SPEECH_OVER;
  let { timers, held = NONE } = record;
  for (const { timer, delayMs } of changes) {
    timers = removeDeadline(timers, timer);
    held = removeDeadline(held, timer);
    if (delayMs === undefined) continue;
    if (timer.startsWith(waiting)) held = setDeadline(held, timer, delayMs);
    else timers = setDeadline(timers, timer, at + delayMs);
  }
  for (const name in timers) {
    if (!name.startsWith(waiting)) continue;
    held = setDeadline(held, name, Math.max(0, (timers[name] ?? at) - at));
    timers = removeDeadline(timers, name);
  }
  return { ...record, state, context, timers, held: isEmpty(held) ? undefined : held };
}

const NONE: Timers = {};

function isEmpty(timers: Timers): boolean {
  for (const _name in timers) return false;
  return true;
}

/** Prefix of the deadlines by which a play should have ended. */
const SPEECH_OVER = `${AFTER}speech_over.`;
/** Prefix of the deadlines by which a caller should have answered, and how much later they are as nets (HELD-3), ms. */
const NO_INPUT = `${AFTER}no_input.`;
const NET_MS = 30_000;
