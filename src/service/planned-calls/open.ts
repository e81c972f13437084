/** The parts of planned calls over one registry. */
import { CampaignDocuments } from '../campaigns/index.ts';
import type { Registry } from '../../engine/ports/index.ts';
import { Caller } from './caller.ts';
import type { CallerOptions } from './caller.ts';
import { PlannedDocuments } from './documents.ts';
import { PlannedCalls } from './planned-calls.ts';
import type { PlannedCallsOptions } from './planned-calls.ts';

interface PlannedParts
  extends
    Omit<CallerOptions, 'documents' | 'openDoNotCall'>,
    Omit<PlannedCallsOptions, 'documents' | keyof CallerOptions> {
  registry: Registry;
}

export interface OpenedPlanned {
  plannedCalls: PlannedCalls;
  /** Places the calls on this node. */
  caller: Caller;
}

/** Connects the parts; nothing is read or started. */
export function openPlannedCalls({ registry, ...parts }: PlannedParts): OpenedPlanned {
  const documents = new PlannedDocuments(registry);
  const campaigns = new CampaignDocuments(registry);
  return {
    plannedCalls: new PlannedCalls({ ...parts, documents }),
    caller: new Caller({ ...parts, documents, openDoNotCall: (project) => campaigns.openDoNotCall(project) }),
  };
}
