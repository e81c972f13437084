/** Runs cases with one thing after another going wrong, and tells what did not hold. */
import type { Scenario, Suite } from '../testkit/index.ts';
import { judge } from './oracle.ts';
import type { Breach } from './oracle.ts';
import { planOf } from './plan.ts';
import type { Trial } from './plan.ts';
import { runCase } from './run-case.ts';
import type { CaseRun } from './run-case.ts';

/** A case with what is to be tried on it. */
export interface PlannedCase {
  suite: Suite;
  scenario: Scenario;
  /** Its run in which nothing goes wrong. */
  undisturbed: CaseRun;
  trials: Trial[];
}

/** A trial after which something did not hold. */
export interface Finding {
  suite: Suite;
  scenario: Scenario;
  trial: Trial;
  /** Not empty. */
  breaches: Breach[];
}

/** Runs a case as it is and plans what to try on it. */
export function planCase(suite: Suite, scenario: Scenario): PlannedCase {
  const undisturbed = runCase(scenario.flow ?? suite.flow, scenario);
  return { suite, scenario, undisturbed, trials: planOf(undisturbed) };
}

/** Tries one thing on a case. */
export function tryOn({ suite, scenario, undisturbed }: PlannedCase, trial: Trial): Finding | undefined {
  const { perturbation, isUnnoticed } = trial;
  const run = runCase(scenario.flow ?? suite.flow, scenario, perturbation);
  const breaches = judge(run, { perturbation, ...(isUnnoticed && { undisturbed }) });
  return breaches.length === 0 ? undefined : { suite, scenario, trial, breaches };
}
