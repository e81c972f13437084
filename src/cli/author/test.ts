import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { Option } from 'commander';
import type { Command } from 'commander';
import { parseDuration } from '../../language/compiler/index.ts';
import { joinQuoted } from '../../language/text/index.ts';
import type { Thresholds } from '../../verification/coverage/index.ts';
import { findFiles, findScenariosOf, isFlowFile, isScenarioFile } from '../../authoring/flow-files/index.ts';
import { addFormat, readThresholds, reportCoverage } from './coverage-report.ts';
import type { CoverageFormat } from './coverage-report.ts';
import { createLineOption } from '../shared/carrier-option.ts';
import type { LineFlags } from '../shared/carrier-option.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import type { Live } from './test-live.ts';
import { renderResultsJson } from '../../verification/testkit/index.ts';
import {
  renderJunitReport,
  renderBroken,
  renderPlace,
  casePrinter,
  printDiagnostics,
  printRun,
} from './test-report.ts';
import { runFiles, runFilesLive, runOnThreads, threadsFor } from './test-run.ts';
import type { RunResult, Wanted } from './test-run.ts';
import { watchTests } from './test-watch.ts';
import type { Keys } from './test-watch.ts';

const EMULATOR_URL = 'http://127.0.0.1:4010';
const SERVICE_URL = 'http://127.0.0.1:8080';

interface TestFlags extends CoverageFlags, LiveFlags, LineFlags {
  filter?: string;
  tag: string[];
  bail?: true;
  json?: true;
  junit?: string;
  jobs?: number;
  watch?: true;
  allowOnly?: true;
}

interface CoverageFlags {
  coverage?: CoverageFormat[];
  coverageDir: string;
  coverageMin?: Thresholds;
}

interface LiveFlags {
  live?: string;
  service: string;
  liveLimit: number;
}

const HELP = `
Scenarios with "skip" are counted but not run. If a scenario has "only", the others are not run; in CI (environment variable
CI) such a run fails without --allow-only. Keys in --watch: a runs all scenarios, f filters by name, q quits. With --live,
scenarios that need virtual time are reported as "not run live", never as passed.

Exit code: 0 all passed, 1 a scenario failed, a file has errors or coverage is too low, 2 nothing to run.

Examples:
  ringflow test
  ringflow test flows/front-desk --filter busy
  ringflow test flows/front-desk/flow.yaml
  ringflow test --watch
  ringflow test --junit results.xml --coverage text --coverage lcov --coverage-min steps=100,outcomes=90`;

/** `ringflow test`: runs scenarios offline, in virtual time. */
export function registerTest(program: Command, io: Io, keys: Keys = process.stdin): void {
  const command = program
    .command('test')
    .description('run the scenarios next to the flows: offline, in virtual time')
    .argument('[paths...]', 'scenario files, flow files, or folders to search for *.scenario.yaml', ['flows'])
    .option('--filter <text>', 'only scenarios whose name or file contains this text')
    .addOption(
      new Option('--tag <tag>', 'only scenarios with this tag; repeat it to select several tags')
        .argParser((tag: string, tags: string[]) => [...tags, tag])
        .default([], 'all scenarios'),
    )
    .addOption(createLineOption())
    .option('--bail', 'stop after the first failure')
    .option('--watch', 'watch the files, and rerun affected scenarios when one is saved')
    .option('--json', 'print the results as JSON')
    .option('--junit <file>', 'also write the results as JUnit XML to this file')
    .option('--jobs <n>', 'number of threads (default: chosen by the number of files)', readJobs)
    .option('--allow-only', 'allow "only" in scenarios when CI is set')
    .addHelpText('after', HELP)
    .action((paths: string[], flags: TestFlags) => runTest(paths, flags, { io, keys }));
  addCoverageOptions(command);
  addLiveOptions(command);
}

function addCoverageOptions(command: Command): void {
  command
    .addOption(
      new Option('--coverage [format]', 'report coverage as text, lcov, json or html; repeatable')
        .preset('text')
        .argParser(addFormat),
    )
    .option('--coverage-dir <dir>', 'folder for lcov, json and html reports', 'coverage')
    .option(
      '--coverage-min <kind=percent,…>',
      'fail if coverage is lower, such as steps=100,outcomes=90',
      readThresholds,
    );
}

function addLiveOptions(command: Command): void {
  command
    .addOption(
      new Option(
        '--live [url]',
        'run the scenarios against a running "ringflow dev", in real time; the URL is its emulator',
      )
        .preset(EMULATOR_URL)
        .argParser(readAddress),
    )
    .option('--service <url>', 'with --live: URL of the service that dev runs', readAddress, SERVICE_URL)
    .addOption(
      new Option('--live-limit <duration>', 'with --live: maximum duration of a call')
        .argParser(readLimit)
        .default(60_000, '60s'),
    );
}

interface Surroundings {
  io: Io;
  keys: Keys;
}

async function runTest(paths: string[], flags: TestFlags, { io, keys }: Surroundings): Promise<void> {
  const wanted = toWanted(flags);
  const places = paths.flatMap((path) => (isExistingFlow(path) ? findScenariosOf(path) : [path]));
  const files = findFiles(places, isScenarioFile);
  if (flags.live !== undefined) refuseBesideLive(flags);
  if (flags.watch === true) {
    refuseBesideWatch(flags);
    await watchTests(places, wanted, { io, keys });
    return;
  }
  if (files.length === 0)
    throw new CommandFailure(
      `no scenario found in ${paths.join(', ')}: a scenario file is named <name>.scenario.yaml and is next to its flow`,
    );
  const result = await runScenarios(files, { flags, wanted, io });
  await reportRun(result, { flags, paths, io });
}

/** A flow file stands for the scenarios that test it. */
function isExistingFlow(path: string): boolean {
  return isFlowFile(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function toWanted({ filter, tag, bail, carrier, coverage, coverageMin, allowOnly }: TestFlags): Wanted {
  return {
    tags: tag,
    ...(filter !== undefined && { filter }),
    ...(bail !== undefined && { bail }),
    ...(carrier !== undefined && { carrier }),
    isCovered: coverage !== undefined || coverageMin !== undefined,
    refusesOnly: isOnCi() && allowOnly === undefined,
  };
}

/** CI systems set it to `true` or `1`. */
function isOnCi(): boolean {
  return !['', 'false', '0', undefined].includes(process.env.CI);
}

interface Run {
  flags: TestFlags;
  wanted: Wanted;
  io: Io;
}

/** Prints each case when it ends; with several threads, prints all in order at the end. */
async function runScenarios(files: string[], { flags, wanted, io }: Run): Promise<RunResult> {
  const { jobs, json } = flags;
  const printCase = json === true ? undefined : casePrinter(io);
  if (flags.live !== undefined)
    return runFilesLive(files, wanted, { live: toLive(flags.live, flags), hear: printCase });
  const threads = threadsFor(files, jobs);
  if (threads === 1) return runFiles(files, wanted, printCase);
  const result = await runOnThreads(files, { threads, wanted }, countProgress(threads, io));
  io.progress?.('');
  if (printCase !== undefined) result.cases.forEach(printCase);
  return result;
}

/** Counts the scenarios of this thread; the other threads have equal shares. */
function countProgress(threads: number, io: Io): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count % 50 === 0) io.progress?.(`${threads} threads, ${count} scenarios done on each`);
  };
}

interface Reporting {
  flags: TestFlags;
  paths: string[];
  io: Io;
}

async function reportRun(result: RunResult, { flags, paths, io }: Reporting): Promise<void> {
  const { cases, notRun, broken, only } = result;
  if (only.length > 0 && isOnCi() && flags.allowOnly === undefined)
    throw new CommandFailure(
      `"only" is set at ${only.map(renderPlace).join(', ')}: remove it, or use --allow-only`,
      1,
    );
  if (cases.length + notRun.length + broken.length === 0) throw new CommandFailure(renderNoMatch(flags));
  if (flags.json === true) {
    printDiagnostics(result, io);
    io.out(`${renderResultsJson(result)}\n`);
  } else printRun(result, io);
  if (flags.junit !== undefined) writeReport(flags.junit, renderJunitReport(result));
  const missed = await checkCoverage(result, { flags, paths, io });
  for (const line of missed) io.err(`ringflow: ${line}\n`);
  const brokenFiles = renderBroken(result);
  if (brokenFiles !== undefined) throw new CommandFailure(brokenFiles, 1);
  // A live run in which nothing ran must not look like a success.
  if (flags.live !== undefined && cases.length === 0)
    throw new CommandFailure('none of the scenarios could be run live', 1);
  if (missed.length > 0 || cases.some(({ failure }) => failure !== undefined))
    throw new CommandFailure('', 1);
}

function checkCoverage({ flowFiles, hits }: RunResult, { flags, paths, io }: Reporting): Promise<string[]> {
  const { coverage = [], coverageDir: folder, coverageMin: thresholds = {}, json } = flags;
  // With --json, stdout contains only the JSON.
  const formats = json === true ? coverage.filter((format) => format !== 'text') : coverage;
  if (formats.length === 0 && Object.keys(thresholds).length === 0) return Promise.resolve([]);
  // Flows without scenarios are reported as uncovered.
  const inPaths = findFiles(paths, isFlowFile).filter(isFlowFile);
  const measured = [...new Set([...flowFiles, ...inPaths])].toSorted();
  return reportCoverage({ flowFiles: measured, hits }, { formats, folder, thresholds }, io);
}

function renderNoMatch({ filter, tag }: TestFlags): string {
  const tagged = tag.length === 0 ? [] : [`has the tag ${joinQuoted(tag, 'or')}`];
  const named = filter === undefined ? [] : [`has "${filter}" in its name or file`];
  return `no scenario ${[...tagged, ...named].join(' and ')}`;
}

function writeReport(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Reports that are written at the end of a run do not work with --watch. */
function refuseBesideWatch({ json, junit, coverage, coverageMin, bail, live }: TestFlags): void {
  refuseBeside('--watch', { json, junit, coverage, 'coverage-min': coverageMin, bail, live });
}

/** Live runs do not record coverage and run one call at a time. */
function refuseBesideLive({ coverage, coverageMin, jobs, carrier }: TestFlags): void {
  refuseBeside('--live', { coverage, 'coverage-min': coverageMin, jobs, carrier });
}

function refuseBeside(flag: string, others: Record<string, unknown>): void {
  for (const [other, value] of Object.entries(others))
    if (value !== undefined) throw new CommandFailure(`${flag} cannot be combined with --${other}`);
}

function toLive(emulator: string, { service, liveLimit: limitMs, bail }: TestFlags): Live {
  return { emulator, service, limitMs, bail: bail === true };
}

function readAddress(given: string): string {
  if (URL.canParse(given)) return given;
  throw new CommandFailure(`"${given}" is not a URL: expected one such as ${EMULATOR_URL}`);
}

function readLimit(given: string): number {
  if (/^[1-9]\d{0,5}(ms|s|m|h)$/.test(given)) return parseDuration(given);
  throw new CommandFailure(`--live-limit is "${given}": expected a duration such as 90s`);
}

function readJobs(given: string): number {
  if (/^[1-9]\d{0,2}$/.test(given)) return Number(given);
  throw new CommandFailure(`--jobs is "${given}": expected a number of threads from 1 to 999`);
}
