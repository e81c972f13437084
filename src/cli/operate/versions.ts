import type { Command } from 'commander';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { openProject, addServiceFlags, renderExitCodes } from './flags.ts';
import type { JsonFlag, ServiceFlags } from './flags.ts';
import { liveFlows } from './deploy-plan.ts';
import type { Deployment } from './deploy-plan.ts';
import { allAt } from './pages.ts';

interface VersionAnswer {
  flow: string;
  version: string;
  createdAt: number;
  createdBy: string;
}

interface DeploymentAnswer extends Deployment {
  takenBack?: { version: string; at: number; reason: string };
}

/** `ringflow versions`: lists the versions of a flow and which of them take calls. */
export function registerVersions(program: Command, io: Io): void {
  addServiceFlags(program.command('versions'))
    .description('list the versions of a flow, newest first, and which of them take calls')
    .argument('<flow>', 'name of the flow')
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes('listed', 'no such flow'))
    .action((flow: string, flags: ServiceFlags & JsonFlag) => listVersions(flow, flags, io));
}

async function listVersions(flow: string, flags: ServiceFlags & JsonFlag, io: Io): Promise<void> {
  const ask = openProject(flags, io);
  const known = await allAt<VersionAnswer>(ask, '/flows', { flow });
  if (known.length === 0) throw new CommandFailure(`no flow "${flow}"`, 1);
  const deployments: DeploymentAnswer[] = await liveFlows(ask);
  const deployment = deployments.find((one) => one.flow === flow);
  const listed = known
    .map((one) => ({
      ...one,
      percent: computePercent(deployment, one.version),
      ...findRollback(deployment, one),
      ...findSchedule(deployment, one),
    }))
    .sort((one, other) => other.createdAt - one.createdAt);
  if (flags.json === true) io.out(`${JSON.stringify(listed)}\n`);
  else for (const one of listed) io.out(renderVersion(one));
}

function computePercent(deployment: DeploymentAnswer | undefined, version: string): number {
  const tried = deployment?.canary?.percent ?? 0;
  if (deployment?.canary?.version === version) return tried;
  return deployment?.live === version ? 100 - tried : 0;
}

function findRollback(
  { takenBack: last }: Partial<DeploymentAnswer> = {},
  { version }: VersionAnswer,
): Pick<Listed, 'takenBack'> {
  return last?.version === version ? { takenBack: { at: last.at, reason: last.reason } } : {};
}

function findSchedule(
  { scheduled: next }: Partial<DeploymentAnswer> = {},
  { version }: VersionAnswer,
): Pick<Listed, 'takesAllAt'> {
  return next?.version === version ? { takesAllAt: next.at } : {};
}

interface Listed extends VersionAnswer {
  percent: number;
  takenBack?: { at: number; reason: string };
  /** ms since the epoch */
  takesAllAt?: number;
}

function renderVersion(listed: Listed): string {
  const { version, createdAt, createdBy, percent, takenBack: back, takesAllAt } = listed;
  const states = [
    ...(percent === 0 ? [] : [`takes ${percent} % of the calls`]),
    ...(takesAllAt === undefined ? [] : [`takes all calls from ${formatTime(takesAllAt)} on`]),
  ];
  if (states.length === 0 && back !== undefined)
    states.push(`rolled back at ${formatTime(back.at)}: ${back.reason}`);
  return `${[version, formatTime(createdAt), createdBy, ...states].join('  ')}\n`;
}

function formatTime(at: number): string {
  return new Date(at).toISOString();
}
