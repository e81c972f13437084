/** Progress of campaigns, for metrics. */
import type { CampaignRef, CampaignState, Result } from './campaign.ts';
import type { CampaignDocuments } from './queues.ts';

/** Receives events of campaigns on this node. Implementations must not throw. */
export interface CampaignWatch {
  /** This many calls are about to be placed. */
  placed(project: string, calls: number): void;
  /** A recipient is finished. */
  concluded(project: string, result: string): void;
  /** A campaign paused because of a problem. */
  paused(project: string): void;
}

/** A campaign with calls to place or in progress. */
export interface ActiveCampaign {
  project: string;
  state: CampaignState;
  /** Number of recipients in the queue. */
  waiting: number;
  /** Number of recipients who are being called. */
  calling: number;
}

/** Maximum number of campaigns shown; bounds the cost of a scrape. */
const MAX_ACTIVE = 200;

/** Reads the active campaigns, at most `MAX_ACTIVE`. Throws errors of the registry. */
export async function readActiveCampaigns(documents: CampaignDocuments): Promise<ActiveCampaign[]> {
  const active: ActiveCampaign[] = [];
  for (const { value: ref } of await documents.active.list({ limit: MAX_ACTIVE })) {
    const campaign = await documents.get(ref);
    if (campaign === undefined) continue;
    const { state, counts } = campaign.value;
    active.push({ project: ref.project, state, waiting: counts.waiting, calling: counts.calling });
  }
  return active;
}

/** Counts what happens in campaigns, by minute. Called once for each event across all nodes. */
export interface CampaignCounter {
  /** `attempts`: calls requested; `ended`: calls that ended with a result; `finished`: recipients. */
  countCampaign(
    campaign: CampaignRef,
    name: 'attempts' | 'finished' | `ended ${Result}`,
    amount: number,
  ): void;
}
