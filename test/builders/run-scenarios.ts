import { choose, runCases } from '../../src/verification/testkit/index.ts';
import type { CaseResult, Choice, Suite } from '../../src/verification/testkit/index.ts';

/** Runs the scenarios of files in order. */
export function runScenarios(suites: readonly Suite[], choice: Choice = {}): CaseResult[] {
  return [...runCases(choose(suites, choice).cases)];
}
