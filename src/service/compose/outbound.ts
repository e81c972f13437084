/** Campaigns and planned calls of a service: they place calls through the engine, as the API does. */
import type { Observability } from './observability.ts';
import type { ProjectsAtWork } from './projects.ts';
import { callId, projectId } from '../../call/index.ts';
import { CampaignDocuments, openCampaigns } from '../campaigns/index.ts';
import type { CampaignParts, OpenedCampaigns } from '../campaigns/index.ts';
import type { Config } from '../config/config.ts';
import { expectFit, toKeyedCallId, RETENTION_MS } from '../../engine/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { Clock, Log, Store, Turns } from '../../engine/ports/index.ts';
import type { Management } from '../management/index.ts';
import type { OpenedStats } from '../stats/index.ts';
import { findOpenPlanned, openPlannedCalls, PlannedDocuments } from '../planned-calls/index.ts';
import type { OpenedPlanned } from '../planned-calls/index.ts';

interface OutboundParts {
  engine: Engine;
  store: Store;
  clock: Clock;
  management: Management;
  projects: Pick<ProjectsAtWork, 'findDialPrefixes'>;
  turns: Turns;
  observed: Observability;
  stats: Pick<OpenedStats, 'counter'>;
  /** Identifies this process. */
  node: string;
  newId: () => string;
}

export interface OutboundOptions {
  /** Interval at which campaigns and planned calls look for due work, ms; one second by default. */
  pollMs?: number;
}

export interface Outbound {
  campaigns: OpenedCampaigns;
  planned: OpenedPlanned;
}

/** Opens both; nothing is started. */
export function openOutbound(
  { config, log, pollMs = 1_000 }: { config: Config; log: Log } & OutboundOptions,
  {
    engine,
    store,
    clock,
    management: { audit },
    projects,
    turns,
    observed: { service },
    stats,
    node,
    newId,
  }: OutboundParts,
): Outbound {
  const { retentionMs = RETENTION_MS, campaignRetentionMs } = config;
  const shared = {
    registry: store.registry,
    audit,
    calls: store,
    dial: ({ project, ...call }) => engine.dial({ project: projectId(project), ...call }),
    callOf: (project, key) => toKeyedCallId(projectId(project), key),
    clock,
    log,
    newId,
    retentionMs,
    pollMs,
  } satisfies Partial<CampaignParts>;
  const campaigns = openCampaigns({
    ...shared,
    broadcast: ({ project, ...wanted }) => engine.broadcast({ project: projectId(project), ...wanted }),
    flowInService: (project, flow) => findFlowInService(engine, project, flow),
    findDialPrefixes: (project) => projects.findDialPrefixes(project),
    turns,
    node,
    counter: stats.counter,
    keptMs: campaignRetentionMs,
    ...(service && { watch: service.campaigns }),
  });
  return {
    campaigns,
    planned: openPlannedCalls({
      ...shared,
      ...(service && { watch: service.planned }),
      expectFit: ({ project, ...call }) => expectFit({ ...call, project: projectId(project) }, engine.flows),
    }),
  };
}

/** Returns why a project that places calls cannot be deleted. */
export async function findUse(
  { registry }: Pick<Store, 'registry'>,
  project: string,
): Promise<string | undefined> {
  const running = await new CampaignDocuments(registry).findRunning(project);
  if (running !== undefined) return `campaign "${running.id}" of "${project}" is running: stop or pause it`;
  const planned = await findOpenPlanned(new PlannedDocuments(registry), project);
  return planned && `planned call "${planned}" of "${project}" is pending: cancel it`;
}

async function findFlowInService(engine: Engine, project: string, flow: string) {
  const start = await engine.flows.startForFlow({ project: projectId(project), flow, call: callId(project) });
  return start?.flow.flow;
}
