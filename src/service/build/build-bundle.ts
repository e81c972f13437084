/** Builds an uploaded bundle: compiles its flows and runs its scenarios. */
import { posix } from 'node:path';
import type { Need } from '../../language/compiler/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import { compileBundle, Refusal } from '../management/index.ts';
import type { BundledFlow, BundleFiles, NewVersion, TestResults } from '../management/index.ts';
import { plainResults, readSuite, runSuites } from '../../verification/testkit/index.ts';
import type { SuiteReading } from '../../verification/testkit/index.ts';

/** A version with what it needs of a carrier. */
interface BuiltVersion extends NewVersion {
  needs: readonly Need[];
}

/** Result of a build. */
export interface BuildResult {
  /** In file order; empty when a flow has errors. */
  versions: BuiltVersion[];
  diagnostics: Diagnostic[];
  hasErrors: boolean;
  /** Results of all scenarios of the bundle, including those of flows outside it; empty when a flow has errors. */
  tests: TestResults;
}

/** Limits of one build; a bundle that exceeds them is refused. */
interface BuildLimits {
  scenarios: number;
  /** Maximum size of all results together, as JSON. */
  resultBytes: number;
  /** Maximum size of all versions together, as stored. */
  versionBytes: number;
}

const DEFAULT_LIMITS: BuildLimits = {
  scenarios: 10_000,
  resultBytes: 4 * 1024 * 1024,
  versionBytes: 64 * 1024 * 1024,
};
const MAX_DIAGNOSTICS = 1_000;

const SCENARIO_FILE = /\.scenario\.ya?ml$/;

interface ScenarioFile {
  file: string;
  /** Path of the flow under test, if it could be read. */
  flowFile?: string;
  reading: SuiteReading;
}

/** Compiles a bundle and runs its scenarios. Throws a `Refusal`: `invalid_bundle`. */
export function buildBundle(files: BundleFiles, limits: BuildLimits = DEFAULT_LIMITS): BuildResult {
  const bundle = compileBundle(files);
  const diagnostics = bundle.diagnostics.slice(0, MAX_DIAGNOSTICS);
  if (bundle.hasErrors)
    return { versions: [], diagnostics, hasErrors: true, tests: selectResults([], NOTHING) };
  const read = Object.keys(files)
    .filter((path) => SCENARIO_FILE.test(path))
    .sort()
    .map((file) => readScenarios({ file, text: files[file] ?? '' }, bundle.flows));
  const run = runScenarios(read, limits);
  const tests = limitResults(selectResults(read, run), limits);
  const selectScenarios = (flow: BundledFlow) => read.filter(({ flowFile }) => flowFile === flow.file);
  const versions = bundle.flows.map((flow) =>
    toVersion(flow, { about: selectScenarios(flow), run, files, limits }),
  );
  const bytes = versions.reduce((sum, { source }) => sum + source.length, 0);
  if (bytes > limits.versionBytes)
    throw new Refusal('invalid_bundle', 'the compiled flows exceed the size limit: upload fewer at a time');
  return { versions, diagnostics, hasErrors: false, tests };
}

function readScenarios(source: { file: string; text: string }, flows: readonly BundledFlow[]): ScenarioFile {
  const target: { flowFile?: string } = {};
  const reading = readSuite(source, (path) => {
    const flowFile = posix.normalize(path.replaceAll('\\', '/'));
    const found = flows.find(({ file }) => file === flowFile);
    if (found !== undefined) target.flowFile = flowFile;
    return found;
  });
  return { file: source.file, ...target, reading };
}

type Run = ReturnType<typeof runSuites>;

const NOTHING: Run = { cases: [], notRun: [], only: [] };

function runScenarios(read: readonly ScenarioFile[], limits: BuildLimits): Run {
  const suites = read.flatMap(({ reading: { suite } }) => suite ?? []);
  const count = suites.reduce((sum, { scenarios }) => sum + scenarios.length, 0);
  if (count > limits.scenarios)
    throw new Refusal('invalid_bundle', `${count} scenarios exceed the limit of ${limits.scenarios}`);
  return runSuites(suites, { refusesOnly: true });
}

/** The part of the results that belongs to these files. */
function selectResults(read: readonly ScenarioFile[], { cases, notRun, only }: Run): TestResults {
  const files = new Set(read.map(({ file }) => file));
  const isSelected = ({ file }: { file: string }) => files.has(file);
  const results = plainResults({
    cases: cases.filter(isSelected),
    notRun: notRun.filter(isSelected),
    broken: read.flatMap(({ file, reading }) => (reading.suite === undefined ? [file] : [])),
    diagnostics: read.flatMap(({ reading: { diagnostics } }) => diagnostics).slice(0, MAX_DIAGNOSTICS),
  });
  return { ...results, only: only.filter(isSelected) };
}

/** Omits the call logs of failed cases when the results are too large; the failures remain. */
function limitResults(results: TestResults, { resultBytes }: BuildLimits): TestResults {
  if (JSON.stringify(results).length <= resultBytes) return results;
  const cases = results.cases.map((one) => (one.passed ? one : { ...one, story: [] }));
  const shorter = { ...results, cases };
  if (JSON.stringify(shorter).length <= resultBytes) return shorter;
  throw new Refusal('invalid_bundle', 'the scenario results are too large: run fewer scenarios at a time');
}

interface Surroundings {
  about: readonly ScenarioFile[];
  run: Run;
  files: BundleFiles;
  limits: BuildLimits;
}

function toVersion(
  { flow, file, files: made, needs, description }: BundledFlow,
  { about, run, files, limits }: Surroundings,
): BuiltVersion {
  const scenarios = about.map((one): [string, string] => [one.file, files[one.file] ?? '']);
  const source = JSON.stringify({ files: made, compiled: flow, needs });
  const common = {
    flow: flow.name,
    version: flow.version,
    file,
    steps: Object.keys(flow.steps).length,
    ...(description === undefined ? {} : { description }),
    source,
    needs,
  };
  if (about.length === 0) return common;
  const results = limitResults(selectResults(about, run), limits);
  return { ...common, tests: { results, files: Object.fromEntries(scenarios) } };
}
