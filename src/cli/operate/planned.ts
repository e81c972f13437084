import { renderTable } from '../../language/text/index.ts';
import type { Command } from 'commander';
import { Argument, Option } from 'commander';
import { plannedStates } from '../../service/planned-calls/index.ts';
import type { PlannedState } from '../../service/planned-calls/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { openProject, addServiceFlags } from './flags.ts';
import type { ServiceFlags } from './flags.ts';
import { allAt } from './pages.ts';

interface PlannedFlags extends ServiceFlags {
  state?: PlannedState;
  json?: true;
}

/** A planned call as the API tells it. */
export interface PlannedAnswer {
  id: string;
  flow: string;
  to: string;
  state: PlannedState;
  /** ms since the epoch. */
  dueAt: number;
  calls: string[];
  result?: string;
  detail?: string;
}

/** `ringflow planned`: calls that a service places later. */
export function registerPlanned(program: Command, io: Io): void {
  const planned = program
    .command('planned')
    .description('list, show and cancel calls planned by "ringflow dial"');
  addServiceFlags(planned.command('list'))
    .description('list planned calls, earliest first')
    .addOption(new Option('--state <state>', 'only calls in this state').choices(plannedStates))
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExit code: 0 listed, 1 refused, 2 invalid usage, or no response.')
    .action(async ({ state, json, ...flags }: PlannedFlags) => {
      const query = state === undefined ? {} : { state };
      const all = await allAt<PlannedAnswer>(openProject(flags, io), '/planned-calls', query);
      const sorted = all.toSorted((one, other) => one.dueAt - other.dueAt);
      io.out(json === true ? `${JSON.stringify(sorted)}\n` : renderPlannedCalls(sorted));
    });
  registerPlannedCommand(planned, io, {
    name: 'show',
    does: 'show a planned call with its result',
    method: 'GET',
  });
  registerPlannedCommand(planned, io, {
    name: 'cancel',
    does: 'cancel a planned call; a call in progress continues, but is not retried',
    method: 'DELETE',
  });
}

interface OfOne {
  name: string;
  does: string;
  method: 'GET' | 'DELETE';
}

function registerPlannedCommand(planned: Command, io: Io, { name, does, method }: OfOne): void {
  addServiceFlags(planned.command(name))
    .description(does)
    .addArgument(new Argument('<id>', 'id of the planned call, as printed by "ringflow dial"'))
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExit code: 0 done, 1 refused or no such call, 2 invalid usage, or no response.')
    .action(async (id: string, { json, ...flags }: PlannedFlags) => {
      const one = await openProject(flags, io)<PlannedAnswer>(method, `/planned-calls/${checkPlannedId(id)}`);
      io.out(json === true ? `${JSON.stringify(one)}\n` : renderPlannedCalls([one]));
    });
}

/** As the API takes it, so that a slip does not lead to another address. */
function checkPlannedId(id: string): string {
  if (!/^[0-9a-f-]{32,36}$/.test(id))
    throw new CommandFailure(`"${id}" is not the id of a planned call: see "ringflow planned list"`);
  return id;
}

/** A line for each under headings; nothing where there are none. */
export function renderPlannedCalls(all: readonly PlannedAnswer[]): string {
  if (all.length === 0) return '';
  const rows = all.map(({ id, state, dueAt, flow, to, calls, result = '-', detail = '' }) => {
    const due = new Date(dueAt).toISOString().slice(0, 19);
    return [id, state, due, flow, to, result, calls.at(-1) ?? '-', detail];
  });
  return renderTable([['planned call', 'state', 'due', 'flow', 'to', 'result', 'last call', ''], ...rows]);
}
