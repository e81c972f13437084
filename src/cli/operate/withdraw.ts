import type { Command } from 'commander';
import type { Io } from '../shared/io.ts';
import { openProject, addServiceFlags, renderExitCodes } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

/** `ringflow withdraw`: ends the service of a flow. */
export function registerWithdraw(program: Command, io: Io): void {
  addServiceFlags(program.command('withdraw'))
    .description('withdraw a flow from service, so that no version takes its calls')
    .argument('<flow>', 'name of the flow')
    .addHelpText(
      'after',
      `\nRemoves the live version, the canary and the schedule; active calls end on their versions. \`ringflow deploy\` puts the flow into service again.${renderExitCodes('done', 'the flow is not in service')}`,
    )
    .action(async (flow: string, flags: ServiceFlags) => {
      await openProject(flags, io)('DELETE', `/deployments/${encodeURIComponent(flow)}`);
      io.out(`${flow}: no version takes calls\n`);
    });
}
