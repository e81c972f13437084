/** Campaigns: their names, their form in the API, and their text for people. */
import { renderTable } from '../../language/text/index.ts';
import { CommandFailure } from '../shared/io.ts';

export interface CampaignAnswer {
  id: string;
  flow: string;
  state: 'draft' | 'running' | 'paused' | 'stopped' | 'done';
  recipients: number;
  counts: { waiting: number; calling: number; results: Record<string, number> };
  problem?: string;
  /** ms since the epoch. */
  startedAt?: number;
}

/** True when the campaign is finished, or needs an operator to continue. */
export function isFinished({ state, counts }: CampaignAnswer): boolean {
  return state !== 'running' && counts.calling === 0;
}

export function renderCampaign(campaign: CampaignAnswer): string {
  const { id, state, recipients, counts, problem } = campaign;
  const { calling, results } = counts;
  const { finished, share } = computeProgress(campaign);
  const came = Object.entries(results).map(([result, count]) => `${count} ${result.replaceAll('_', ' ')}`);
  const parts = [
    `${finished} of ${recipients} done${share}`,
    ...(calling > 0 ? [`${calling} in progress`] : []),
    ...came,
    ...(problem === undefined ? [] : [`paused automatically: ${problem}`]),
  ];
  return `${id}: ${state}, ${parts.join(', ')}\n`;
}

/** Renders one line per campaign below headings; empty without campaigns. */
export function renderCampaigns(campaigns: readonly CampaignAnswer[]): string {
  if (campaigns.length === 0) return '';
  const rows = campaigns.map((campaign) => {
    const { id, state, flow, recipients, counts, startedAt, problem = '' } = campaign;
    const { finished, share } = computeProgress(campaign);
    const began = startedAt === undefined ? '-' : new Date(startedAt).toISOString().slice(0, 19);
    return [id, state, flow, `${finished} of ${recipients}${share}`, String(counts.calling), began, problem];
  });
  return renderTable([['campaign', 'state', 'flow', 'done', 'in progress', 'started', ''], ...rows]);
}

function computeProgress({ recipients, counts: { waiting, calling } }: CampaignAnswer) {
  const finished = recipients - waiting - calling;
  const share = recipients === 0 ? '' : ` (${Math.floor((finished / recipients) * 100)} %)`;
  return { finished, share };
}

/** Checks the name, so that a typo does not address another resource. */
export function checkCampaignId(id: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id))
    throw new CommandFailure(`"${id}" is not a campaign name: expected a to z, 0 to 9 and -`);
  return id;
}
