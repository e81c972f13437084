/** The only place where adapters meet the engine: a running service from a config. */
import { randomBytes, randomUUID } from 'node:crypto';
import { systemClock } from '../adapters/clock-system/index.ts';
import { openReferences } from '../adapters/references/index.ts';
import { MemoryTurns } from '../adapters/turns-memory/index.ts';
import { createHttpWeb } from '../adapters/web-http/index.ts';
import { scryptSecrets } from '../adapters/secrets-scrypt/index.ts';
import { callId, DEFAULT_PROJECT, projectId } from '../call/index.ts';
import type { CallRecord, TraceEntry } from '../call/index.ts';
import { openLive } from './compose/live.ts';
import type { Live } from './compose/live.ts';
import { openObserved } from './compose/observability.ts';
import type { Observed } from './compose/observability.ts';
import { ProjectsAtWork } from './compose/projects.ts';
import { createServer } from './compose/server.ts';
import type { ServerSettings } from './compose/server.ts';
import { statsOf } from './compose/stats.ts';
import type { OpenedStats } from './stats/index.ts';
import { openKept } from './compose/store.ts';
import { CampaignDocuments, openCampaigns } from './campaigns/index.ts';
import type { CampaignParts, OpenedCampaigns } from './campaigns/index.ts';
import { egressOf, guardedPlatform } from './egress/index.ts';
import { Engine, expectFit, Intake, keyedCall, LOOK_AGAIN_MS, RETENTION_MS } from '../engine/index.ts';
import type { CompiledFlow } from '../language/model/index.ts';
import { openManagement } from './management/index.ts';
import type { Management } from './management/index.ts';
import { openPlanned, openPlannedCalls, PlannedDocuments } from './planned-calls/index.ts';
import type { OpenedPlanned } from './planned-calls/index.ts';
import type { Clock, Secrets, Store, Turns, Web } from '../engine/ports/index.ts';
import { Workshop } from './build/index.ts';
import { cannotListen } from './http/index.ts';

/** So long at most a node that drains waits for load balancers to notice, ms. */
const LONGEST_NOTICE_MS = 15_000;

export interface Service {
  engine: Engine;
  /** Where it listens. */
  url: string;
  /** The address to be set at the platform for incoming calls. */
  hookUrl: string;
  /** Those for messages and for video rooms. */
  noticeUrls: { sms: string; video: string };
  /** Ends: no new notification, what is under way finished or handed over, store closed. */
  stop(): Promise<void>;
  /** The same for a node among others: says that it is not ready, and goes on until whoever sends it calls has noticed. */
  drain(): Promise<void>;
}

export interface ServiceOptions extends ServerSettings {
  flows: CompiledFlow[];
  onTrace?: (call: CallRecord, entry: TraceEntry) => void;
  /** Hashes API keys; scrypt by default. */
  secrets?: Secrets;
  /** Compiles and draws flows; on a thread by default. */
  workshop?: Pick<Workshop, 'do' | 'close'>;
}

/** Starts the service; resolves when it takes notifications. Throws `OperationalError` when store or port cannot be had. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, flows } = options;
  const address = { base: config.publicUrl ?? '' };
  const kept = await openKept(config, options.log);
  const { spool, clock, feed, turns = new MemoryTurns(clock) } = kept;
  const observed = await openObserved(config, {
    clock,
    log: options.log,
    node: randomUUID(),
    newId: randomUUID,
  });
  const store = observed.store(kept.store);
  const egress = config.egress && egressOf(config.egress);
  const references = openReferences(config.projectSecrets);
  const projects = new ProjectsAtWork({
    config,
    address,
    turns,
    guarded: (platform) =>
      observed.platform(egress === undefined ? platform : guardedPlatform(platform, egress)),
    references,
    log: options.log,
  });
  const web = observed.web(createHttpWeb({ egress, answerBytes: config.webAnswerBytes }));
  const management = openManagement({
    registry: store.registry,
    flows: store,
    calls: store,
    clock,
    log: options.log,
    env: config.env,
    newId: randomUUID,
    secrets: options.secrets ?? scryptSecrets,
    unreadable: (reference) => references.unreadable(reference),
    inUse: (project) => usedBy(store, project),
  });
  management.roster.follow((enrolled) => {
    projects.enrol(enrolled);
  });
  const readiness = { draining: false };
  const isDraining = () => readiness.draining;
  const live = openLive({ feed, clock: systemClock, log: options.log, isDraining });
  const stats = statsOf(config, { log: options.log, node: randomUUID(), store, clock, management, observed });
  const engine = createEngine(options, { store, projects, web, clock, management, observed, stats, live });
  const outbound = outboundOf(options, { engine, store, clock, management, turns, observed });
  const { campaigns, planned } = outbound;
  const intake = new Intake({
    engine,
    clock: systemClock,
    log: options.log,
    newId: randomUUID,
    ...(spool && { spool }),
  });
  const workshop = options.workshop ?? new Workshop({ clock: systemClock });
  const nodeState = { isDraining, projects: () => [DEFAULT_PROJECT, ...management.roster.ids()] };
  const served = {
    engine,
    intake,
    store,
    nodeState,
    management,
    projects,
    ...outbound,
    observed,
    stats,
    live,
  };
  const server = createServer(options, { ...served, workshop, newId: randomUUID });
  const stop = async (graceMs = config.drainMs) => {
    const graceEnds = systemClock.now() + graceMs;
    readiness.draining = true;
    management.directory.stop();
    await Promise.all([
      campaigns.runner.stop(),
      campaigns.removal.stop(),
      planned.caller.stop(),
      workshop.close(),
    ]);
    await server.close();
    await intake.stop();
    await engine.stop(Math.max(0, graceEnds - systemClock.now()));
    await Promise.all([stats.stop(), live.teller.stop()]);
    await Promise.all([projects.close(), web.close(), observed.stop()]);
    await store.close();
  };
  const drain = async () => {
    readiness.draining = true;
    const noticeMs = Math.min(config.drainMs / 2, LONGEST_NOTICE_MS);
    await new Promise<void>((resolve) => systemClock.after(noticeMs, resolve));
    await stop(config.drainMs - noticeMs);
  };
  try {
    for (const flow of flows) await engine.flows.deploy(flow);
    for (const [number, flow] of config.routes) engine.flows.route(number, flow);
    for (const [number, flow] of config.messageRoutes) engine.flows.routeMessages(number, flow);
    await management.directory.refresh();
    const url = await server.listen({ host: config.host, port: config.port });
    if (config.publicUrl === undefined) address.base = url;
    const { voice: hookUrl, ...noticeUrls } = projects.hookUrls(DEFAULT_PROJECT);
    engine.start({ hasSpooled: (intake.waiting()?.entries ?? 0) > 0 });
    intake.start();
    management.directory.start();
    campaigns.runner.start();
    planned.caller.start();
    await observed.start({ ...served, store: kept.store, planned: planned.caller, ...nodeState });
    stats.start();
    campaigns.removal.start();
    return { engine, url, hookUrl, noticeUrls, stop: () => stop(), drain };
  } catch (error) {
    await stop();
    throw cannotListen(error, config) ?? error;
  }
}

interface EngineParts {
  store: Store;
  projects: ProjectsAtWork;
  web: Web;
  clock: Clock;
  management: Management;
  observed: Observed;
  stats: OpenedStats;
  live: Live;
}

function createEngine(
  { config, log, onTrace }: ServiceOptions,
  { store, projects, web, clock, management, observed, stats, live }: EngineParts,
): Engine {
  return new Engine({
    node: randomBytes(6).toString('hex'),
    store,
    clock,
    log,
    platformOf: (project) => projects.platformOf(project),
    web,
    newId: randomUUID,
    beginnings: {
      admits: (project, call) => {
        const isAdmitted = management.quotas.admits(project, call);
        if (!isAdmitted) observed.service?.hitLimit('concurrent_calls', project);
        return isAdmitted;
      },
      env: config.env,
      routing: management.directory,
      project: DEFAULT_PROJECT,
      ...(config.defaultFlow === undefined ? {} : { defaultFlow: config.defaultFlow }),
    },
    timing: {
      leaseMs: config.takeoverMs - LOOK_AGAIN_MS,
      ...(config.retentionMs === undefined ? {} : { retentionMs: config.retentionMs }),
    },
    listeners: observed.listeners({ always: [management.quotas, stats.counter, live.teller], onTrace }),
  });
}

/** Campaigns and planned calls ask the engine for their calls, as whoever places one does. */
function outboundOf(
  { config: { retentionMs = RETENTION_MS, campaignRetentionMs }, log }: ServiceOptions,
  { engine, store, clock, management: { audit }, turns, observed: { watches } }: OutboundNeeds,
): { campaigns: OpenedCampaigns; planned: OpenedPlanned } {
  const shared = {
    registry: store.registry,
    audit,
    calls: store,
    dial: ({ project, ...call }) => engine.dial({ project: projectId(project), ...call }),
    callOf: (project, key) => keyedCall(projectId(project), key),
    clock,
    log,
    newId: randomUUID,
    retentionMs,
  } satisfies Partial<CampaignParts>;
  const campaigns = openCampaigns({
    ...shared,
    broadcast: ({ project, ...wanted }) => engine.broadcast({ project: projectId(project), ...wanted }),
    flowInService: (project, flow) => flowInService(engine, project, flow),
    turns,
    node: randomUUID(),
    keptMs: campaignRetentionMs,
    ...(watches.campaigns && { watch: watches.campaigns }),
  });
  return {
    campaigns,
    planned: openPlannedCalls({
      ...shared,
      ...(watches.planned && { watch: watches.planned }),
      expectFit: ({ project, ...call }) => expectFit({ ...call, project: projectId(project) }, engine.flows),
    }),
  };
}

type OutboundNeeds = Pick<EngineParts, 'store' | 'clock' | 'management' | 'observed'> & {
  engine: Engine;
  turns: Turns;
};

/** Why a project that calls people cannot be taken away. */
async function usedBy({ registry }: Pick<Store, 'registry'>, project: string): Promise<string | undefined> {
  const running = await new CampaignDocuments(registry).running(project);
  if (running !== undefined) return `campaign "${running.id}" of "${project}" runs: stop or pause it`;
  const planned = await openPlanned(new PlannedDocuments(registry), project);
  return planned && `planned call "${planned}" of "${project}" is not over: cancel it`;
}

async function flowInService(engine: Engine, project: string, flow: string) {
  const start = await engine.flows.toFlow({ project: projectId(project), flow, call: callId(project) });
  return start?.flow.flow;
}
