/** What may go wrong without anybody noticing (O8). */
import type { CallEvent, Command } from '../../call/index.ts';
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

/** A case, as it goes when nothing goes wrong. */
interface Undisturbed {
  scenario: Scenario;
  undisturbed: CaseRun;
}

/**
 * Whether a case must go as if nothing had gone wrong: for repetitions, for the death of a node that is replaced at once, and for
 * a play that the platform takes late.
 * What a web service answers is lost with its node. `by_script`: it must, but for what the script does about it.
 */
export function mustBeAlike(perturbation: Perturbation, of: Undisturbed): boolean | 'by_script' {
  const { commits } = of.undisturbed;
  if (perturbation.kind === 'duplicate') {
    const told = commits.find(({ trace }) => trace.seq === perturbation.event);
    return perturbation.key === 'same' || (told !== undefined && happensOnce.has(told.trace.event.type));
  }
  if (perturbation.kind === 'retry') return isHeardAlike(perturbation.command, of);
  if (perturbation.kind !== 'crash' || perturbation.takeoverMs > 0) return false;
  const died = commits.find(({ trace }) => trace.seq === perturbation.commit);
  const inDoubt = perturbation.command === 'sent' ? died?.commands[0] : undefined;
  if (died === undefined || died.asksWeb) return false;
  if (inDoubt !== undefined && !isSettledAlike(inDoubt, commits)) return false;
  return isByScript(died, inDoubt, of) ? 'by_script' : true;
}

/**
 * Whether the script itself makes a difference of it: refusals that it orders count every request of their kind, and where
 * it goes on to wait for so long, it matters that a node listens for a moment before it connects.
 */
function isByScript(
  { commands: [first], trace: { seq } }: Commit,
  inDoubt: Command | undefined,
  { scenario: { start, script }, undisturbed: { linesOver } }: Undisturbed,
): boolean {
  if (start.faults?.some(({ kind }) => kind === inDoubt?.kind) === true) return true;
  const isAfter = (line: number) => (linesOver[line] ?? Infinity) >= seq;
  return first?.kind === 'connect' && script.some(({ kind }, line) => timed.has(kind) && isAfter(line));
}

/**
 * Whether a call must go on alike though the platform takes one of its commands late: that of a play, of which the caller hears
 * nothing before, in a call that waits for nobody else.
 */
function isHeardAlike(
  number: number,
  { scenario: { script, start }, undisturbed: { commits } }: Undisturbed,
): boolean | 'by_script' {
  const commands = commits.flatMap((commit) => commit.commands);
  if (commands.some((command) => command.number === number && command.kind !== 'play')) return false;
  const waitsForOthers = commands.some(({ kind }) => !['accept', 'play', 'hangup'].includes(kind));
  if (waitsForOthers || commits.some((commit) => commit.asksWeb)) return false;
  const isTimed = start.faults !== undefined || script.some(({ kind }) => timed.has(kind));
  return isTimed ? 'by_script' : true;
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
