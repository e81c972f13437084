import type { Command } from 'commander';
import type { Io } from '../shared/io.ts';
import { openProject, addServiceFlags } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

interface RollbackFlags extends ServiceFlags {
  json?: true;
}

/** `ringflow rollback`: the last deployment of a flow is taken back. */
export function registerRollback(program: Command, io: Io): void {
  addServiceFlags(program.command('rollback'))
    .description('undo the last deployment of a flow')
    .argument('<flow>', 'name of the flow')
    .option('--json', 'print the resulting deployment as JSON')
    .addHelpText(
      'after',
      '\nCancels a canary or a scheduled deployment; otherwise puts the previous version back into service.\nExit code: 0 done, 1 nothing to roll back, 2 invalid usage, or no response.',
    )
    .action(async (flow: string, flags: RollbackFlags) => {
      const path = `/deployments/${encodeURIComponent(flow)}/rollback`;
      const after = await openProject(flags, io)<{ live: string }>('POST', path);
      io.out(flags.json === true ? `${JSON.stringify(after)}\n` : `${flow}: ${after.live} takes all calls\n`);
    });
}
