/** Decides which perturbations must not change the course of a call (ORACLE-8). */
import type { CallEvent, Command } from '../../call/index.ts';
import type { Move, Scenario } from '../testkit/index.ts';
import type { Perturbation } from './perturbation.ts';
import type { CaseRun } from './run-case.ts';
import type { Commit } from './watch.ts';

/**
 * Events that cannot happen twice, so that a repetition is one whatever its key. Other events may be new keys, words or
 * messages, or come from another party, recording or stream.
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

/** Events that the engine itself delivers exactly once. */
export const toldOnce: ReadonlySet<CallEvent['type']> = new Set<CallEvent['type']>(['answered']);

/** A case, as it goes when nothing goes wrong. */
interface Undisturbed {
  scenario: Scenario;
  undisturbed: CaseRun;
}

/**
 * True if a case must go as if it were not disturbed: for repetitions, for a crashed node that is replaced at once, and
 * for a play that the platform accepts late. Answers of web services are lost with their node. `by_script`: it must,
 * except for what its script does.
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
 * True if the script itself makes a difference: its faults count every request of their kind, and after a fixed wait it
 * matters that a node listens for a moment before it connects.
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
 * True if a call must go on alike although the platform accepts one of its commands late: a play, in a call that waits for
 * nobody else.
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

/**
 * True if a command in doubt must end as it would have: a stream is started again (docs/operations.md), and a refused
 * command may be accepted.
 */
function isSettledAlike({ kind, number }: Command, commits: CaseRun['commits']): boolean {
  const isRefused = commits.some(
    ({ trace: { event } }) => event.type === 'command_failed' && event.number === number,
  );
  return kind !== 'stream' && !isRefused;
}
