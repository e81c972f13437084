import type { Command } from 'commander';
import type { Io } from '../shared/io.ts';
import { projectOf, withService } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

interface RollbackFlags extends ServiceFlags {
  json?: true;
}

/** `ringflow rollback`: the last deployment of a flow is taken back. */
export function registerRollback(program: Command, io: Io): void {
  withService(program.command('rollback'))
    .description('take the last deployment of a flow back')
    .argument('<flow>', 'name of the flow')
    .option('--json', 'print what takes the calls now as JSON')
    .addHelpText(
      'after',
      '\nGives up what is tried or scheduled; where there is neither, the version before takes the calls.\nExit code: 0 done, 1 there is nothing to go back to, 2 wrong use or no answer.',
    )
    .action(async (flow: string, flags: RollbackFlags) => {
      const path = `/deployments/${encodeURIComponent(flow)}/rollback`;
      const after = await projectOf(flags, io)<{ live: string }>('POST', path);
      io.out(flags.json === true ? `${JSON.stringify(after)}\n` : `${flow}: ${after.live} takes all calls\n`);
    });
}
