/** Improves the options of a scenario whose replay differs from the recorded call. */
import type { Note } from '../../call/index.ts';
import { isFaultCode } from '../testkit/index.ts';
import type { Parting, PlainEntry } from './plain-trace.ts';
import type { Retraced } from './retrace.ts';
import type { Run } from './run-text.ts';
import type { ScriptOptions } from './script.ts';
import type { Fault } from '../../../schemas/types/scenario.ts';

/** Settings with which a scenario is written. */
export interface Attempt extends ScriptOptions {
  faults: Fault[];
}

/** Time by which an answer precedes the timeout of its question, ms. */
const IN_TIME_MS = 1_000;

/** Extension of a pause that was too short, ms. */
const LONGER_MS = 1_000;

/** Events that somebody on the line causes. */
const DEEDS = ['digits', 'bridge_digits', 'speech', 'message', 'stream_ended', 'hang_up'];

interface Outcome {
  parting: Parting | undefined;
  run: Run;
}

/** Returns a better attempt; undefined if the replay was the same, or no improvement is known. */
export function improveAttempt(
  attempt: Attempt,
  steps: readonly Retraced[],
  outcome: Outcome,
): Attempt | undefined {
  const { parting, run } = outcome;
  if (parting === undefined && run.failure === undefined) return undefined;
  return (
    (parting &&
      (addFault(attempt, steps, parting) ??
        delayAccept(attempt, parting) ??
        separateEnd(attempt, parting))) ??
    (parting && (shortenPause(attempt, parting, run) ?? lengthenPause(attempt, parting, run))) ??
    (run.failure !== undefined && attempt.hears ? { ...attempt, hears: false } : undefined)
  );
}

/** Adds a fault for a refusal that the platform's model does not make by itself. */
function addFault(attempt: Attempt, steps: readonly Retraced[], { recorded }: Parting): Attempt | undefined {
  const refused = steps.find(({ entry }) => entry.seq === recorded?.seq)?.event;
  if (refused?.type !== 'command_failed' || refused.failure.callEnded) return undefined;
  const { kind, number, failure } = refused;
  const alike = steps.flatMap(({ made }) => made.commands.filter((command) => command.kind === kind));
  const nth = alike.findIndex((command) => command.number === number) + 1;
  if (
    nth === 0 ||
    !isFaultCode(failure.code) ||
    attempt.faults.some((fault) => fault.command === kind && fault.nth === nth)
  )
    return undefined;
  return { ...attempt, faults: [...attempt.faults, { command: kind, nth, code: failure.code }] };
}

/** Delays the accept, since somebody acted before the platform accepted the call, which its model does immediately. */
function delayAccept(attempt: Attempt, { recorded, replayed }: Parting): Attempt | undefined {
  const isTooSoon = recorded !== undefined && isDeed(recorded) && replayed?.event.type === 'connected';
  if (!isTooSoon || attempt.faults.some(({ command }) => command === 'accept')) return undefined;
  return { ...attempt, faults: [...attempt.faults, { command: 'accept', nth: 1, code: '500', attempts: 3 }] };
}

/** Separates the end of a stream or conversation from the end of the call that followed it. */
function separateEnd(attempt: Attempt, { recorded }: Parting): Attempt | undefined {
  const type = recorded?.event.type;
  if (recorded === undefined || (type !== 'stream_ended' && type !== 'unbridged')) return undefined;
  if (attempt.apart.has(recorded.seq)) return undefined;
  return { ...attempt, apart: new Set(attempt.apart).add(recorded.seq) };
}

/**
 * Shortens a pause, since the platform's model spoke faster than the platform, or keys that were reported together were
 * pressed one by one.
 */
function shortenPause(attempt: Attempt, { recorded, replayed }: Parting, run: Run): Attempt | undefined {
  if (replayed === undefined || recorded?.notes.some(isSilence) === true) return undefined;
  if (!replayed.notes.some(isSilence) && !isAnswerMissing(recorded, replayed)) return undefined;
  const place = run.lines.findLast(({ entries }) => entries < replayed.seq);
  if (place === undefined) return undefined;
  const { startedAt } = run.call.record;
  const pause = Math.max(0, startedAt + replayed.afterMs - place.now - IN_TIME_MS);
  const before = attempt.pauses.get(place.acts);
  if (before !== undefined && before <= pause) return undefined;
  return { ...attempt, pauses: new Map(attempt.pauses).set(place.acts, pause) };
}

/** Lengthens a pause, since the platform spoke faster than its model, so that an act comes too early. */
function lengthenPause(attempt: Attempt, { recorded, replayed }: Parting, run: Run): Attempt | undefined {
  if (recorded === undefined || replayed === undefined) return undefined;
  if (isDeed(recorded) || !isDeed(replayed)) return undefined;
  const place = run.lines.findLast(({ entries }) => entries < replayed.seq);
  if (place === undefined) return undefined;
  return { ...attempt, pauses: new Map(attempt.pauses).set(place.acts, place.pausedMs + LONGER_MS) };
}

/** True for events that somebody on the line caused. */
function isDeed({ event }: PlainEntry): boolean {
  return DEEDS.includes(String(event.type)) || (event.type === 'disconnected' && event.reason === 'normal');
}

/** True if the recorded caller answered, but in the replay the platform or a deadline was first. */
function isAnswerMissing(recorded: PlainEntry | undefined, replayed: PlainEntry): boolean {
  const type = recorded?.event.type;
  return (type === 'digits' || type === 'speech') && replayed.event.type !== type;
}

function isSilence(note: Note): boolean {
  return note.kind === 'no_input';
}
