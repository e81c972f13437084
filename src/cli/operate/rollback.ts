import type { Command } from 'commander';
import type { Io } from '../shared/io.ts';
import { openProject, addServiceFlags, renderExitCodes } from './flags.ts';
import type { JsonFlag, ServiceFlags } from './flags.ts';

/** `ringflow rollback`: undoes the last deployment of a flow. */
export function registerRollback(program: Command, io: Io): void {
  addServiceFlags(program.command('rollback'))
    .description('undo the last deployment of a flow')
    .argument('<flow>', 'name of the flow')
    .option('--json', 'print the resulting deployment as JSON')
    .addHelpText(
      'after',
      `\nCancels a canary or a scheduled deployment; otherwise puts the previous version back into service.${renderExitCodes('done', 'nothing to roll back')}`,
    )
    .action(async (flow: string, flags: ServiceFlags & JsonFlag) => {
      const path = `/deployments/${encodeURIComponent(flow)}/rollback`;
      const after = await openProject(flags, io)<{ live?: string }>('POST', path);
      const { live } = after;
      io.out(
        flags.json === true
          ? `${JSON.stringify(after)}\n`
          : `${flow}: ${live === undefined ? 'no version takes calls' : `${live} takes all calls`}\n`,
      );
    });
}
