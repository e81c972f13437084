/**
 * Runs a suite of tests: `npm test` (default), `npm run test:system`, `npm run test:deep`. Further arguments go to Vitest:
 * `npm test -- test/call`. Steps of a lane run one after the other, lanes run side by side. Exits with 1 when a step fails.
 * `total` names the failed tests of the last default and system runs; its last line is the sum of both.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';

interface Step {
  name: string;
  command: string[];
  /** The file of Vitest's JSON reporter, for steps that run Vitest. */
  report?: string;
  env?: Record<string, string>;
}

interface Result {
  step: Step;
  hasPassed: boolean;
  seconds: number;
  /** Output of a failed step outside of the first lane; printed at the end, where it is not overlooked. */
  complaint: string;
}

interface Count {
  passed: number;
  failed: number;
  /** One line for each failed test, or for each failed step without tests. */
  failures: string[];
}

/** The part of Vitest's JSON report that is read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

const NOTHING: Count = { passed: 0, failed: 0, failures: [] };
const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'node_modules/.cache/test-results');
const [suite = 'default', ...forVitest] = process.argv.slice(2);

const vitest = (name: string, projects: string[], env: Record<string, string> = {}): Step => {
  const report = join(folder, `vitest-${suite}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  return { name, command: ['vitest', 'run', ...chosen, ...reporters, ...forVitest], report, env };
};
const script = (name: string, ...flags: string[]): Step => ({
  name,
  command: ['npm', 'run', '--silent', name, '--', ...flags],
});

const own = ['pure', 'stores', 'service'];
/** Tests that this machine cannot run, told after every run of them; a line each, with what they need. */
const skipped: Record<string, string[]> = {
  system:
    process.getuid?.() === 0
      ? []
      : [
          'the tests with an Asterisk: they need root, for a chroot and for keys by RTP. Run them as root on Debian',
        ],
};
const withAsterisk = skipped.system?.length === 0 ? ['asterisk'] : [];
const suites: Record<string, Step[][]> = {
  default: [[vitest('tests', own)], [script('check')]],
  system: [
    [
      vitest('system tests', ['system', 'e2e', 'distributed', ...withAsterisk, 'browser']),
      script('chaos', '--minutes', '0.5'),
    ],
  ],
  deep: [
    [
      vitest('deep tests', [...own, 'system'], { RINGFLOW_TEST_DEEP: '1' }),
      script('mutation', '--count', '300'),
      script('chaos', '--minutes', '60'),
    ],
  ],
};

if (suite === 'total') {
  const counts = ['default', 'system'].map(readCount);
  const sum = (of: 'passed' | 'failed') => counts.reduce((total, count) => total + count[of], 0);
  for (const failure of counts.flatMap(({ failures }) => failures)) console.log(`failed: ${failure}`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
} else {
  const lanes = suites[suite];
  if (lanes === undefined) throw new Error(`no suite "${suite}": ${Object.keys(suites).join(', ')} or total`);
  process.exitCode = (await runSuite(suite, lanes)) ? 0 : 1;
}

async function runSuite(name: string, lanes: Step[][]): Promise<boolean> {
  mkdirSync(folder, { recursive: true });
  rmSync(countFile(name), { force: true });
  const results = (await Promise.all(lanes.map((lane, at) => runLane(lane, at === 0)))).flat();
  for (const { step, hasPassed, seconds, complaint } of results) {
    if (complaint !== '') console.log(complaint);
    console.log(`${hasPassed ? 'passed' : 'FAILED'}: ${step.name} (${Math.round(seconds)} s)`);
  }
  for (const what of skipped[name] ?? []) console.log(`SKIPPED: ${what}`);
  writeFileSync(countFile(name), JSON.stringify(countOf(results)));
  return results.every(({ hasPassed }) => hasPassed);
}

/** The first lane prints as it runs. Other lanes print each step's output when the step has ended. */
async function runLane(lane: Step[], isLive: boolean): Promise<Result[]> {
  const results: Result[] = [];
  for (const step of lane) results.push(await runStep(step, isLive));
  return results;
}

async function runStep(step: Step, isLive: boolean): Promise<Result> {
  const startedAt = performance.now();
  if (step.report !== undefined) rmSync(step.report, { force: true });
  const [program = '', ...args] = step.command;
  const output = isLive ? 'inherit' : 'pipe';
  const env = { ...process.env, ...step.env };
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', output, output] });
  const printed = Promise.all([read(child.stdout), read(child.stderr)]);
  const [code] = (await once(child, 'exit')) as [number | null];
  const text = (await printed).join('').trim();
  const hasPassed = code === 0;
  if (text !== '' && hasPassed) console.log(text);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { step, hasPassed, seconds, complaint: hasPassed ? '' : text };
}

/** Streams that the child inherits are null. */
function read(stream: Readable | null): Promise<string> {
  return stream === null ? Promise.resolve('') : readAll(stream);
}

/** Counts tests; a step without tests, or one that failed beside its tests, counts as one failure. */
function countOf(results: Result[]): Count {
  const total: Count = { passed: 0, failed: 0, failures: [] };
  for (const { step, hasPassed } of results) {
    const { passed, failed, failures } = step.report === undefined ? NOTHING : readReport(step.report);
    total.passed += passed;
    total.failed += hasPassed ? failed : Math.max(failed, 1);
    total.failures.push(...failures);
    if (!hasPassed && failures.length === 0) total.failures.push(step.name);
  }
  return total;
}

function readReport(file: string): Count {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const failures = report.testResults.flatMap(listFailures);
    return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
  } catch {
    return NOTHING;
  }
}

/** A file that failed outside of its tests (in its imports, or in a hook) is one failure of its own. */
function listFailures({ name, status, assertionResults }: Report['testResults'][number]): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [file] : [];
  return failed.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages?.[0] ?? '')}`);
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 200);
}

function countFile(name: string): string {
  return join(folder, `${name}.json`);
}

/** A suite that wrote no count has failed. */
function readCount(name: string): Count {
  try {
    return JSON.parse(readFileSync(countFile(name), 'utf8')) as Count;
  } catch {
    return { passed: 0, failed: 1, failures: ['a suite that was not run to its end'] };
  }
}
