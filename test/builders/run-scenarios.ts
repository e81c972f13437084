import { choose, runCases } from '../../src/verification/testkit/index.ts';
import type { SuitesWanted, Suite } from '../../src/verification/testkit/index.ts';

/** The result of one case, as `runCases` yields it. */
export type CaseResult = ReturnType<typeof runCases> extends Generator<infer Result> ? Result : never;

/** Runs the scenarios of files in order. */
export function runScenarios(suites: readonly Suite[], choice: SuitesWanted = {}): CaseResult[] {
  return [...runCases(choose(suites, choice).cases)];
}
