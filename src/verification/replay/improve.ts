/** What is tried next where a scenario leaves the way of the call that it tells. */
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

/** By so much a pause that was too short is made longer at a time, ms. */
const LONGER_MS = 1_000;

/** Events that tell what somebody on the line did. */
const DEEDS = ['digits', 'bridge_digits', 'speech', 'message', 'stream_ended', 'hang_up'];

interface Outcome {
  parting: Parting | undefined;
  run: Run;
}

/** A better attempt; undefined: the call went the same way, or nothing is known that would bring it nearer. */
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

/** The platform has refused something that its model does not refuse by itself. */
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

/** Delays the accept: somebody acted before the platform had accepted the call, which its model does at once. */
function delayAccept(attempt: Attempt, { recorded, replayed }: Parting): Attempt | undefined {
  const isTooSoon = recorded !== undefined && isDeed(recorded) && replayed?.event.type === 'connected';
  if (!isTooSoon || attempt.faults.some(({ command }) => command === 'accept')) return undefined;
  return { ...attempt, faults: [...attempt.faults, { command: 'accept', nth: 1, code: '500', attempts: 3 }] };
}

/** A stream or a conversation that ended just before the call did, and not because of that. */
function separateEnd(attempt: Attempt, { recorded }: Parting): Attempt | undefined {
  const type = recorded?.event.type;
  if (recorded === undefined || (type !== 'stream_ended' && type !== 'unbridged')) return undefined;
  if (attempt.apart.has(recorded.seq)) return undefined;
  return { ...attempt, apart: new Set(attempt.apart).add(recorded.seq) };
}

/**
 * Shortens a pause: the model of the platform speaks faster than the platform did, or keys that were reported together
 * were pressed one by one.
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

/** Lengthens a pause: the platform spoke faster than its model does, so an act comes too early. */
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

/** The caller answered where now the platform or a deadline is first. */
function isAnswerMissing(recorded: PlainEntry | undefined, replayed: PlainEntry): boolean {
  const type = recorded?.event.type;
  return (type === 'digits' || type === 'speech') && replayed.event.type !== type;
}

function isSilence(note: Note): boolean {
  return note.kind === 'no_input';
}
