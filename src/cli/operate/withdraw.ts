import type { Command } from 'commander';
import type { Io } from '../shared/io.ts';
import { liveFlows } from './deploy-plan.ts';
import { openProject, addServiceFlags, renderExitCodes } from './flags.ts';
import type { ServiceFlags } from './flags.ts';

/** `ringflow withdraw`: removes the deployment of a flow. */
export function registerWithdraw(program: Command, io: Io): void {
  addServiceFlags(program.command('withdraw'))
    .description('withdraw a flow from service, or return it to the files from which the service ran it')
    .argument('<flow>', 'name of the flow')
    .addHelpText(
      'after',
      `\nRemoves the live version, the canary and the schedule; active calls end on their versions. \`ringflow deploy\` puts the flow into service again.${renderExitCodes('done', 'the flow is not in service')}`,
    )
    .action(async (flow: string, flags: ServiceFlags) => {
      const ask = openProject(flags, io);
      await ask('DELETE', `/deployments/${encodeURIComponent(flow)}`);
      const files = (await liveFlows(ask)).find((one) => one.flow === flow);
      const takers =
        files?.live === undefined ? 'no version takes calls' : `${files.live} takes all calls, from files`;
      io.out(`${flow}: ${takers}\n`);
    });
}
