/** A campaign as it is named, as the API tells it, and in one line. */
import { CommandFailure } from '../io.ts';

export interface CampaignAnswer {
  id: string;
  flow: string;
  state: 'draft' | 'running' | 'paused' | 'stopped' | 'done';
  recipients: number;
  counts: { waiting: number; calling: number; results: Record<string, number> };
  problem?: string;
}

/** Whether nothing more happens, or somebody has to do something first. */
export function isOver({ state, counts }: CampaignAnswer): boolean {
  return state !== 'running' && counts.calling === 0;
}

/** One line. */
export function inWords({ id, state, recipients, counts, problem }: CampaignAnswer): string {
  const { waiting, calling, results } = counts;
  const finished = recipients - waiting - calling;
  const share = recipients === 0 ? '' : ` (${Math.floor((finished / recipients) * 100)} %)`;
  const came = Object.entries(results).map(([result, count]) => `${count} ${result.replaceAll('_', ' ')}`);
  const parts = [
    `${finished} of ${recipients} done${share}`,
    ...(calling > 0 ? [`${calling} on the line`] : []),
    ...came,
    ...(problem === undefined ? [] : [`paused by itself: ${problem}`]),
  ];
  return `${id}: ${state}, ${parts.join(', ')}\n`;
}

/** As the API takes it, so that a slip does not lead to another address. */
export function named(id: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id))
    throw new CommandFailure(`"${id}" is no name of a campaign: expected a to z, 0 to 9 and -`);
  return id;
}
