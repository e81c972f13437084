/** How campaigns are getting on, for whoever watches the service. */
import type { CampaignState } from './campaign.ts';
import type { CampaignDocuments } from './queues.ts';

/** Hears what this node does for campaigns. What hears must not throw. */
export interface CampaignWatch {
  /** So many calls are about to be placed. */
  placed(project: string, calls: number): void;
  /** The campaign is done with a recipient. */
  concluded(project: string, result: string): void;
  /** A campaign paused because of a problem. */
  paused(project: string): void;
}

/** A campaign that places calls, or has some under way. */
export interface ActiveCampaign {
  project: string;
  state: CampaignState;
  /** Recipients who wait for a call. */
  waiting: number;
  /** Recipients whose call is under way. */
  calling: number;
}

/** Enough to see what goes on; what is beyond is left out, so that a look at metrics stays cheap. */
const MOST_ACTIVE = 200;

/** Reads the campaigns that place calls or have some under way, at most `MOST_ACTIVE`. Throws what the registry throws. */
export async function activeCampaigns(documents: CampaignDocuments): Promise<ActiveCampaign[]> {
  const active: ActiveCampaign[] = [];
  for (const { value: ref } of await documents.active.list({ limit: MOST_ACTIVE })) {
    const campaign = await documents.get(ref);
    if (campaign === undefined) continue;
    const { state, counts } = campaign.value;
    active.push({ project: ref.project, state, waiting: counts.waiting, calling: counts.calling });
  }
  return active;
}
