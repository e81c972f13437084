import type { Command } from 'commander';
import { CommandFailure } from '../io.ts';
import type { Io } from '../io.ts';
import { openClient } from './client.ts';
import type { Ask } from './client.ts';
import { credentialsFrom } from './credentials.ts';
import type { ServiceFlags } from './credentials.ts';
import { withService } from './flags.ts';

interface OperateFlags extends ServiceFlags {
  project: string;
  json?: true;
}

interface VersionInfo {
  flow: string;
  version: string;
  createdAt: number;
  createdBy: string;
}

interface Deployment {
  live: string;
  canary?: { version: string; percent: number };
}

/** `ringflow versions`, `rollback`, `route` and `dial`: what operators do at a service. */
export function registerOperate(program: Command, io: Io): void {
  withService(program.command('versions'))
    .description('list the versions of a flow, and which takes calls')
    .argument('<flow>', 'name of the flow')
    .option('--json', 'print them as JSON')
    .action((flow: string, flags: OperateFlags) => versions(flow, flags, io));
  withService(program.command('rollback'))
    .description('take the last deployment of a flow back')
    .argument('<flow>', 'name of the flow')
    .action(async (flow: string, flags: OperateFlags) => {
      const path = `/projects/${flags.project}/deployments/${flow}/rollback`;
      const { live } = await clientOf(flags, io)<Deployment>('POST', path);
      io.out(`${flow}: ${live} takes all calls\n`);
    });
  withService(program.command('route'))
    .description('lead a number to a flow')
    .argument('<number>', 'in E.164 form, the beginning of one and a star, or * for every number')
    .argument('<flow>', 'name of the flow; - takes the route away')
    .option('--messages', 'messages to the number instead of calls')
    .option('--param <name=value...>', "values of the flow's parameters")
    .action((number: string, flow: string, flags: RouteFlags) => route(number, flow, { flags, io }));
  withService(program.command('dial'))
    .description('place a call')
    .argument('<flow>', 'name of the flow')
    .argument('<to>', 'number to call, in E.164 form')
    .requiredOption('--from <number>', 'number that is shown')
    .option('--param <name=value...>', "values of the flow's parameters")
    .action(async (flow: string, to: string, { from, param, ...flags }: DialFlags) => {
      const body = { flow, from, to, ...(param && { params: readParams(param) }) };
      const { id } = await clientOf(flags, io)<{ id: string }>('POST', `/projects/${flags.project}/calls`, body);
      io.out(`${id}\n`);
    });
}

interface RouteFlags extends OperateFlags {
  messages?: true;
  param?: string[];
}

interface DialFlags extends OperateFlags {
  from: string;
  param?: string[];
}

function clientOf(flags: ServiceFlags, io: Io): Ask {
  return openClient(credentialsFrom(flags), io);
}

async function versions(flow: string, flags: OperateFlags, io: Io): Promise<void> {
  const ask = clientOf(flags, io);
  const base = `/projects/${flags.project}`;
  const { items } = await ask<{ items: VersionInfo[] }>('GET', `${base}/flows?flow=${flow}&limit=200`);
  if (items.length === 0) throw new CommandFailure(`there is no version of a flow "${flow}"`, 1);
  const all = await ask<{ items: (Deployment & { flow: string })[] }>('GET', `${base}/deployments?limit=200`);
  const deployment = all.items.find((one) => one.flow === flow);
  const listed = items
    .map((one) => ({ ...one, takes: share(deployment, one.version) }))
    .sort((one, other) => other.createdAt - one.createdAt);
  if (flags.json) io.out(`${JSON.stringify(listed)}\n`);
  else
    for (const { version, createdAt, createdBy, takes } of listed)
      io.out(`${version}  ${new Date(createdAt).toISOString()}  ${createdBy}  ${takes === 0 ? '' : `${takes} %`}\n`);
}

function share(deployment: Deployment | undefined, version: string): number {
  const tried = deployment?.canary?.percent ?? 0;
  if (deployment?.canary?.version === version) return tried;
  return deployment?.live === version ? 100 - tried : 0;
}

async function route(number: string, flow: string, { flags, io }: { flags: RouteFlags; io: Io }): Promise<void> {
  const takes = flags.messages ? 'messages' : 'calls';
  const id = `${takes}-${number.replaceAll(/[^0-9]/g, '')}${number.endsWith('*') ? '-all' : ''}`.replaceAll('--', '-');
  const path = `/projects/${flags.project}/routes/${id}`;
  const ask = clientOf(flags, io);
  if (flow === '-') {
    await ask('DELETE', path);
    io.out(`${number}: no route any more\n`);
    return;
  }
  await ask('PUT', path, { number, takes, flow, ...(flags.param && { params: readParams(flags.param) }) });
  io.out(`${number}: ${takes} lead to ${flow}\n`);
}

function readParams(pairs: string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new CommandFailure(`--param is "${pair}": expected name=value`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
