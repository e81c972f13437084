/** The HTTP side of a service from its parts: hooks, health, metrics and the management API. */
import { systemClock } from '../../adapters/clock-system/index.ts';
import { openIdentity } from '../../adapters/identity-jose/index.ts';
import type { Live } from './live.ts';
import type { Observed } from './observability.ts';
import type { ProjectsAtWork } from './projects.ts';
import { callId, DEFAULT_PROJECT, projectId } from '../../call/index.ts';
import type { OpenedCampaigns } from '../campaigns/index.ts';
import type { Config } from '../config/config.ts';
import type { Engine, Intake } from '../../engine/index.ts';
import { authentication } from '../management/index.ts';
import type { Management } from '../management/index.ts';
import type { OpenedPlanned } from '../planned-calls/index.ts';
import type { Log, Store } from '../../engine/ports/index.ts';
import { buildServer } from '../http/index.ts';
import type { ApiParts, HearNotice, Readiness } from '../http/index.ts';
import type { OpenedStats } from '../stats/index.ts';
import type { Workshop } from '../build/index.ts';

/** How it is set. */
export interface ServerSettings {
  config: Config;
  log: Log;
  /** Hears of what comes in beside calls: messages, and what happens in video rooms. */
  onNotice?: HearNotice;
  /** Lets whoever reaches the service place outbound calls and look at calls, without credentials: for `dev` only. */
  openDial?: boolean;
}

/** What a server is made of. */
export interface ServerParts {
  engine: Engine;
  intake: Intake;
  store: Store;
  nodeState: { isDraining: () => boolean; projects: () => Iterable<string> };
  management: Management;
  projects: ProjectsAtWork;
  campaigns: OpenedCampaigns;
  planned: OpenedPlanned;
  observed: Observed;
  stats: OpenedStats;
  live: Live;
  workshop: Workshop;
  /** Gives a new unique text. */
  newId: () => string;
}

/** Builds the server; listening is the caller's. */
export function createServer(
  { config, log, openDial, onNotice }: ServerSettings,
  {
    engine,
    intake,
    store,
    nodeState,
    management,
    projects,
    campaigns,
    planned: { plannedCalls, caller },
    observed,
    stats: { stats },
    live,
    workshop,
    newId,
  }: ServerParts,
): ReturnType<typeof buildServer> {
  return buildServer({
    intake: observed.intake(intake),
    measured: observed.measured({ store, engine, intake, planned: caller, ...nodeState }),
    notificationBytes: config.notificationBytes,
    waiting: () => intake.waiting(),
    clock: systemClock,
    log,
    newId,
    hooks: projects.hooks,
    onTaken: (...taken) => observed.counts?.notified(...taken),
    onRefused: (...refused) => {
      observed.counts?.refused(...refused);
      observed.service?.refused(...refused);
    },
    checkReady: () => readinessOf(store, intake),
    isDraining: nodeState.isDraining,
    api: {
      ...apiParts({ config, log }, { management, engine, store, projects }),
      stats,
      live: live.streams,
      cdrs: { calls: store, maskDigits: config.cdrs?.maskDigits ?? 0 },
      ...campaigns,
      plannedCalls,
      workshop,
      limits: { requestsPerSecond: config.apiRate },
      ...(observed.service && { counts: observed.service }),
      isKnownProject: (project) => projects.hooks.isKnown(project),
    },
    trustProxy: config.trustProxy,
    ...(onNotice && { onNotice }),
    ...(openDial === true && {
      dial: (wanted) => engine.dial({ project: DEFAULT_PROJECT, ...wanted }),
      lookAt: async (call) => {
        const stored = await store.load(callId(call));
        return stored && { record: stored.record, trace: await store.trace(callId(call)) };
      },
    }),
  });
}

/** What the management API does its work with. */
function apiParts(
  { config: { oidc, env }, log }: Pick<ServerSettings, 'config' | 'log'>,
  { management, engine, store, projects }: Pick<ServerParts, 'management' | 'engine' | 'store' | 'projects'>,
): Omit<
  ApiParts,
  'limits' | 'cdrs' | 'live' | 'stats' | 'workshop' | 'plannedCalls' | keyof OpenedCampaigns
> {
  const now = () => systemClock.now();
  const tokens = oidc && { identity: openIdentity({ ...oidc, clock: systemClock, log }), roles: oidc };
  return {
    ...management,
    authenticate: authentication({ keys: management.keys, log, now, ...(tokens && { tokens }) }),
    log,
    clock: systemClock,
    calls: store,
    env,
    place: ({ project, ...call }) => engine.dial({ project: projectId(project), ...call }),
    give: (...given) => engine.give(...given),
    hangUp: (call) => engine.hangUp(call),
    refresh: () => management.directory.refresh(),
    hookUrls: (project, token) => projects.hookUrls(project, token),
    now,
  };
}

/** A store that is away is no reason to send callers elsewhere while there is room for what comes in. */
async function readinessOf(store: Store, intake: Intake): Promise<Readiness> {
  const waiting = intake.waiting();
  try {
    await store.check();
    return 'ready';
  } catch (error) {
    if (waiting === undefined || waiting.isFull) throw error;
    return 'spooling';
  }
}
