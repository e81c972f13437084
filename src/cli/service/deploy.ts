import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Command } from 'commander';
import { findFiles, isScenarioFile } from '../../flow-files/index.ts';
import { compileBundle } from '../../management/index.ts';
import type { CompiledBundle } from '../../management/index.ts';
import { renderPretty } from '../../diagnostics/index.ts';
import { CommandFailure } from '../io.ts';
import type { Io } from '../io.ts';
import { sayRun } from '../test-report.ts';
import { runFiles } from '../test-run.ts';
import type { Ask } from './client.ts';
import { projectOf, withService } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

interface DeployFlags extends ServiceFlags {
  percent?: string;
  at?: string;
  maxErrors?: string;
  maxHangups?: string;
  minCalls?: string;
  skipTests?: true;
  json?: true;
}

interface DeployedVersion {
  flow: string;
  version: string;
}

interface Deployment {
  live: string;
  canary?: { version: string; percent: number };
  scheduled?: { version: string; at: number };
}

/** What was done with one flow. */
interface Done extends DeployedVersion {
  /** What took its calls before; absent: nothing did. */
  before?: string;
  what: 'unchanged' | 'live' | 'canary' | 'scheduled';
}

/** `ringflow deploy`: flows are checked, tested, handed in and put into service. */
export function registerDeploy(program: Command, io: Io): void {
  withService(program.command('deploy'))
    .description('check and test flows, hand them in, and let them take calls')
    .argument('[path]', 'folder with the flows', 'flows')
    .option('--percent <n>', 'of 100 calls so many; default: all')
    .option('--at <time>', 'from this time on, such as 2026-12-24T18:00:00+01:00')
    .option('--max-errors <n>', 'with --percent: take the version back if more of 100 calls fail')
    .option('--max-hangups <n>', 'the same if more of 100 callers hang up on it')
    .option('--min-calls <n>', 'only once so many calls have ended; default: 50')
    .option('--skip-tests', 'do not run the scenarios')
    .option('--json', 'print what was done as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 deployed, 1 refused or not all tests passed (nothing has changed), 2 wrong use or no answer.\n\nExamples:\n  ringflow deploy flows\n  ringflow deploy flows/front-desk --percent 20 --max-errors 5',
    )
    .action((path: string, flags: DeployFlags) => deploy(path, flags, io));
}

async function deploy(path: string, flags: DeployFlags, io: Io): Promise<void> {
  const { skipTests, json } = flags;
  const ask = projectOf(flags, io);
  const files = filesBelow(path);
  const bundle = checked(files, path, io);
  if (skipTests === undefined) runScenarios(path, io);
  const { versions } = await ask<{ versions: DeployedVersion[] }>('POST', '/flows', {
    files: Object.fromEntries(bundle.flows.flatMap((flow) => Object.entries(flow.files))),
  });
  const done: Done[] = [];
  for (const one of versions) done.push(await putIntoService(ask, one, flags));
  io.out(json ? `${JSON.stringify(done)}\n` : done.map(inWords).join(''));
}

/** Paths as they lie below the folder, with `/` between their parts on every system. */
function filesBelow(path: string): Record<string, string> {
  const found = findFiles([path], (file) => /\.(ya?ml|csv|json)$/.test(file) && !isScenarioFile(file));
  const entries = found.map((file) => {
    const name = relative(path, file);
    return [(name === '' ? file : name).split(sep).join('/'), readFileSync(file, 'utf8')];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

function checked(files: Record<string, string>, path: string, io: Io): CompiledBundle {
  const bundle = compileBundle(files);
  io.err(renderPretty(bundle.diagnostics, { source: (file) => files[file], colour: io.colour }));
  if (bundle.hasErrors) throw new CommandFailure('the flows have errors; nothing was deployed', 1);
  if (bundle.flows.length === 0)
    throw new CommandFailure(`no flow found in ${path}: a flow is a file flow.yaml or <name>.flow.yaml`);
  return bundle;
}

/** What failed is told on stderr, since stdout is for what was deployed. */
function runScenarios(path: string, io: Io): void {
  const files = findFiles([path], isScenarioFile);
  const result = runFiles(files, { tags: [], isCovered: false, refusesOnly: true });
  const { cases, broken, only } = result;
  const failed = cases.filter(({ failure }) => failure !== undefined);
  if (failed.length + broken.length + only.length === 0) return;
  sayRun(result, {
    ...io,
    out: (text) => {
      io.err(text);
    },
  });
  throw new CommandFailure(
    'not all scenarios pass; nothing was deployed (--skip-tests deploys all the same)',
    1,
  );
}

async function putIntoService(
  ask: Ask,
  { flow, version }: DeployedVersion,
  { percent, at, ...flags }: DeployFlags,
): Promise<Done> {
  const { items } = await ask<{ items: (Deployment & { flow: string })[] }>('GET', '/deployments?limit=200');
  const before = items.find((one) => one.flow === flow)?.live;
  const was = before === undefined ? {} : { before };
  if (before === version) return { flow, version, ...was, what: 'unchanged' };
  const after = await ask<Deployment>('PUT', `/deployments/${flow}`, {
    version,
    ...(percent !== undefined && before !== undefined && { percent: Number(percent) }),
    ...(at !== undefined && before !== undefined && { at }),
    ...guardOf(flags),
  });
  const what =
    after.live === version ? 'live' : after.scheduled?.version === version ? 'scheduled' : 'canary';
  return { flow, version, ...was, what };
}

/** So many calls tell enough where nobody says how many. */
const USUAL_CALLS = '50';

/** With what the service takes a canary back by itself. */
function guardOf({ maxErrors, maxHangups, minCalls = USUAL_CALLS }: Omit<DeployFlags, 'percent' | 'at'>) {
  if (maxErrors === undefined && maxHangups === undefined) return {};
  return {
    guard: {
      ...(maxErrors !== undefined && { maxErrorPercent: Number(maxErrors) }),
      ...(maxHangups !== undefined && { maxHangupPercent: Number(maxHangups) }),
      minCalls: Number(minCalls),
    },
  };
}

const WORDS: Record<Done['what'], string> = {
  unchanged: 'takes all calls as before',
  live: 'takes all calls',
  canary: 'takes some calls beside',
  scheduled: 'takes all calls later',
};

function inWords({ flow, version, before, what }: Done): string {
  const instead =
    before === undefined || what === 'unchanged' ? '' : ` (${what === 'live' ? 'before: ' : ''}${before})`;
  return `${flow}: ${version} ${WORDS[what]}${instead}\n`;
}
