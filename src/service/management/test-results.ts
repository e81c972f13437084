/** Test results of a version, in the format of `ringflow test --json`. */
import type { PlainDiagnostic } from '../../language/diagnostics/index.ts';

export interface TestResults {
  passed: number;
  failed: number;
  skipped: number;
  cases: TestCase[];
  notRun: { file: string; name: string; line: number; reason: string }[];
  /** Paths of scenario files that could not be run. */
  broken: string[];
  /** Diagnostics of scenario files. */
  diagnostics: PlainDiagnostic[];
  /** Scenarios with `only`; if there is one, no scenario is run. */
  only: { file: string; line: number }[];
}

/** Results of a version without scenarios. */
export const NO_RESULTS: TestResults = {
  passed: 0,
  failed: 0,
  skipped: 0,
  cases: [],
  notRun: [],
  broken: [],
  diagnostics: [],
  only: [],
};

/** Result of one scenario; times are ms since the start of the call. */
interface TestCase {
  file: string;
  /** Path of the flow's file. */
  flow: string;
  name: string;
  /** 1-based. */
  line: number;
  /** Duration of the call, ms of virtual time. */
  ms: number;
  passed: boolean;
  /** The first failure, with its place in the scenario file and the step of the flow. */
  failure?: {
    message: string;
    line: number;
    column: number;
    ms: number;
    hint?: string;
    step?: { name: string; verb: string; line: number; file?: string };
  };
  story?: unknown[];
}

/** Scenarios of an uploaded version. */
export interface NewTests {
  results: TestResults;
  /** The scenario files, by path. */
  files: Record<string, string>;
}

/** Stored test results. */
export interface KeptTests extends NewTests {
  /** Time of the test run, ms since the epoch. */
  at: number;
  by: string;
  /** Reason for storing the version although scenarios failed. */
  reason?: string;
}

/** Counts the failures that prevent a deployment. */
export function countFailures({ failed, broken, only }: TestResults): number {
  return failed + broken.length + only.length;
}

/** Describes the failures, with the first of each kind. */
export function renderFailures({ failed, broken, only, cases }: TestResults): string {
  const first = cases.find(({ passed }) => !passed);
  const [file] = broken;
  const [exclusive] = only;
  const parts = [
    ...(first === undefined
      ? []
      : [`failed scenarios: ${failed}, such as "${first.name}" (${formatPlace(first)})`]),
    ...(file === undefined ? [] : [`scenario files that cannot be run: ${broken.length}, such as ${file}`]),
    ...(exclusive === undefined ? [] : [`"only" is set at ${formatPlace(exclusive)}`]),
  ];
  return parts.join('; ');
}

function formatPlace({ file, line }: { file: string; line: number }): string {
  return `${file}:${line}`;
}

/** Audit log details of an action that was forced despite failed scenarios. */
export function describeForce(failed = 0, reason?: string): { failed?: number; reason?: string } {
  return failed > 0 && reason !== undefined ? { failed, reason } : {};
}
