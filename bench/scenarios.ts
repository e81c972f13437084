/**
 * Measures `test`: ten thousand cases, made of the samples' scenarios by copying their files. Playing them in this
 * process, as CPU time, garbage collector and compiler threads included, of the cheapest round, since other work only adds
 * to it; the whole command on one thread and on as many as pay; and, watching the samples, from saving a flow to the
 * result of its cases.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runRead } from '../src/cli/author/test-run.ts';
import { SuiteFiles } from '../src/cli/author/test-suites.ts';
import { watchTests } from '../src/cli/author/test-watch.ts';
import { findFiles, isScenarioFile } from '../src/authoring/flow-files/index.ts';
import { cpuUsSince } from './fixtures.ts';
import { median } from './stats.ts';

export interface ScenarioFigures {
  cases: number;
  /** Played in this process, read before. */
  casesPerCpuSecond: number;
  /** The whole command, reading and compiling included, from its start to its end. */
  oneThreadMs: number;
  threadsMs: number;
  /** From saving a flow to the result of its cases, the time in which editors settle included. */
  watchP50Ms: number;
}

const WANTED = 10_000;
const rounds = 2;
const saves = 15;
const bin = join(import.meta.dirname, '../bin/ringflow.js');

/** Measures all of it. */
export async function measureScenarios(): Promise<ScenarioFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-bench-'));
  try {
    cpSync(join(import.meta.dirname, '../flows'), folder, { recursive: true });
    const watchP50Ms = await watching(folder);
    multiply(folder);
    const { cases, casesPerCpuSecond } = played(folder);
    const oneThreadMs = commandMs(folder, '--jobs', '1');
    return { cases, casesPerCpuSecond, oneThreadMs, threadsMs: commandMs(folder), watchP50Ms };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Copies each scenario file beside itself until there are as many cases as wanted. */
function multiply(folder: string): void {
  const files = findFiles([folder], isScenarioFile);
  const cases = new SuiteFiles().read(files).suites.reduce((sum, { scenarios }) => sum + scenarios.length, 0);
  for (let copy = 1; copy * cases < WANTED; copy += 1)
    for (const file of files) cpSync(file, file.replace(/\.scenario\.ya?ml$/, `.${copy}$&`));
}

function played(folder: string): Pick<ScenarioFigures, 'cases' | 'casesPerCpuSecond'> {
  const read = new SuiteFiles().read(findFiles([folder], isScenarioFile));
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    const { cases } = runRead(read, {});
    const seconds = cpuUsSince(before) / 1e6;
    const failed = cases.find(({ failure }) => failure !== undefined);
    if (failed !== undefined) throw new Error(`${failed.name}: ${failed.failure?.message ?? ''}`);
    return { cases: cases.length, seconds };
  });
  const { cases = 0 } = times[0] ?? {};
  return { cases, casesPerCpuSecond: cases / Math.min(...times.map(({ seconds }) => seconds)) };
}

function commandMs(folder: string, ...flags: string[]): number {
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [bin, 'test', folder, ...flags], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) throw new Error(stderr);
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

/** Each save says something else, so that the flow is compiled and its cases are played anew. */
async function watching(folder: string): Promise<number> {
  const keys = new PassThrough();
  let result = Promise.withResolvers<undefined>();
  const out = (text: string) => {
    if (/\d+ passed, \d+ failed/.test(text)) result.resolve(undefined);
  };
  const done = watchTests([folder], {}, { io: { out, err: () => undefined, colour: false }, keys });
  await result.promise;
  const file = join(folder, 'front-desk/flow.yaml');
  const text = readFileSync(file, 'utf8');
  const times: number[] = [];
  for (let save = 0; save < saves; save += 1) {
    result = Promise.withResolvers<undefined>();
    const startedAt = performance.now();
    writeFileSync(file, text.replace('Welcome to Acme', `Welcome to Acme${' again'.repeat(save + 1)}`));
    await result.promise;
    times.push(performance.now() - startedAt);
  }
  keys.write('q');
  await done;
  writeFileSync(file, text);
  return median(times);
}
