import type { Command } from 'commander';
import { campaignSteps } from '../../service/campaigns/index.ts';
import type { CampaignStep } from '../../service/campaigns/index.ts';
import type { Io } from '../shared/io.ts';
import { registerCampaignCreate } from './campaign-create.ts';
import { asTable, inWords, isOver, named } from './campaign-words.ts';
import type { CampaignAnswer } from './campaign-words.ts';
import { download } from './client.ts';
import type { Ask } from './client.ts';
import { credentialsFrom } from './credentials.ts';
import { projectOf, withService } from './flags.ts';
import type { ServiceFlags } from './flags.ts';
import { allAt } from './pages.ts';

interface StatusFlags extends ServiceFlags {
  watch?: true;
  json?: true;
}

/** `ringflow campaign`: a service calls many people with one flow. */
export function registerCampaign(program: Command, io: Io): void {
  const campaign = program
    .command('campaign')
    .description('manage campaigns: calls to many recipients with one flow');
  registerCampaignCreate(campaign, io);
  registerList(campaign, io);
  for (const step of campaignSteps) registerStep(campaign, step, io);
  registerRemove(campaign, io);
  withService(campaign.command('status'))
    .description('show the progress of a campaign')
    .argument('<id>', 'name of the campaign')
    .option('--watch', 'keep showing the progress until it is over')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExit code: 0 shown, 1 no such campaign, 2 invalid usage, or no response.')
    .action((id: string, flags: StatusFlags) => status(id, flags, io));
  withService(campaign.command('results'))
    .description('print the results of a campaign as CSV')
    .argument('<id>', 'name of the campaign')
    .addHelpText('after', '\nExample:\n  ringflow campaign results spring > spring.csv')
    .action(async (id: string, flags: ServiceFlags) => {
      const path = `/projects/${flags.project}/campaigns/${named(id)}/results`;
      for await (const text of download(credentialsFrom(flags), path)) io.out(text);
    });
}

function registerList(campaign: Command, io: Io): void {
  withService(campaign.command('list'))
    .description('list the campaigns of a project with their progress')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExit code: 0 listed, 1 refused, 2 invalid usage, or no response.')
    .action(async ({ json, ...flags }: StatusFlags) => {
      const all = await allAt<CampaignAnswer>(projectOf(flags, io), '/campaigns');
      io.out(json === true ? `${JSON.stringify(all)}\n` : asTable(all));
    });
}

const DESCRIPTIONS: Record<CampaignStep, string> = {
  start: 'start calling the recipients of a campaign',
  pause: 'pause a campaign; calls in progress continue',
  resume: 'resume a paused campaign',
  stop: 'stop a campaign permanently; calls in progress continue',
};

function registerStep(campaign: Command, step: CampaignStep, io: Io): void {
  const command = withService(campaign.command(step))
    .description(DESCRIPTIONS[step])
    .argument('<id>', 'name of the campaign');
  if (step === 'start' || step === 'resume')
    command.option('--watch', 'keep showing the progress until it is over');
  command
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExit code: 0 done, 1 refused, 2 invalid usage, or no response.')
    .action(async (id: string, { watch, json, ...flags }: StatusFlags) => {
      const ask = projectOf(flags, io);
      const now = await ask<CampaignAnswer>('POST', `/campaigns/${named(id)}/${step}`);
      tell(watch === true ? await watched(id, ask, io) : now, json, io);
    });
}

function registerRemove(campaign: Command, io: Io): void {
  withService(campaign.command('remove'))
    .description('delete a campaign that is not running, with its recipients and results')
    .argument('<id>', 'name of the campaign')
    .addHelpText('after', '\nExit code: 0 removed, 1 refused, 2 invalid usage, or no response.')
    .action(async (id: string, flags: ServiceFlags) => {
      await projectOf(flags, io)('DELETE', `/campaigns/${named(id)}`);
      io.out(`${id}: removed\n`);
    });
}

/** Polling interval of `--watch`, ms. */
const LOOK_MS = 1_000;

async function status(id: string, { watch, json, ...flags }: StatusFlags, io: Io): Promise<void> {
  const ask = projectOf(flags, io);
  tell(watch === true ? await watched(id, ask, io) : await look(id, ask), json, io);
}

function look(id: string, ask: Ask): Promise<CampaignAnswer> {
  return ask<CampaignAnswer>('GET', `/campaigns/${named(id)}`);
}

/** Shows how far a campaign has come until it is over; gives what it came to. */
async function watched(id: string, ask: Ask, io: Io): Promise<CampaignAnswer> {
  let now = await look(id, ask);
  while (!isOver(now)) {
    io.progress?.(inWords(now).trimEnd());
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    now = await look(id, ask);
  }
  io.progress?.('');
  return now;
}

function tell(campaign: CampaignAnswer, json: true | undefined, io: Io): void {
  io.out(json === true ? `${JSON.stringify(campaign)}\n` : inWords(campaign));
}
