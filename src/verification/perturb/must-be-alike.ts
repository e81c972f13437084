/** Decides which perturbations must not change the course of a call (ORACLE-8). */
import type { CallEvent, Command } from '../../call/index.ts';
import type { Move, Scenario } from '../testkit/index.ts';
import type { Perturbation } from './perturbation.ts';
import type { CaseRun } from './run-case.ts';
import type { Commit } from './watch.ts';

/**
 * Events that cannot happen twice, so that a repetition is a duplicate regardless of its key. Other events may be new
 * keys, words or messages, or come from another party, recording or stream.
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

interface Undisturbed {
  scenario: Scenario;
  undisturbed: CaseRun;
}

/**
 * True if a case must go like its undisturbed run: for duplicates, for a crashed node that is replaced immediately, and
 * for a play that the platform accepts late. Responses of web services are lost with their node. `by_script`: it would,
 * but its script itself makes a difference.
 */
export function mustBeAlike(perturbation: Perturbation, of: Undisturbed): boolean | 'by_script' {
  const { commits } = of.undisturbed;
  if (perturbation.kind === 'duplicate') {
    const commit = commits.find(({ trace }) => trace.seq === perturbation.event);
    return perturbation.key === 'same' || (commit !== undefined && happensOnce.has(commit.trace.event.type));
  }
  if (perturbation.kind === 'retry') return isHeardAlike(perturbation.command, of);
  if (perturbation.kind !== 'crash' || perturbation.takeoverMs > 0) return false;
  const crashed = commits.find(({ trace }) => trace.seq === perturbation.commit);
  const inDoubt = perturbation.command === 'sent' ? crashed?.commands[0] : undefined;
  if (crashed === undefined || crashed.asksWeb) return false;
  if (inDoubt !== undefined && !isSettledAlike(inDoubt, commits)) return false;
  return isByScript(crashed, inDoubt, of) ? 'by_script' : true;
}

/**
 * True if the script itself makes a difference: its faults count every request of their kind, and its fixed waits
 * notice the delay before a node connects.
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
 * True if a call must not change when the platform accepts a command late: a play, in a call that waits for nobody
 * else.
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

/** Lines with a fixed duration. */
const timed = new Set<Move['kind']>(['waits', 'waits_until', 'does_not_hear']);

/**
 * True if a command in doubt must have the same result: a stream is restarted (docs/operations.md), and a refused
 * command may be accepted.
 */
function isSettledAlike({ kind, number }: Command, commits: CaseRun['commits']): boolean {
  const isRefused = commits.some(
    ({ trace: { event } }) => event.type === 'command_failed' && event.number === number,
  );
  return kind !== 'stream' && !isRefused;
}
