import type { Command } from 'commander';
import { campaignSteps } from '../../service/campaigns/index.ts';
import type { CampaignStep } from '../../service/campaigns/index.ts';
import type { Io } from '../shared/io.ts';
import { registerCampaignCreate } from './campaign-create.ts';
import { renderCampaigns, renderCampaign, isFinished, checkCampaignId } from './campaign-words.ts';
import type { CampaignAnswer } from './campaign-words.ts';
import { download } from './client.ts';
import type { Ask } from './client.ts';
import { findCredentials } from './credentials.ts';
import { openProject, addServiceFlags, renderExitCodes } from './flags.ts';
import type { JsonFlag, ServiceFlags } from './flags.ts';
import { allAt } from './pages.ts';

interface StatusFlags extends ServiceFlags, JsonFlag {
  watch?: true;
}

/** `ringflow campaign`: manages campaigns. */
export function registerCampaign(program: Command, io: Io): void {
  const campaign = program
    .command('campaign')
    .description('manage campaigns: calls to many recipients with one flow');
  registerCampaignCreate(campaign, io);
  registerList(campaign, io);
  for (const step of campaignSteps) registerStep(campaign, step, io);
  registerRemove(campaign, io);
  addServiceFlags(campaign.command('status'))
    .description('show the progress of a campaign')
    .argument('<id>', 'name of the campaign')
    .option('--watch', 'keep showing the progress until it is over')
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes('shown', 'no such campaign'))
    .action((id: string, flags: StatusFlags) => showStatus(id, flags, io));
  addServiceFlags(campaign.command('results'))
    .description('print the results of a campaign as CSV')
    .argument('<id>', 'name of the campaign')
    .addHelpText('after', '\nExample:\n  ringflow campaign results spring > spring.csv')
    .action(async (id: string, flags: ServiceFlags) => {
      const path = `/projects/${flags.project}/campaigns/${checkCampaignId(id)}/results`;
      for await (const text of download(findCredentials(flags), path)) io.out(text);
    });
}

function registerList(campaign: Command, io: Io): void {
  addServiceFlags(campaign.command('list'))
    .description('list the campaigns of a project with their progress')
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes('listed'))
    .action(async ({ json, ...flags }: ServiceFlags & JsonFlag) => {
      const all = await allAt<CampaignAnswer>(openProject(flags, io), '/campaigns');
      io.out(json === true ? `${JSON.stringify(all)}\n` : renderCampaigns(all));
    });
}

const DESCRIPTIONS: Record<CampaignStep, string> = {
  start: 'start calling the recipients of a campaign',
  pause: 'pause a campaign; calls in progress continue',
  resume: 'resume a paused campaign',
  stop: 'stop a campaign permanently; calls in progress continue',
};

function registerStep(campaign: Command, step: CampaignStep, io: Io): void {
  const command = addServiceFlags(campaign.command(step))
    .description(DESCRIPTIONS[step])
    .argument('<id>', 'name of the campaign');
  if (step === 'start' || step === 'resume')
    command.option('--watch', 'keep showing the progress until it is over');
  command
    .option('--json', 'print as JSON')
    .addHelpText('after', renderExitCodes())
    .action(async (id: string, { watch, json, ...flags }: StatusFlags) => {
      const ask = openProject(flags, io);
      const now = await ask<CampaignAnswer>('POST', `/campaigns/${checkCampaignId(id)}/${step}`);
      printCampaign(watch === true ? await watchCampaign(id, ask, io) : now, json, io);
    });
}

function registerRemove(campaign: Command, io: Io): void {
  addServiceFlags(campaign.command('remove'))
    .description('delete a campaign that is not running, with its recipients and results')
    .argument('<id>', 'name of the campaign')
    .addHelpText('after', renderExitCodes('removed'))
    .action(async (id: string, flags: ServiceFlags) => {
      await openProject(flags, io)('DELETE', `/campaigns/${checkCampaignId(id)}`);
      io.out(`${id}: removed\n`);
    });
}

/** Polling interval of `--watch`, ms. */
const POLL_MS = 1_000;

async function showStatus(id: string, { watch, json, ...flags }: StatusFlags, io: Io): Promise<void> {
  const ask = openProject(flags, io);
  printCampaign(watch === true ? await watchCampaign(id, ask, io) : await fetchCampaign(id, ask), json, io);
}

function fetchCampaign(id: string, ask: Ask): Promise<CampaignAnswer> {
  return ask<CampaignAnswer>('GET', `/campaigns/${checkCampaignId(id)}`);
}

/** Shows the progress of a campaign until it is finished; returns its last state. */
async function watchCampaign(id: string, ask: Ask, io: Io): Promise<CampaignAnswer> {
  let now = await fetchCampaign(id, ask);
  while (!isFinished(now)) {
    io.progress?.(renderCampaign(now).trimEnd());
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    now = await fetchCampaign(id, ask);
  }
  io.progress?.('');
  return now;
}

function printCampaign(campaign: CampaignAnswer, json: true | undefined, io: Io): void {
  io.out(json === true ? `${JSON.stringify(campaign)}\n` : renderCampaign(campaign));
}
