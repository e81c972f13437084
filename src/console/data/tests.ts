/** Results of the scenarios of a version. */
import { unwrap } from '../api/client.ts';
import { getTestResults } from '../api/generated/index.ts';
import type { GetTestResultsResponse, RepeatTestsResponse } from '../api/generated/index.ts';
import { formatCount } from '../ui/format.ts';
import type { FlowRef } from './deployments.ts';

type StoredTests = GetTestResultsResponse;
export type TestResults = RepeatTestsResponse;

/** Reads the results of the last upload; undefined when the version has no scenarios. Throws an `ApiProblem`. */
export async function readTests(path: FlowRef & { version: string }): Promise<StoredTests | undefined> {
  const tests = await unwrap(getTestResults({ path }));
  return Object.keys(tests.files).length === 0 ? undefined : tests;
}

/** Returns the number of scenarios that failed or could not be run. */
export function countFailed({ failed, notRun, broken }: TestResults): number {
  return failed + notRun.length + broken.length;
}

/** Returns the result in words, such as `48 of 48 scenarios pass`. */
export function describeTests(results: TestResults): string {
  const all = results.passed + countFailed(results);
  return `${results.passed} of ${formatCount(all, 'scenario passes', 'scenarios pass')}`;
}
