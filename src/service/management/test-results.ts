/** What the scenarios of a version came to, as `ringflow test --json` tells it. */
import type { PlainDiagnostic } from '../../language/diagnostics/index.ts';

export interface TestResults {
  passed: number;
  failed: number;
  skipped: number;
  cases: TestCase[];
  notRun: { file: string; name: string; line: number; reason: string }[];
  /** Paths of scenario files that could not be run. */
  broken: string[];
  /** What is wrong with them. */
  diagnostics: PlainDiagnostic[];
  /** The scenarios that say `only`: where there is one, nothing is run. */
  only: { file: string; line: number }[];
}

/** One scenario that was run; times are ms since the beginning of the call. */
interface TestCase {
  file: string;
  /** Path of the flow's file. */
  flow: string;
  name: string;
  /** 1-based. */
  line: number;
  /** How long the call took, ms of virtual time. */
  ms: number;
  passed: boolean;
  failure?: { message: string; line: number; column: number; ms: number; hint?: string | undefined };
  story?: unknown[];
}

/** The scenarios of a version that is handed in. */
export interface NewTests {
  results: TestResults;
  /** The scenario files, by path. */
  files: Record<string, string>;
}

/** The same as it is kept. */
export interface KeptTests extends NewTests {
  /** When they were run, ms since the epoch. */
  at: number;
  by: string;
  /** Why the version was kept though scenarios failed. */
  reason?: string;
}

/** How much of it speaks against putting the version into service. */
export function countFailures({ failed, broken, only }: TestResults): number {
  return failed + broken.length + only.length;
}

/** The same in words, with the first of each kind. */
export function renderFailures({ failed, broken, only, cases }: TestResults): string {
  const first = cases.find(({ passed }) => !passed);
  const [file] = broken;
  const [exclusive] = only;
  const parts = [
    ...(first === undefined
      ? []
      : [`failed scenarios: ${failed}, such as "${first.name}" (${placeOf(first)})`]),
    ...(file === undefined ? [] : [`scenario files that cannot be run: ${broken.length}, such as ${file}`]),
    ...(exclusive === undefined ? [] : [`"only" is set at ${placeOf(exclusive)}`]),
  ];
  return parts.join('; ');
}

function placeOf({ file, line }: { file: string; line: number }): string {
  return `${file}:${line}`;
}

/** For the audit log: that something was done though scenarios fail, and why. */
export function forced(failed = 0, reason?: string): { failed?: number; reason?: string } {
  return failed > 0 && reason !== undefined ? { failed, reason } : {};
}
