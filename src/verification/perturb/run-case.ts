/** Runs a case, with or without a perturbation, until nothing more happens. */
import type { RunnableFlow } from '../../call/index.ts';
import { beginScene, playLine } from '../testkit/index.ts';
import type { Between, Failure, Move, Scenario, Simulation } from '../testkit/index.ts';
import { createCrash } from './crash.ts';
import { createOutage, createRefusing, createRetry, createUnanswered } from './disturbed-commands.ts';
import {
  createDelay,
  createDrop,
  createDuplicate,
  createStreamBreak,
  createSwap,
} from './disturbed-events.ts';
import type { Disturbance } from './disturbed-events.ts';
import { createHangUp, createPress } from './disturbed-people.ts';
import { createService } from './disturbed-services.ts';
import type { Perturbation } from './perturbation.ts';
import { watchCall } from './watch.ts';
import type { Commit } from './watch.ts';

/** Result of a run. */
export interface CaseRun {
  flow: RunnableFlow;
  /** Absent if it could not begin. */
  call?: Simulation;
  commits: readonly Commit[];
  /** Numbers of the commands that were sent to the platform. */
  carriedOut: ReadonlySet<number>;
  /** Number of the command → number of commits when it was last to be sent. */
  sentAfter: ReadonlyMap<number, number>;
  /** Number of commits after each line of the script that was started. */
  linesOver: readonly number[];
  /** The first line of the script that failed. */
  failure?: Failure;
  /** The error that was thrown. */
  error?: unknown;
}

/** Maximum number of events of a call; one with more counts as endless. */
const MAX_EVENTS = 5_000;
/** Maximum duration of a call after its script, ms: a week. */
const MAX_MS = 7 * 24 * 3_600_000;

const disturbances: {
  [Kind in Perturbation['kind']]: (perturbation: Extract<Perturbation, { kind: Kind }>) => Disturbance;
} = {
  duplicate: createDuplicate,
  delay: createDelay,
  swap: createSwap,
  drop: createDrop,
  refuse: createRefusing,
  retry: createRetry,
  unanswered: createUnanswered,
  crash: createCrash,
  hang_up: createHangUp,
  press: createPress,
  stream_breaks: createStreamBreak,
  service: createService,
  outage: createOutage,
  withheld: () => ({}),
  mailbox: () => ({}),
  nothing: () => ({}),
};

/** A perturbation of a case. */
interface Disturbed {
  perturbation: Perturbation;
  /** The run without it. */
  undisturbed?: CaseRun;
}

/** Runs a case. People follow its script as far as they can. Never throws. */
export function runCase(flow: RunnableFlow, scenario: Scenario, disturbed?: Disturbed): CaseRun {
  const perturbation = disturbed?.perturbation;
  const { start, script } = changePeople(scenario, perturbation);
  const { between, commits, carriedOut, sentAfter } = watchCall(
    perturbation && createDisturbance(perturbation),
    disturbed?.undisturbed?.commits,
  );
  const linesOver: number[] = [];
  const run: CaseRun = { flow, commits, carriedOut, sentAfter, linesOver };
  try {
    const scene = beginScene(flow, start, { between, maxEvents: MAX_EVENTS });
    run.call = scene.call;
    for (const line of script) {
      if (isAct(line)) awaitRetry(scene.call, between, perturbation);
      const failure = playLine(scene, line);
      linesOver.push(commits.length);
      letReact(scene.call, between, perturbation);
      if (failure !== undefined) run.failure ??= failure;
    }
    // Late events arrive even after the end of the call.
    scene.call.advanceTo(scene.call.now + MAX_MS);
  } catch (error) {
    run.error = error;
  }
  return run;
}

/** Lets a caller who reacts at once do so before the next line of the script. */
function letReact(call: Simulation, between: Between, perturbation?: Perturbation): void {
  if (perturbation?.kind !== 'hang_up' && perturbation?.kind !== 'press') return;
  const at = between.nextAt();
  if (at !== undefined) call.advanceTo(at);
}

/** True for what a caller does about what they hear. */
function isAct({ kind }: Move): boolean {
  return kind === 'presses' || kind === 'says' || kind === 'hangs_up';
}

/** Lets a caller hear the prompt that the platform accepts late before they do anything about it. */
function awaitRetry(call: Simulation, between: Between, perturbation?: Perturbation): void {
  if (perturbation?.kind !== 'retry') return;
  for (let at = between.nextAt(); at !== undefined && at > call.now; at = between.nextAt())
    call.advanceTo(at);
}

/** Returns who calls and what they do: a caller may withhold the number, an answering machine does nothing. */
function changePeople(
  { start, script }: Scenario,
  perturbation?: Perturbation,
): Pick<Scenario, 'start' | 'script'> {
  if (perturbation?.kind === 'withheld') return { start: { ...start, from: '' }, script };
  if (perturbation?.kind !== 'mailbox') return { start, script };
  const { direction, from, to } = start;
  const called = direction === 'outbound' ? {} : { direction: 'outbound' as const, from: to, to: from };
  return { start: { ...start, ...called }, script: [] };
}

function createDisturbance(perturbation: Perturbation): Disturbance {
  // The table's type guarantees the match of kind and function; TypeScript does not follow it through an index.
  const disturb = disturbances[perturbation.kind] as (perturbation: Perturbation) => Disturbance;
  return disturb(perturbation);
}
