import type { Command } from 'commander';
import { CommandFailure } from '../io.ts';
import type { Io } from '../io.ts';
import { projectOf, withService } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

interface VersionsFlags extends ServiceFlags {
  json?: true;
}

interface VersionAnswer {
  flow: string;
  version: string;
  createdAt: number;
  createdBy: string;
}

interface DeploymentAnswer {
  flow: string;
  live: string;
  canary?: { version: string; percent: number };
  takenBack?: { version: string; at: number; reason: string };
}

/** So many are shown at most; the API gives all. */
const SHOWN = 200;

/** `ringflow versions`: what was deployed of a flow, and what takes its calls. */
export function registerVersions(program: Command, io: Io): void {
  withService(program.command('versions'))
    .description('list the versions of a flow at a service, the newest first, and which take calls')
    .argument('<flow>', 'name of the flow')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExit code: 0 listed, 1 there is none, 2 wrong use or no answer.')
    .action((flow: string, flags: VersionsFlags) => versions(flow, flags, io));
}

async function versions(flow: string, flags: VersionsFlags, io: Io): Promise<void> {
  const ask = projectOf(flags, io);
  const known = await ask<{ items: VersionAnswer[] }>('GET', `/flows?flow=${flow}&limit=${SHOWN}`);
  if (known.items.length === 0) throw new CommandFailure(`there is no version of a flow "${flow}"`, 1);
  const { items } = await ask<{ items: DeploymentAnswer[] }>('GET', `/deployments?limit=${SHOWN}`);
  const deployment = items.find((one) => one.flow === flow);
  const listed = known.items
    .map((one) => ({ ...one, percent: percentOf(deployment, one.version), ...takenBack(deployment, one) }))
    .sort((one, other) => other.createdAt - one.createdAt);
  if (flags.json === true) io.out(`${JSON.stringify(listed)}\n`);
  else for (const one of listed) io.out(inWords(one));
}

function percentOf(deployment: DeploymentAnswer | undefined, version: string): number {
  const tried = deployment?.canary?.percent ?? 0;
  if (deployment?.canary?.version === version) return tried;
  return deployment?.live === version ? 100 - tried : 0;
}

/** What is told of the version that the service has taken back by itself. */
function takenBack(
  { takenBack: last }: Partial<DeploymentAnswer> = {},
  { version }: VersionAnswer,
): Pick<Listed, 'takenBack'> {
  return last?.version === version ? { takenBack: { at: last.at, reason: last.reason } } : {};
}

interface Listed extends VersionAnswer {
  percent: number;
  takenBack?: { at: number; reason: string };
}

function inWords({ version, createdAt, createdBy, percent, takenBack: back }: Listed): string {
  const tells = back && `  taken back at ${new Date(back.at).toISOString()}: ${back.reason}`;
  const takes = percent === 0 ? (tells ?? '') : `  takes ${percent} % of the calls`;
  return `${version}  ${new Date(createdAt).toISOString()}  ${createdBy}${takes}\n`;
}
