/**
 * Runs scenario files on one or several threads. The output is the same, byte for byte, with any number of threads: cases are
 * independent, and results are in the order of the files.
 */
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { runnable } from '../../call/index.ts';
import { addHits, watchFlow } from '../../verification/coverage/index.ts';
import type { Hits } from '../../verification/coverage/index.ts';
import { removeDuplicates, sortDiagnostics } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { readText } from '../../authoring/flow-files/index.ts';
import { runSuites, selectCases } from '../../verification/testkit/index.ts';
import type { CaseReport, Hear, SuitesRun, SuitesWanted } from '../../verification/testkit/index.ts';
import { runLive } from './test-live.ts';
import type { Live } from './test-live.ts';
import { SuiteFiles } from './test-suites.ts';
import type { ReadSuites } from './test-suites.ts';

/** Options of a run. */
export interface Wanted extends SuitesWanted {
  /** Record coverage. */
  isCovered?: boolean;
}

/** Result of a run, as plain data. */
export interface RunResult extends SuitesRun {
  /** Paths of scenario files that could not be run. */
  broken: string[];
  /** Diagnostics of the files and their flows. */
  diagnostics: Diagnostic[];
  /** Paths of the tested flows. */
  flowFiles: string[];
  /** Coverage hits; empty without coverage. */
  hits: Hits;
}

/** Runs files on this thread. */
export function runFiles(files: readonly string[], wanted: Wanted, hear?: Hear): RunResult {
  const hits: Hits = {};
  const ready: typeof runnable = (flow, env) => watchFlow(runnable(flow, env), hits);
  const read = new SuiteFiles(wanted.isCovered === true ? ready : runnable).read(files);
  return { ...runRead(read, wanted, hear), hits };
}

/** Runs scenario files that have been read. */
export function runRead(read: ReadSuites, wanted: Wanted, hear?: Hear): RunResult {
  return {
    ...runSuites(read.suites, wanted, hear),
    broken: read.broken,
    diagnostics: read.diagnostics,
    flowFiles: read.flows.map(({ file }) => file).toSorted(),
    hits: {},
  };
}

/** Runs the scenarios of files against a running `dev`. */
export async function runFilesLive(
  files: readonly string[],
  wanted: Wanted,
  { live, hear = () => undefined }: { live: Live; hear?: Hear | undefined },
): Promise<RunResult> {
  const read = new SuiteFiles().read(files);
  const none = runRead({ ...read, suites: [] }, wanted);
  const { cases, notRun, only } = selectCases(read.suites, wanted);
  const played = await runLive(cases, live, hear);
  return { ...none, only, cases: played.cases, notRun: [...notRun, ...played.notRun] };
}

/** Size of scenario text per thread from which another thread pays off, bytes: about 300 cases. */
const BYTES_PER_THREAD = 100_000;

/** Returns the number of threads: `jobs`, or as many as pay off, but at most one per file. */
export function threadsFor(files: readonly string[], jobs?: number): number {
  // `only` in one file applies to all files.
  if (files.some((file) => /\bonly:/.test(readText(file)))) return 1;
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const worthwhile = Math.min(availableParallelism(), Math.floor(bytes / BYTES_PER_THREAD));
  return Math.max(1, Math.min(jobs ?? worthwhile, files.length));
}

/** Input of a worker. */
export interface Share {
  files: string[];
  wanted: Wanted;
}

/** Runs files on several threads, including this one; `hear` is called only for cases of this thread. */
export async function runOnThreads(
  files: readonly string[],
  { threads, wanted }: { threads: number; wanted: Wanted },
  hear?: Hear,
): Promise<RunResult> {
  const [own = [], ...shares] = divideFiles(files, threads);
  const elsewhere = shares.map((share) => runElsewhere({ files: share, wanted }));
  const here = runFiles(own, wanted, hear);
  return mergeResults(files, [here, ...(await Promise.all(elsewhere))], wanted);
}

/** Assigns the largest file first, each to the thread with the least work; a share keeps the order of the files. */
function divideFiles(files: readonly string[], threads: number): string[][] {
  const shares = Array.from({ length: threads }, () => ({ bytes: 0, files: new Set<string>() }));
  const bySize = files
    .map((file) => ({ file, bytes: statSync(file).size }))
    .toSorted((a, b) => b.bytes - a.bytes);
  for (const { file, bytes } of bySize) {
    const least = shares.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    least.files.add(file);
    least.bytes += bytes;
  }
  return shares.map((share) => files.filter((file) => share.files.has(file)));
}

async function runElsewhere(share: Share): Promise<RunResult> {
  // A checkout runs the sources, a published package the build.
  const file = new URL(`./test-share.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
  const [result] = (await once(new Worker(file, { workerData: share }), 'message')) as [RunResult];
  return result;
}

/** Merges the results of all shares in the order of the files. */
function mergeResults(files: readonly string[], results: readonly RunResult[], { bail }: Wanted): RunResult {
  const place = new Map(files.map((file, index) => [file, index]));
  const sortByFile = <One extends { file: string }>(all: One[]) =>
    all.toSorted((a, b) => (place.get(a.file) ?? 0) - (place.get(b.file) ?? 0));
  const hits: Hits = {};
  for (const result of results) addHits(hits, result.hits);
  const broken = new Set(results.flatMap((result) => result.broken));
  const cases = sortByFile(results.flatMap((result) => result.cases));
  return {
    cases: bail === true ? cutAfterFirstFailure(cases) : cases,
    notRun: sortByFile(results.flatMap((result) => result.notRun)),
    only: [],
    broken: files.filter((file) => broken.has(file)),
    diagnostics: sortDiagnostics(removeDuplicates(results.flatMap(({ diagnostics }) => diagnostics))),
    flowFiles: [...new Set(results.flatMap(({ flowFiles }) => flowFiles))].toSorted(),
    hits,
  };
}

/** Each thread stops at its first failure, so all cases before the first failure of all have run. */
function cutAfterFirstFailure(cases: CaseReport[]): CaseReport[] {
  const first = cases.findIndex(({ failure }) => failure !== undefined);
  return first < 0 ? cases : cases.slice(0, first + 1);
}
