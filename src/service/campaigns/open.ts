/** The parts of campaigns over one registry. */
import type { AuditLog } from '../management/index.ts';
import type { Registry } from '../../engine/ports/index.ts';
import { Campaigns } from './campaigns.ts';
import type { FlowInService } from './campaigns.ts';
import { DoNotCall } from './do-not-call.ts';
import { Loading } from './loading.ts';
import { CampaignDocuments } from './queues.ts';
import { Removal } from './removal.ts';
import type { RunOptions } from './run.ts';
import { CampaignRunner } from './runner.ts';

export interface CampaignParts extends Omit<RunOptions, 'documents'> {
  registry: Registry;
  audit: AuditLog;
  flowInService: FlowInService;
  /** Returns the beginnings of the numbers that a project may call; undefined: any. */
  findDialPrefixes: (project: string) => readonly string[] | undefined;
  /** Retention of ended campaigns, ms. */
  keptMs: number;
}

export interface OpenedCampaigns {
  campaigns: Campaigns;
  loading: Loading;
  doNotCall: DoNotCall;
  /** Places the calls on this node. */
  runner: CampaignRunner;
  /** Removes expired campaigns. */
  removal: Removal;
}

/** Connects the parts; nothing is read or started. */
export function openCampaigns({
  registry,
  audit,
  flowInService,
  findDialPrefixes,
  keptMs,
  ...run
}: CampaignParts): OpenedCampaigns {
  const documents = new CampaignDocuments(registry);
  const now = () => run.clock.now();
  return {
    campaigns: new Campaigns({ documents, audit, flowInService, now }),
    loading: new Loading({
      ...{ documents, audit, flowInService, findDialPrefixes, now },
      newId: run.newId,
      nextTurn: (task) => {
        run.clock.nextTurn(task);
      },
    }),
    doNotCall: new DoNotCall({ documents, audit, now }),
    runner: new CampaignRunner({ ...run, documents }),
    removal: new Removal({ documents, audit, clock: run.clock, log: run.log, keptMs }),
  };
}
