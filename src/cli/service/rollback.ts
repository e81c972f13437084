import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { projectOf, withService } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

/** `ringflow rollback`: the last deployment of a flow is taken back. */
export function registerRollback(program: Command, io: Io): void {
  withService(program.command('rollback'))
    .description('take the last deployment of a flow back')
    .argument('<flow>', 'name of the flow')
    .addHelpText(
      'after',
      '\nGives up what is tried or scheduled; where there is neither, the version before takes the calls.\nExit code: 0 done, 1 there is nothing to go back to, 2 wrong use or no answer.',
    )
    .action(async (flow: string, flags: ServiceFlags) => {
      const { live } = await projectOf(flags, io)<{ live: string }>('POST', `/deployments/${flow}/rollback`);
      io.out(`${flow}: ${live} takes all calls\n`);
    });
}
