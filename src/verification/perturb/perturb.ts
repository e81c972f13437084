/** Runs cases with one perturbation at a time and reports the rules that they break. */
import type { Case, Scenario, Suite } from '../testkit/index.ts';
import { toPerturbation } from './perturbation.ts';
import { findBadEffects } from './effects.ts';
import { findBreaches } from './oracle.ts';
import type { Breach } from './oracle.ts';
import { planTrials, createTrial } from './plan.ts';
import type { Trial } from './plan.ts';
import type { Perturbation } from './perturbation.ts';
import { runCase } from './run-case.ts';
import type { CaseRun } from './run-case.ts';
import { mustBeAlike } from './must-be-alike.ts';
import type { PoolRun } from './told.ts';

interface Choice {
  kinds?: readonly Perturbation['kind'][];
  /**
   * Try every situation of a flow once, and one code of each class; situations that differ only in their history count
   * as one.
   */
  isQuick?: boolean;
  /** Number of events to perturb. */
  events?: number;
  onPlanned?: (cases: number) => void;
}

/** A case with its trials. */
export interface PlannedCase extends Case {
  /** The run without a perturbation. */
  undisturbed: CaseRun;
  trials: Trial[];
  /** Number of events beyond the last one to perturb. */
  leftAlone: number;
  /** Reason why the case cannot be perturbed. */
  problem?: string;
  /** Undisturbed runs of all cases of the flow. */
  pool: readonly PoolRun[];
  /** Runs with other perturbations, by their trial. */
  references: Map<string, CaseRun>;
}

/** A trial that broke a rule. */
export interface Finding {
  suite: Suite;
  scenario: Scenario;
  trial: Trial;
  run: CaseRun;
  /** Not empty. */
  breaches: Breach[];
}

/**
 * Maximum number of perturbed events of a call. A call that asks a silent caller forever has thousands, and each costs
 * dozens of runs.
 */
export const MOST_EVENTS = 300;

/** Runs cases without perturbations and plans their trials; a case that fails then has none. */
export function planCases(cases: readonly Case[], choice: Choice = {}): PlannedCase[] {
  const { kinds, isQuick = false, events = MOST_EVENTS, onPlanned } = choice;
  const seen = new Set<string>();
  const isWanted = ({ suite, scenario }: Case, { perturbation, situation, roughly }: Trial): boolean => {
    if (kinds !== undefined && !kinds.includes(perturbation.kind)) return false;
    if (scenario.perturbation !== undefined) return true;
    const known = `${suite.flow.flow.version} ${isQuick ? roughly : situation}`;
    if (seen.has(known)) return false;
    seen.add(known);
    return true;
  };
  const pools = new Map<string, PoolRun[]>();
  return cases.map((one, index) => {
    onPlanned?.(index);
    const planned = planCase(one, events);
    const pool = pools.get(one.suite.flowFile) ?? [];
    pools.set(one.suite.flowFile, pool);
    if (planned.problem === undefined) pool.push({ run: planned.undisturbed, isSmooth: isSmooth(one) });
    return { ...planned, pool, trials: planned.trials.filter((trial) => isWanted(one, trial)) };
  });
}

/** Lines that end a call or a stream early. */
const BREAKS: ReadonlySet<string> = new Set(['hangs_up', 'operator_hangs_up', 'stream_breaks']);

/** True if everything works in a scenario, and nobody ends the call early. */
function isSmooth({ scenario: { start, script } }: Case): boolean {
  const isBroken = script.some(({ kind }) => BREAKS.has(kind));
  return start.faults === undefined && !isBroken;
}

function planCase(one: Case, events: number): PlannedCase {
  const undisturbed = runUndisturbed(one);
  const planned = {
    ...one,
    undisturbed,
    trials: [],
    leftAlone: 0,
    pool: [],
    references: new Map<string, CaseRun>(),
  };
  const problem = findProblem(undisturbed);
  if (problem !== undefined) return { ...planned, problem };
  const { perturbation } = one.scenario;
  if (perturbation === undefined) {
    const leftAlone = Math.max(0, undisturbed.commits.length - events);
    return { ...planned, trials: planTrials(undisturbed, events), leftAlone };
  }
  const trial = createTrial(undisturbed, toPerturbation(perturbation));
  if (trial !== undefined) return { ...planned, trials: [trial] };
  return {
    ...planned,
    problem:
      'its perturbation does not apply: the call has no such event from outside, command, deadline or error code',
  };
}

/** Returns the reason why a case cannot be perturbed; undefined if it can. */
function findProblem(undisturbed: CaseRun): string | undefined {
  const { failure } = undisturbed;
  if (failure !== undefined) return `it fails without a perturbation: ${failure.message}`;
  const [breach] = findBreaches(undisturbed);
  return breach && `without a perturbation, ${breach.rule}: ${breach.message}`;
}

/** Runs a case with one perturbation; returns the rules that it breaks. */
export function tryTrial(planned: PlannedCase, trial: Trial): Finding | undefined {
  const { suite, scenario, undisturbed, pool } = planned;
  const { perturbation } = trial;
  const refer = (other: Perturbation) => runOnce(planned, other);
  const run = perturbation.kind === 'nothing' ? undisturbed : refer(perturbation);
  const isCompared = mustBeAlike(perturbation, { undisturbed, scenario }) === true;
  const breaches = [
    ...findBreaches(run, { perturbation, ...(isCompared && { undisturbed }) }),
    ...findBadEffects(run, { perturbation, undisturbed, refer, pool }),
  ];
  return breaches.length === 0 ? undefined : { suite, scenario, trial, run, breaches };
}

/** Runs a case with a perturbation. Runs to which others are compared are kept. */
function runOnce(planned: PlannedCase, perturbation: Perturbation): CaseRun {
  const { suite, scenario, references, undisturbed } = planned;
  const key = JSON.stringify(perturbation);
  const run =
    references.get(key) ?? runCase(scenario.flow ?? suite.flow, scenario, { perturbation, undisturbed });
  if (perturbation.kind === 'service') references.set(key, run);
  return run;
}

/** True if a trial cannot be compared with the undisturbed run because of its script. */
export function isUncompared(planned: PlannedCase, { perturbation }: Trial): boolean {
  return mustBeAlike(perturbation, planned) === 'by_script';
}

/**
 * Shortens the script of a finding: removes lines, from the last to the first, while the rest is valid and the same
 * perturbation still breaks the same rule.
 */
export function shrink(finding: Finding): Finding {
  let smallest = finding;
  for (let index = finding.scenario.script.length - 1; index >= 0; index--) {
    const { script } = smallest.scenario;
    if (script.length === 1) break;
    const shorter = script.filter((line) => line !== finding.scenario.script[index]);
    smallest = reproduceWith(finding, shorter) ?? smallest;
  }
  return smallest;
}

/** Reproduces a finding with another script; undefined if it does not occur. */
function reproduceWith(
  { suite, scenario: whole, trial, breaches }: Finding,
  script: Scenario['script'],
): Finding | undefined {
  const scenario = { ...whole, script };
  const undisturbed = runUndisturbed({ suite, scenario });
  if (findProblem(undisturbed) !== undefined) return undefined;
  const again = createTrial(undisturbed, trial.perturbation);
  const pool = [{ run: undisturbed, isSmooth: isSmooth({ suite, scenario }) }];
  const references = new Map<string, CaseRun>();
  const planned = { suite, scenario, undisturbed, trials: [], leftAlone: 0, pool, references };
  const found = again && tryTrial(planned, again);
  return found?.breaches[0]?.rule === breaches[0]?.rule ? found : undefined;
}

function runUndisturbed({ suite, scenario }: Case): CaseRun {
  return runCase(scenario.flow ?? suite.flow, scenario);
}
