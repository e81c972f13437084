/** Plans the perturbations of a case from its undisturbed run, one at a time. */
import type { Command, CommandKind } from '../../call/index.ts';
import { listRetryWaits } from '../testkit/index.ts';
import { renderPerturbation } from './perturbation.ts';
import type { Perturbation } from './perturbation.ts';
import { classifyRefusal, refusalsOf, listRefusedAttempts, repeatedCodes } from './refusals.ts';
import type { CaseRun } from './run-case.ts';
import { findSurplusKeys, isPending, isStreamEnd, isTransition, planEffects } from './plan-effects.ts';
import {
  describeCourse,
  describeLater,
  describeOutcomes,
  describeRoughly,
  describeState,
  describeStep,
  readsCodes,
} from './trial-situation.ts';
import { listSent } from './requests.ts';
import { toldOnce } from './must-be-alike.ts';
import type { Commit } from './watch.ts';

/** A perturbation to try. */
export interface Trial {
  perturbation: Perturbation;
  /** Description for reports. */
  about: string;
  /** Key of the situation; trials with the same key differ only in the history of the call. */
  situation: string;
  /**
   * Key of the situation by the verb of its step, for what only the service must handle; equal to `situation` for what
   * the flow must handle too.
   */
  roughly: string;
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
    ...commits.filter((commit) => isPending(commit, run)).flatMap(planCrashes),
    ...commits.flatMap(({ commands }) => commands.flatMap(planDisturbances)),
    ...planEffects(run, commits),
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
export function createTrial(run: CaseRun, perturbation: Perturbation): Trial | undefined {
  if ('command' in perturbation && !isOfEvent(perturbation)) return planCommandTrial(run, perturbation);
  if (!isOfEvent(perturbation)) return createWholeTrial(run, perturbation);
  const number = getEventNumber(perturbation);
  const commit = run.commits.find(({ trace }) => trace.seq === number);
  return commit !== undefined && isMet(commit, perturbation, run)
    ? createEventTrial(commit, perturbation, run)
    : undefined;
}

function planCommandTrial(run: CaseRun, perturbation: OfCommand): Trial | undefined {
  for (const commit of run.commits) {
    const command = commit.commands.find(({ number }) => number === perturbation.command);
    if (command !== undefined && run.carriedOut.has(command.number) && isPossible(command, perturbation, run))
      return createCommandTrial(commit, command, { perturbation, run });
  }
  return undefined;
}

function isOfEvent(perturbation: Perturbation): perturbation is OfEvent {
  const { kind } = perturbation;
  return kind === 'crash' || 'event' in perturbation || ['hang_up', 'press', 'stream_breaks'].includes(kind);
}

function getEventNumber(perturbation: OfEvent): number {
  switch (perturbation.kind) {
    case 'crash':
      return perturbation.commit;
    case 'hang_up':
      return perturbation.hangUpAfter;
    case 'press':
      return perturbation.pressAfter;
    case 'stream_breaks':
      return perturbation.breakAt;
    default:
      return perturbation.event;
  }
}

/** Creates a trial that concerns a request, the people or the whole call. */
function createWholeTrial(run: CaseRun, perturbation: OfWhole): Trial | undefined {
  if (perturbation.kind !== 'service')
    return toTrial(perturbation, {
      what: 'the call',
      // An answering machine takes the same course in each, apart from the answers of services.
      situation: `${perturbation.kind} ${perturbation.kind === 'mailbox' ? describeOutcomes(run) : describeCourse(run)}`,
    });
  const sent = listSent(run).find(({ number }) => number === perturbation.request);
  if (sent?.result !== 'done') return undefined;
  const { method } = sent.request;
  return toTrial(perturbation, {
    what: `web request ${sent.number} (${method})`,
    situation: `${sent.step} ${method} ${perturbation.answer} ${describeOutcomes(run)}`,
  });
}

function isMet(commit: Commit, perturbation: OfEvent, run: CaseRun): boolean {
  const { before, commands, isFromOutside, trace } = commit;
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
    case 'hang_up':
      return isTransition(commit);
    case 'press':
      return findSurplusKeys(commit, run) !== undefined;
    case 'stream_breaks':
      return isStreamEnd(commit);
  }
}

/** A command that the platform refuses in the undisturbed run is neither carried out nor accepted later. */
function isPossible({ kind, number }: Command, perturbation: OfCommand, { commits }: CaseRun): boolean {
  if (perturbation.kind === 'refuse' || perturbation.kind === 'outage')
    return refusalsOf[kind].includes(perturbation.code);
  const isRefused = commits.some(
    ({ trace: { event } }) => event.type === 'command_failed' && event.number === number,
  );
  if (perturbation.kind === 'unanswered') return !(isRefused && perturbation.done);
  return !isRefused && listRetryWaits(perturbation.code).length >= perturbation.attempts;
}

type OfCommand = Extract<Perturbation, { kind: 'refuse' | 'retry' | 'unanswered' | 'outage' }>;
type OfWhole = Extract<Perturbation, { kind: 'service' | 'withheld' | 'mailbox' | 'nothing' }>;
type OfEvent = Exclude<Perturbation, OfCommand | OfWhole>;

function toTrial(
  perturbation: Perturbation,
  { what, situation, roughly = situation }: { what: string; situation: string; roughly?: string },
): Trial {
  return { perturbation, about: renderPerturbation(perturbation, what), situation, roughly };
}

function createCommandTrial(
  commit: Commit,
  { number, kind }: Command,
  { perturbation, run }: { perturbation: OfCommand; run: CaseRun },
): Trial {
  const what = `command ${number} (${kind})`;
  const variant = `${kind} ${perturbation.kind} ${describeVariant(kind, perturbation, run)}`;
  const situation = `${describeState(commit)} ${variant}`;
  if (perturbation.kind === 'outage')
    return toTrial(perturbation, { what, situation: `${describeStep(commit.record)} ${variant}` });
  const isOfFlow = perturbation.kind === 'refuse' && classifyRefusal(kind, perturbation.code) === 'final';
  const rough = describeVariantRoughly(kind, perturbation);
  const stand = isOfFlow ? describeStep(commit.record) : describeRoughly(commit, run);
  const roughly = `${stand} ${kind} ${perturbation.kind} ${rough}`;
  return toTrial(perturbation, { what, situation, roughly });
}

function describeVariant(kind: CommandKind, perturbation: OfCommand, { flow }: CaseRun): string {
  if (perturbation.kind === 'refuse' || perturbation.kind === 'outage')
    return readsCodes(flow.flow) ? perturbation.code : classifyRefusal(kind, perturbation.code);
  if (perturbation.kind === 'retry') return `${perturbation.code} ${perturbation.attempts}`;
  return `${perturbation.done} ${perturbation.asked}`;
}

function createEventTrial(commit: Commit, perturbation: OfEvent, run: CaseRun): Trial {
  const { seq, event } = commit.trace;
  const what = `${perturbation.kind === 'crash' ? 'commit' : 'event'} ${seq} (${event.type})`;
  const variant = JSON.stringify({
    ...perturbation,
    event: 0,
    commit: 0,
    hangUpAfter: 0,
    pressAfter: 0,
    breakAt: 0,
  });
  if (perturbation.kind === 'hang_up')
    return toTrial(perturbation, {
      what,
      situation: `${describeStep(commit.record)} hang_up ${describeLater(commit, perturbation, run)}`,
    });
  const rest = `${event.type} ${variant} ${describeLater(commit, perturbation, run)}`;
  const situation = `${describeState(commit)} ${rest}`;
  const isOfFlow =
    perturbation.kind === 'press' || perturbation.kind === 'stream_breaks' || event.type === 'delivery';
  return toTrial(perturbation, {
    what,
    situation,
    roughly: isOfFlow ? situation : describeEventRoughly(commit, perturbation, run),
  });
}

function describeVariantRoughly(kind: CommandKind, perturbation: OfCommand): string {
  if (perturbation.kind === 'unanswered') return `${perturbation.done} ${perturbation.asked}`;
  return perturbation.kind === 'retry' ? perturbation.code : classifyRefusal(kind, perturbation.code);
}

/** Describes a perturbation of an event by the verb of the step; times do not count. */
function describeEventRoughly(commit: Commit, perturbation: OfEvent, run: CaseRun): string {
  const { kind } = perturbation;
  const of = kind === 'crash' ? perturbation.command : kind === 'duplicate' ? perturbation.key : '';
  const past = kind === 'delay' ? (perturbation.past.split('.').at(-1) ?? '') : '';
  return `${describeRoughly(commit, run)} ${commit.trace.event.type} ${kind} ${of} ${past}`;
}
