export { days } from './calling-window.ts';
export type { CallingWindow } from './calling-window.ts';
export { RETRIED_RESULTS, computeRetryDelay, placingModes } from './campaign.ts';
export type {
  Calling,
  Campaign,
  CampaignRef,
  CampaignSettings,
  CampaignState,
  Done,
  Ending,
  Recipient,
  Result,
  Waiting,
} from './campaign.ts';
export { Campaigns, campaignSteps } from './campaigns.ts';
export type { CampaignStep, FlowInService } from './campaigns.ts';
export { checkRecipients, MAX_ROWS } from './check-file.ts';
export type { RecipientsReport } from './check-file.ts';
export { DoNotCall } from './do-not-call.ts';
export { Loading } from './loading.ts';
export { openCampaigns } from './open.ts';
export type { CampaignParts, OpenedCampaigns } from './open.ts';
export { readActiveCampaigns } from './overview.ts';
export type { ActiveCampaign, CampaignWatch } from './overview.ts';
export { CampaignDocuments, hasPrivateIds } from './queues.ts';
export { RecipientCheck } from './recipient-check.ts';
export { readRows } from './recipient-rows.ts';
export type { RecipientsFormat } from './recipient-rows.ts';
export { renderResultsCsv } from './results-csv.ts';
export { CampaignRunner } from './runner.ts';
export { REQUEST_GRACE_MS, toResult } from './outcomes.ts';
export type { WantedCall } from './outcomes.ts';
