import { renderTable } from '../../language/text/index.ts';
import type { Command } from 'commander';
import { Argument, Option } from 'commander';
import { plannedStates } from '../../service/planned-calls/index.ts';
import type { PlannedState } from '../../service/planned-calls/index.ts';
import { CommandFailure } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';
import { openProject, addServiceFlags, renderExitCodes } from './flags.ts';
import type { JsonFlag, ServiceFlags } from './flags.ts';
import { allAt } from './pages.ts';

interface PlannedFlags extends ServiceFlags, JsonFlag {
  state?: PlannedState;
}

/** A planned call in the API. */
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

/** `ringflow planned`: manages planned calls. */
export function registerPlanned(program: Command, io: Io): void {
  const planned = program
    .command('planned')
    .description('list, show and cancel calls planned by "ringflow dial"');
  addServiceFlags(planned.command('list'))
    .description('list planned calls, earliest first')
    .addOption(new Option('--state <state>', 'only calls in this state').choices(plannedStates))
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes('listed'))
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

function registerPlannedCommand(
  planned: Command,
  io: Io,
  { name, does, method }: { name: string; does: string; method: 'GET' | 'DELETE' },
): void {
  addServiceFlags(planned.command(name))
    .description(does)
    .addArgument(new Argument('<id>', 'id of the planned call, as printed by "ringflow dial"'))
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes('done', 'refused or no such call'))
    .action(async (id: string, { json, ...flags }: PlannedFlags) => {
      const one = await openProject(flags, io)<PlannedAnswer>(method, `/planned-calls/${checkPlannedId(id)}`);
      io.out(json === true ? `${JSON.stringify(one)}\n` : renderPlannedCalls([one]));
    });
}

/** Checks the id, so that a typo does not address another resource. */
function checkPlannedId(id: string): string {
  if (!/^[0-9a-f-]{32,36}$/.test(id))
    throw new CommandFailure(`"${id}" is not the id of a planned call: see "ringflow planned list"`);
  return id;
}

/** Renders one line per planned call below headings; empty without planned calls. */
export function renderPlannedCalls(all: readonly PlannedAnswer[]): string {
  if (all.length === 0) return '';
  const rows = all.map(({ id, state, dueAt, flow, to, calls, result = '-', detail = '' }) => {
    const due = new Date(dueAt).toISOString().slice(0, 19);
    return [id, state, due, flow, to, result, calls.at(-1) ?? '-', detail];
  });
  return renderTable([['planned call', 'state', 'due', 'flow', 'to', 'result', 'last call', ''], ...rows]);
}
