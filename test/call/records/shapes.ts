/** Everything that is kept beyond the life of a process, by type: from here come the shapes of today. */
import type { CallRecord, Command, TraceEntry } from '../../../src/call/index.ts';
import type {
  Campaign,
  CampaignRef,
  Calling,
  Done,
  Waiting,
} from '../../../src/service/campaigns/campaign.ts';
import type { Arrival } from '../../../src/engine/ports/index.ts';
import type { DeliveryArrival, MessageArrival } from '../../../src/engine/receive/messages.ts';
import type { ApiKey } from '../../../src/service/management/api-keys.ts';
import type { AuditEntry } from '../../../src/service/management/audit.ts';
import type { Deployment } from '../../../src/service/management/deployment.ts';
import type { HeldInfo } from '../../../src/service/management/held-version-store.ts';
import type { VersionInfo, VersionSource } from '../../../src/service/management/version.ts';
import type { PlannedCall, PlannedRef } from '../../../src/service/planned-calls/planned-call.ts';
import type { Route } from '../../../src/service/management/route.ts';

export interface Calls {
  record: CallRecord;
  command: Command;
  trace: TraceEntry;
}

export interface Spooled {
  spooled: Arrival | MessageArrival | DeliveryArrival;
}

/** Apart from the others, since it has a part of the same name as one of a flow. */
export interface Deployments {
  deployments: Deployment;
}

/** By the name of the collection, as far as it stands before a slash. */
export interface Documents {
  keys: ApiKey;
  audit: AuditEntry;
  'flow-versions': VersionInfo;
  'flow-sources': VersionSource;
  'held-versions': HeldInfo;
  'held-sources': VersionSource;
  routes: Route;
  campaigns: Campaign;
  'campaigns-active': CampaignRef;
  campaign: Waiting | Calling | Done;
  'do-not-call': { at: number; by: string };
  'planned-calls': PlannedCall;
  'planned-calls-due': PlannedRef;
}
