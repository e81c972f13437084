/** Everything that can go wrong with a case, one thing at a time, read off its run in which nothing does. */
import type { CallEvent } from '../call/index.ts';
import { perturbationInWords } from './perturbation.ts';
import type { Perturbation } from './perturbation.ts';
import { classOf, refusalsOf } from './refusals.ts';
import type { CaseRun } from './run-case.ts';
import type { Commit } from './watch.ts';

/** Something to try. */
export interface Trial {
  perturbation: Perturbation;
  /** In words. */
  about: string;
  /** It must change nothing (O8). */
  isUnnoticed: boolean;
  /** Trials of the same situation differ by what came before alone. */
  situation: string;
}

/** voice.md 6 gives a receiver 5 s to answer; whoever repeats a notification does so then. */
const REPEATED_AFTER_MS = 5_000;
/** The default of `--takeover`. */
const TAKEOVER_MS = 5_000;

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

/** What is told by the engine: it is told once. A deadline may be looked at twice. */
const toldOnce = new Set<CallEvent['type']>(['answered']);

/** The trials of a case, by kind and then in the order of the call. */
export function planOf({ commits }: CaseRun): Trial[] {
  const outside = commits.filter(({ isFromOutside }) => isFromOutside);
  const events = outside.filter(({ trace }) => trace.event.type !== 'wake');
  return [
    ...[...commits.slice(0, 1), ...outside].flatMap(duplicates),
    ...events.flatMap((commit) => [about(commit, { kind: 'drop', event: commit.trace.seq })]),
    ...events
      .filter(isSwappable)
      .flatMap((commit) => [about(commit, { kind: 'swap', event: commit.trace.seq })]),
    ...events.flatMap(delays),
    ...commits.flatMap(crashes),
    ...commits.flatMap(disturbedCommands),
  ];
}

function isSwappable({ trace }: Commit): boolean {
  return !toldOnce.has(trace.event.type);
}

function duplicates(commit: Commit): Trial[] {
  const { seq, event } = commit.trace;
  if (toldOnce.has(event.type)) return [];
  const keys = event.type === 'wake' ? (['same'] as const) : (['same', 'new'] as const);
  return keys.flatMap((key) =>
    [0, REPEATED_AFTER_MS].map((afterMs) =>
      about(
        commit,
        { kind: 'duplicate', event: seq, key, afterMs },
        key === 'same' || happensOnce.has(event.type),
      ),
    ),
  );
}

function delays(commit: Commit): Trial[] {
  return Object.keys(commit.before?.timers ?? {}).map((past) =>
    about(commit, { kind: 'delay', event: commit.trace.seq, past }),
  );
}

/**
 * What is asked of a web service is lost with its node, which its caller notices; and a stream in doubt begins anew
 * (docs/operations.md).
 */
function crashes(commit: Commit): Trial[] {
  const { commands, asksWeb, trace } = commit;
  const sent = commands.length > 0 ? (['unsent', 'sent'] as const) : (['unsent'] as const);
  return sent.flatMap((command) => {
    const beginsAnew = command === 'sent' && commands[0]?.kind === 'stream';
    return [0, TAKEOVER_MS].map((takeoverMs) =>
      about(
        commit,
        { kind: 'crash', commit: trace.seq, command, takeoverMs },
        takeoverMs === 0 && !asksWeb && !beginsAnew,
      ),
    );
  });
}

function disturbedCommands(commit: Commit): Trial[] {
  return commit.commands.flatMap((command) => {
    const { number, kind } = command;
    const trial = (perturbation: Perturbation, variant: string): Trial => ({
      perturbation,
      about: perturbationInWords(perturbation, `command ${number} (${kind})`),
      isUnnoticed: false,
      situation: `${placeOf(commit)} ${kind} ${perturbation.kind} ${variant}`,
    });
    const lost = [true, false].flatMap((done) =>
      (['again', 'in_vain'] as const).map((asked) =>
        trial({ kind: 'unanswered', command: number, done, asked }, `${done} ${asked}`),
      ),
    );
    const refused = refusalsOf[kind].map((code) =>
      trial({ kind: 'refuse', command: number, code }, classOf(kind, code)),
    );
    return [...lost, ...refused];
  });
}

function about(commit: Commit, perturbation: Perturbation, isUnnoticed = false): Trial {
  const { trace } = commit;
  const { event, commit: _commit, ...variant } = { event: 0, commit: 0, ...perturbation };
  const what =
    perturbation.kind === 'crash'
      ? `commit ${trace.seq} (${trace.event.type})`
      : `event ${event} (${trace.event.type})`;
  return {
    perturbation,
    about: perturbationInWords(perturbation, what),
    isUnnoticed,
    situation: `${placeOf(commit)} ${trace.event.type} ${JSON.stringify(variant)}`,
  };
}

/** Where the call stands when the event comes, and what comes of it. */
function placeOf({ before, trace, record }: Commit): string {
  const stand = before === undefined ? 'start' : `${JSON.stringify(before.state)} ${before.context.leg}`;
  const made = trace.commands.map(({ kind }) => kind).join(' ');
  return `${record.context.flow} ${stand} → ${trace.state} ${made}`;
}
