/** Plans the perturbations of a case from its undisturbed run, one at a time. */
import type { Command, CommandKind } from '../../call/index.ts';
import { listRetryWaits } from '../testkit/index.ts';
import { renderPerturbation } from './perturbation.ts';
import type { Perturbation } from './perturbation.ts';
import { classifyRefusal, refusalsOf, listRefusedAttempts, repeatedCodes } from './refusals.ts';
import type { CaseRun } from './run-case.ts';
import { toldOnce } from './must-be-alike.ts';
import type { Commit } from './watch.ts';

/** A perturbation to try. */
export interface Trial {
  perturbation: Perturbation;
  /** Description for reports. */
  about: string;
  /** Key of the situation; trials with the same key differ only in the history of the call. */
  situation: string;
}

/** Time after which a notification is repeated, ms: voice.md 6 gives a receiver 5 s to answer. */
const REPEATED_AFTER_MS = 5_000;
/** Default of `--takeover`, ms. */
const TAKEOVER_MS = 5_000;

/** Plans the trials of a case up to an event, by kind and then in the order of the call. */
export function planTrials(run: CaseRun, mostEvents: number): Trial[] {
  const commits = run.commits.slice(0, mostEvents);
  const outside = commits.filter(({ isFromOutside }) => isFromOutside);
  const events = outside.filter(({ trace }) => trace.event.type !== 'wake');
  const perturbations: Perturbation[] = [
    ...[...commits.slice(0, 1), ...outside].flatMap(planDuplicates),
    ...events.map(({ trace }) => ({ kind: 'drop' as const, event: trace.seq })),
    ...events
      .filter(({ trace }) => !toldOnce.has(trace.event.type))
      .map(({ trace }) => ({ kind: 'swap' as const, event: trace.seq })),
    ...events.flatMap(planDelays),
    ...commits.flatMap(planCrashes),
    ...commits.flatMap(({ commands }) => commands.flatMap(planDisturbances)),
  ];
  return perturbations.flatMap((perturbation) => createTrial(run, perturbation) ?? []);
}

function planDuplicates({ trace: { seq: event, event: told } }: Commit): Perturbation[] {
  if (toldOnce.has(told.type)) return [];
  const keys = told.type === 'wake' ? (['same'] as const) : (['same', 'new'] as const);
  return keys.flatMap((key) =>
    [0, REPEATED_AFTER_MS].map((afterMs) => ({ kind: 'duplicate' as const, event, key, afterMs })),
  );
}

function planDelays({ before, trace }: Commit): Perturbation[] {
  return Object.keys(before?.timers ?? {}).map((past) => ({ kind: 'delay', event: trace.seq, past }));
}

function planCrashes({ commands, trace }: Commit): Perturbation[] {
  const moments = commands.length > 0 ? (['unsent', 'sent'] as const) : (['unsent'] as const);
  return moments.flatMap((command) =>
    [0, TAKEOVER_MS].map((takeoverMs) => ({
      kind: 'crash' as const,
      commit: trace.seq,
      command,
      takeoverMs,
    })),
  );
}

function planDisturbances({ number: command, kind }: Command): Perturbation[] {
  const unanswered = [true, false].flatMap((done) =>
    (['again', 'in_vain'] as const).map((asked) => ({ kind: 'unanswered' as const, command, done, asked })),
  );
  const refused = refusalsOf[kind].map((code) => ({ kind: 'refuse' as const, command, code }));
  return [...unanswered, ...refused, ...planRetries(command)];
}

function planRetries(command: number): Perturbation[] {
  return repeatedCodes.flatMap((code) =>
    listRefusedAttempts(code).map((attempts) => ({ kind: 'retry' as const, command, code, attempts })),
  );
}

/** Creates a trial; undefined if the case does not contain the event or command. */
export function createTrial({ commits, carriedOut }: CaseRun, perturbation: Perturbation): Trial | undefined {
  if ('command' in perturbation && perturbation.kind !== 'crash')
    return commits.flatMap((commit) =>
      commit.commands
        .filter((command) => carriedOut.has(command.number) && isPossible(command, perturbation))
        .map((command) => createCommandTrial(commit, command, perturbation)),
    )[0];
  const number = perturbation.kind === 'crash' ? perturbation.commit : perturbation.event;
  const commit = commits.find(({ trace }) => trace.seq === number);
  return commit !== undefined && isMet(commit, perturbation)
    ? createEventTrial(commit, perturbation)
    : undefined;
}

function isMet({ before, commands, isFromOutside, trace }: Commit, perturbation: OfEvent): boolean {
  switch (perturbation.kind) {
    case 'crash':
      return perturbation.command === 'unsent' || commands.length > 0;
    case 'duplicate':
      return isFromOutside || trace.seq === 1;
    case 'delay':
      return isFromOutside && before?.timers[perturbation.past] !== undefined;
    case 'swap':
    case 'drop':
      return isFromOutside;
  }
}

function isPossible({ number, kind }: Command, perturbation: OfCommand): boolean {
  if (number !== perturbation.command) return false;
  if (perturbation.kind === 'retry') return listRetryWaits(perturbation.code).length >= perturbation.attempts;
  return perturbation.kind !== 'refuse' || refusalsOf[kind].includes(perturbation.code);
}

type OfCommand = Extract<Perturbation, { kind: 'refuse' | 'retry' | 'unanswered' }>;
type OfEvent = Exclude<Perturbation, OfCommand>;

function createCommandTrial(commit: Commit, { number, kind }: Command, perturbation: OfCommand): Trial {
  return {
    perturbation,
    about: renderPerturbation(perturbation, `command ${number} (${kind})`),
    situation: `${describeState(commit)} ${kind} ${perturbation.kind} ${describeVariant(kind, perturbation)}`,
  };
}

function describeVariant(kind: CommandKind, perturbation: OfCommand): string {
  if (perturbation.kind === 'refuse') return classifyRefusal(kind, perturbation.code);
  if (perturbation.kind === 'retry') return `${perturbation.code} ${perturbation.attempts}`;
  return `${perturbation.done} ${perturbation.asked}`;
}

function createEventTrial(commit: Commit, perturbation: OfEvent): Trial {
  const { seq, event } = commit.trace;
  const what = `${perturbation.kind === 'crash' ? 'commit' : 'event'} ${seq} (${event.type})`;
  const variant = JSON.stringify({ ...perturbation, event: 0, commit: 0 });
  return {
    perturbation,
    about: renderPerturbation(perturbation, what),
    situation: `${describeState(commit)} ${event.type} ${variant}`,
  };
}

/** Describes the state of the call before the event, and what the event led to. */
function describeState({ before, trace, record }: Commit): string {
  const stand = before === undefined ? 'start' : `${JSON.stringify(before.state)} ${before.context.leg}`;
  const made = trace.commands.map(({ kind }) => kind).join(' ');
  return `${record.context.flow} ${stand} → ${trace.state} ${made}`;
}
