import type { Command } from 'commander';
import { toPlainDiagnostic } from '../../language/diagnostics/index.ts';
import { createCarrierOption, toCapabilities } from '../shared/carrier-option.ts';
import type { CarrierFlags } from '../shared/carrier-option.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { renderReport, Refused } from './deploy-words.ts';
import type { DeployReport, FlowReport } from './deploy-words.ts';
import { readBundle, runScenarios } from './deployed-files.ts';
import { liveFlows, planFor } from './deploy-plan.ts';
import type { Deployment, Planned } from './deploy-plan.ts';
import type { Ask } from './client.ts';
import { openProject, readForce, timeParser, addServiceFlags } from './flags.ts';
import type { ForceFlags, ServiceFlags } from './flags.ts';

interface DeployFlags extends ServiceFlags, ForceFlags, CarrierFlags {
  canary?: number;
  at?: number;
  maxErrors?: number;
  maxHangups?: number;
  minCalls?: number;
  dryRun?: true;
  json?: true;
}

const HELP = `
Checks and tests the flows locally and at the service, and compares them with the deployed versions. All flows go into service
at the same moment. If one is refused, none is deployed.

Exit code: 0 deployed, 1 refused or scenarios failed, 2 invalid usage, or no response.

Examples:
  ringflow deploy flows
  ringflow deploy flows --dry-run
  ringflow deploy flows --carrier asterisk
  ringflow deploy flows/front-desk --canary 20 --max-errors 5
  ringflow deploy flows --force --reason "the bank's test system is down"`;

/** `ringflow deploy`: checks, tests and uploads flows, and puts them into service. */
export function registerDeploy(program: Command, io: Io): void {
  addServiceFlags(program.command('deploy'))
    .description('check, test and upload flows, and put them into service')
    .argument('[path]', 'folder with the flows', 'flows')
    .option('--canary <percent>', 'percentage of calls for the new version; default: 100', readPercent)
    .option('--at <when>', 'activate at this time, such as 2026-12-24T18:00:00+01:00', timeParser('--at'))
    .option(
      '--max-errors <n>',
      'with --canary: roll back if more than this percentage of calls fail',
      limitParser('--max-errors'),
    )
    .option(
      '--max-hangups <n>',
      'with --canary: roll back if more than this percentage of callers hang up',
      limitParser('--max-hangups'),
    )
    .option(
      '--min-calls <n>',
      'calls that must have ended before --max-errors and --max-hangups apply; default: 50',
      readMinimum,
    )
    .addOption(createCarrierOption())
    .option('--dry-run', 'show what would change, without changing anything')
    .option('--force', 'deploy even if scenarios fail; requires --reason')
    .option('--reason <text>', 'reason for --force, for the audit log')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', HELP)
    .action((path: string, flags: DeployFlags) => deploy(path, flags, io));
}

interface UploadAnswer {
  versions: { flow: string; version: string }[];
  /** What no carrier of a route can do. Absent if the service runs an earlier release. */
  obstacles?: { flow: string; route: string; carrier: string; message: string }[];
}

async function deploy(path: string, flags: DeployFlags, io: Io): Promise<void> {
  try {
    const report = await deployBundle(path, flags, io);
    io.out(flags.json === true ? `${JSON.stringify(report, undefined, 2)}\n` : renderReport(report));
  } catch (error) {
    if (flags.json === true && error instanceof CommandFailure) {
      const details = error instanceof Refused ? error.details : {};
      io.out(`${JSON.stringify({ refused: error.message, ...details }, undefined, 2)}\n`);
    }
    throw error;
  }
}

async function deployBundle(path: string, flags: DeployFlags, io: Io): Promise<DeployReport> {
  const force = readForce(flags);
  if (flags.canary !== undefined && flags.at !== undefined)
    throw new CommandFailure('--canary cannot be combined with --at');
  const ask = openProject(flags, io);
  const { files, bundle } = readBundle(path, { carriers: toCapabilities(flags), io });
  const tests = runScenarios(path, { isForced: force !== undefined, io });
  const dryRun = flags.dryRun === true;
  const { versions, obstacles = [] } = await ask<UploadAnswer>('POST', '/flows', {
    files,
    check: dryRun,
    ...(force && { force }),
  });
  const [obstacle] = obstacles;
  if (obstacle !== undefined && force === undefined)
    throw new Refused(
      `"${obstacle.flow}" on route "${obstacle.route}": ${obstacle.message}; --force --reason "…" deploys it nevertheless`,
      { obstacles },
    );
  const live = await liveFlows(ask);
  const planned: Planned[] = [];
  for (const one of versions) planned.push(await planFor(one, { ask, bundle, live }));
  const done = dryRun ? [] : await shift(ask, planned, { flags, force });
  return {
    dryRun,
    flows: planned.map((one) => buildReport(one, flags, done)),
    removed: live.map(({ flow }) => flow).filter((flow) => !versions.some((one) => one.flow === flow)),
    diagnostics: bundle.diagnostics.map(toPlainDiagnostic),
    tests,
  };
}

interface Shift {
  flags: DeployFlags;
  force: { reason: string } | undefined;
}

/** Deploys all flows that change, with one request. */
async function shift(ask: Ask, planned: readonly Planned[], { flags, force }: Shift): Promise<Deployment[]> {
  const wanted = planned
    .filter((one) => !isKept(one, flags))
    .map(
      ({ flow, version, change }) =>
        [flow, { version, ...buildShare(change, flags), ...buildGuard(flags) }] as const,
    );
  if (wanted.length === 0) return [];
  const { items } = await ask<{ items: Deployment[] }>('PUT', '/deployments', {
    flows: Object.fromEntries(wanted),
    ...(force && { force }),
  });
  return items;
}

/** True when the version is already deployed for all calls and there is no canary or schedule to cancel. */
function isKept({ change, tried, scheduled, source }: Planned, { canary }: DeployFlags): boolean {
  if (change !== 'unchanged') return false;
  return canary !== undefined || (tried === undefined && scheduled === undefined && source !== 'files');
}

/** A new flow has no canary, because no earlier version could take the other calls. */
function buildShare(
  change: Planned['change'],
  { canary: percent, at }: DeployFlags,
): { percent?: number; at?: string } {
  return {
    ...(change !== 'new' && percent !== undefined && { percent }),
    ...(at !== undefined && { at: new Date(at).toISOString() }),
  };
}

/** Default of `--min-calls`. */
const DEFAULT_MIN_CALLS = 50;

/** Limits at which the service rolls back a canary. */
function buildGuard({ maxErrors, maxHangups, minCalls = DEFAULT_MIN_CALLS }: DeployFlags) {
  if (maxErrors === undefined && maxHangups === undefined) return {};
  return {
    guard: {
      ...(maxErrors !== undefined && { maxErrorPercent: maxErrors }),
      ...(maxHangups !== undefined && { maxHangupPercent: maxHangups }),
      minCalls,
    },
  };
}

function buildReport(planned: Planned, flags: DeployFlags, done: readonly Deployment[]): FlowReport {
  const after = done.find(({ flow }) => flow === planned.flow);
  const what = after === undefined ? predictOutcome(planned, flags) : findOutcome(planned, after);
  const { canary: percent, at } = flags;
  return {
    ...planned,
    what,
    ...(what === 'canary' && percent !== undefined && { percent }),
    ...(what === 'scheduled' && at !== undefined && { at }),
  };
}

function predictOutcome(planned: Planned, flags: DeployFlags): FlowReport['what'] {
  if (isKept(planned, flags)) return 'unchanged';
  if (flags.at !== undefined && flags.at > Date.now()) return 'scheduled';
  if (planned.change === 'new') return 'live';
  return flags.canary === undefined ? 'live' : 'canary';
}

function findOutcome({ version }: Planned, { live, scheduled }: Deployment): FlowReport['what'] {
  if (scheduled?.version === version) return 'scheduled';
  return live === version ? 'live' : 'canary';
}

function limitParser(flag: string): (given: string) => number {
  return (given) => {
    if (/^(\d{1,2}(\.\d{1,2})?|100)$/.test(given)) return Number(given);
    throw new CommandFailure(`${flag} is "${given}": expected a percentage from 0 to 100`);
  };
}

function readMinimum(given: string): number {
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new CommandFailure(`--min-calls is "${given}": expected a whole number of at least 1`);
}

function readPercent(given: string): number {
  const percent = Number(given);
  if (/^\d{1,2}(\.\d{1,2})?$/.test(given) && percent > 0) return percent;
  throw new CommandFailure(`--canary is "${given}": expected a percentage above 0 and below 100`);
}
