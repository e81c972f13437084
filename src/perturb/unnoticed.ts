/** What may go wrong without anybody noticing (O8). */
import type { CallEvent, Command } from '../call/index.ts';
import type { Move, Scenario } from '../testkit/index.ts';
import type { Perturbation } from './perturbation.ts';
import type { CaseRun } from './run-case.ts';
import type { Commit } from './watch.ts';

/**
 * What cannot happen twice, so that a second one is none whatever its fingerprint. Anything else may be another key, word or
 * message, another party, another recording or stream.
 */
const happensOnce = new Set<CallEvent['type']>([
  'incoming',
  'ringing',
  'initiated',
  'connected',
  'played',
  'silence',
  'bridging',
  'joined',
  'disconnected',
  'wake',
]);

/** What the engine tells by itself is told once, except that a deadline may be looked at twice. */
export const toldOnce: ReadonlySet<CallEvent['type']> = new Set<CallEvent['type']>(['answered']);

/**
 * Whether a case must go as if nothing had gone wrong: for repetitions, and for the death of a node that is replaced at once.
 * What a web service answers is lost with its node.
 */
export function isUnnoticed(
  perturbation: Perturbation,
  { scenario, undisturbed: { commits } }: { scenario: Scenario; undisturbed: CaseRun },
): boolean {
  if (perturbation.kind === 'duplicate') {
    const told = commits.find(({ trace }) => trace.seq === perturbation.event);
    return perturbation.key === 'same' || (told !== undefined && happensOnce.has(told.trace.event.type));
  }
  if (perturbation.kind !== 'crash' || perturbation.takeoverMs > 0) return false;
  const died = commits.find(({ trace }) => trace.seq === perturbation.commit);
  const inDoubt = perturbation.command === 'sent' ? died?.commands[0] : undefined;
  if (died === undefined || isByTheClock(scenario, died, inDoubt)) return false;
  return !died.asksWeb && (inDoubt === undefined || isSettledAlike(inDoubt, commits));
}

/**
 * Whether the script itself makes a difference of it: refusals that it orders count every request, and where it waits for so
 * long, it matters that a node listens for a moment before it connects.
 */
function isByTheClock({ start, script }: Scenario, died: Commit, inDoubt: Command | undefined): boolean {
  if (inDoubt !== undefined && (start.faults ?? []).length > 0) return true;
  return died.commands.some(({ kind }) => kind === 'connect') && script.some(({ kind }) => timed.has(kind));
}

/** Lines that let a fixed time pass. */
const timed = new Set<Move['kind']>(['waits', 'waits_until', 'does_not_hear']);

/** Whether a command in doubt must end as it would have: a stream begins anew (docs/operations.md), and what was refused may be taken. */
function isSettledAlike({ kind, number }: Command, commits: CaseRun['commits']): boolean {
  const isRefused = commits.some(
    ({ trace: { event } }) => event.type === 'command_failed' && event.number === number,
  );
  return kind !== 'stream' && !isRefused;
}
