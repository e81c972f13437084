import { renderTable } from '../../language/text/index.ts';
import type { Command } from 'commander';
import type { Io } from '../shared/io.ts';
import { openProject, addServiceFlags, readForce, renderExitCodes } from './flags.ts';
import type { ForceFlags, JsonFlag, ServiceFlags } from './flags.ts';
import { allAt } from './pages.ts';
import { addParam } from '../shared/option-values.ts';

interface RouteFlags extends ServiceFlags, ForceFlags {
  messages?: true;
  carrier?: string;
  remove?: true;
  param?: Record<string, string>;
}

interface RouteAnswer {
  number: string;
  takes: string;
  flow: string;
  carrier?: string;
  /** Absent if the service runs an earlier release. */
  warnings?: { message: string }[];
}

/** `ringflow route`: routes numbers to flows. */
export function registerRoute(program: Command, io: Io): void {
  const command = addServiceFlags(program.command('route'))
    .description('route a number to a flow, show its route, or list all routes')
    .argument('<number>', 'number in E.164 form, a prefix with a star (+4930*), or * for every number')
    .argument('[flow]', 'name of the flow; without it, the command shows the route')
    .option('--messages', 'route text messages instead of calls')
    .option('--carrier <name>', 'route only calls or messages of this carrier; default: of any')
    .option('--param <name=value>', 'value of a flow parameter; repeatable', addParam)
    .option('--force', 'route calls to a flow that no carrier can run; requires --reason')
    .option('--reason <text>', 'reason for --force, for the audit log')
    .option('--remove', 'delete the route')
    .addHelpText(
      'after',
      `${renderExitCodes()}\n\nExamples:\n  ringflow route +4930555000 front-desk\n  ringflow route '+4930*' after-hours\n  ringflow route +4930555000 desk --carrier asterisk\n  ringflow route +4930555000 --remove\n  ringflow route list --project shop`,
    )
    .action((number: string, flow: string | undefined, flags: RouteFlags) =>
      runRoute(number, flow, { flags, io }),
    );
  addServiceFlags(command.command('list'))
    .description('list the routes of a project')
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes('listed'))
    // Commander assigns flags that "route" shares to "route", wherever they stand.
    .action(async (_own: JsonFlag, list: Command) => {
      const { json, ...flags } = list.optsWithGlobals<ServiceFlags & JsonFlag>();
      const all = await allAt<ListedRoute>(openProject(flags, io), '/routes');
      io.out(json === true ? `${JSON.stringify(all)}\n` : renderRoutes(all));
    });
}

/** A route in a list. */
interface ListedRoute {
  id: string;
  number: string;
  takes: string;
  flow: string;
  carrier?: string;
  params?: Record<string, string | number | boolean>;
  from?: string;
  until?: string;
}

function renderRoutes(routes: readonly ListedRoute[]): string {
  const rows = routes.map(({ number, takes, carrier, flow, params = {}, from, until, id }) => [
    number,
    takes,
    carrier ?? 'any',
    flow,
    Object.entries(params)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ') || '-',
    [
      ...(from === undefined ? [] : [`from ${from}`]),
      ...(until === undefined ? [] : [`until ${until}`]),
    ].join(' ') || 'always',
    id,
  ]);
  return renderTable([['number', 'takes', 'carrier', 'flow', 'parameters', 'holds', 'route'], ...rows]);
}

interface Scene {
  flags: RouteFlags;
  io: Io;
}

async function runRoute(number: string, flow: string | undefined, { flags, io }: Scene): Promise<void> {
  const takes = flags.messages === true ? 'messages' : 'calls';
  const { carrier, param: params } = flags;
  const path = `/routes/${toRouteId({ number, takes, carrier })}`;
  const what = describeTaken(takes, carrier);
  const force = readForce(flags);
  const ask = openProject(flags, io);
  if (flags.remove === true) {
    await ask('DELETE', path);
    io.out(`${number}: no route for ${what}\n`);
    return;
  }
  const set =
    flow === undefined
      ? await ask<RouteAnswer>('GET', path)
      : await ask<RouteAnswer>('PUT', path, { number, takes, carrier, flow, params, force });
  io.out(`${set.number}: ${what} are routed to ${set.flow}\n`);
  for (const { message } of set.warnings ?? []) io.err(`warning: ${message}\n`);
}

function describeTaken(takes: string, carrier: string | undefined): string {
  return carrier === undefined ? takes : `${takes} of ${carrier}`;
}

interface RouteKey {
  number: string;
  takes: string;
  carrier: string | undefined;
}

/** Derives the id from number, kind and carrier, so that repeating the command changes the same route. */
function toRouteId({ number, takes, carrier }: RouteKey): string {
  const digits = number.replaceAll(/[^0-9]/g, '');
  return [
    takes,
    ...(digits === '' ? [] : [digits]),
    ...(number.endsWith('*') ? ['all'] : []),
    ...(carrier === undefined ? [] : [carrier]),
  ].join('-');
}
