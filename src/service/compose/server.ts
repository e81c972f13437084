/** The HTTP side of a service from its parts: hooks, health, metrics and the management API. */
import { systemClock } from '../../adapters/clock-system/index.ts';
import { openIdentity } from '../../adapters/identity-jose/index.ts';
import type { Outbound } from './outbound.ts';
import type { Observability } from './observability.ts';
import type { ProjectsAtWork } from './projects.ts';
import { callId, DEFAULT_PROJECT, projectId } from '../../call/index.ts';
import type { Config } from '../config/config.ts';
import type { OidcSetting } from '../config/oidc.ts';
import { findConsoleFolder } from '../config/package.ts';
import type { Engine, Intake } from '../../engine/index.ts';
import { createAuthentication } from '../management/index.ts';
import type { CarrierConnections } from '../carriers/index.ts';
import type { Management } from '../management/index.ts';
import type { Log, Store } from '../../engine/ports/index.ts';
import { buildServer, Renderings } from '../http/index.ts';
import type { ApiParts, OnNotice, LiveStreams, Readiness, ServerOptions } from '../http/index.ts';
import type { OpenedStats } from '../stats/index.ts';
import type { BuildWorkers } from '../build/index.ts';

/** Settings of the server. */
export interface ServerSettings {
  config: Config;
  log: Log;
  /** Receives notices: messages and events of video rooms. */
  onNotice?: OnNotice;
  /** Opens routes to place and view calls without credentials; for `dev` only. */
  openDial?: boolean;
  /** Key that pages of this machine get without signing in; for `dev` only. */
  localKey?: string;
  /** Base address of the emulator whose phone the console shows; for `dev` only. */
  emulatorUrl?: string;
}

interface ConsoleSettings {
  config: Config;
  log: Log;
  localKey: string | undefined;
}

interface ServerParts {
  calls: { engine: Engine; intake: Intake; store: Store };
  connections: CarrierConnections;
  outbound: Outbound;
  management: Management;
  projects: ProjectsAtWork;
  observed: Observability;
  reports: { stats: OpenedStats; live: { streams: LiveStreams } };
  workshop: Pick<BuildWorkers, 'do'>;
  nodeState: { isDraining: () => boolean; projects: () => Iterable<string> };
  newId: () => string;
}

/** Builds the server; listening is the caller's. */
export function createServer(
  { config, log, openDial, localKey, emulatorUrl, onNotice }: ServerSettings,
  parts: ServerParts,
): ReturnType<typeof buildServer> {
  const { calls, connections, outbound, nodeState, projects, observed, newId } = parts;
  const { engine, intake, store } = calls;
  return buildServer({
    intake: observed.wrapIntake(intake),
    measured: observed.findMeasured({
      ...calls,
      planned: outbound.planned.caller,
      ...nodeState,
      connections,
    }),
    notificationBytes: config.notificationBytes,
    waiting: () => intake.getSpoolState(),
    clock: systemClock,
    log,
    newId,
    hooks: projects.hooks,
    onNotification: (...taken) => observed.calls?.countNotification(...taken),
    onRefused: (...refused) => {
      observed.calls?.countRefusal(...refused);
      observed.service?.countRefusal(...refused);
    },
    ...(config.carriers.length > 0 && {
      carriers: {
        admit: (address) => connections.admit(address),
        list: () => connections.list(),
      },
    }),
    checkReady: () => checkReadiness(store, intake),
    isDraining: nodeState.isDraining,
    api: toApiParts({ config, log, localKey }, parts),
    ...(config.console && findConsole({ config, log, localKey, emulatorUrl })),
    trustProxy: config.trustProxy,
    ...(onNotice && { onNotice }),
    ...(openDial === true && {
      dial: (wanted) => engine.dial({ project: DEFAULT_PROJECT, ...wanted }),
      findCall: async (call) => {
        const stored = await store.load(callId(call));
        return stored && { record: stored.record, trace: await store.trace(callId(call)) };
      },
    }),
  });
}

/** The console's pages, if they were built. */
function findConsole({
  config: { oidc },
  log,
  localKey,
  emulatorUrl,
}: ConsoleSettings & { emulatorUrl: string | undefined }): Pick<ServerOptions, 'consolePages'> {
  const folder = findConsoleFolder();
  if (folder === undefined) log.warn({}, 'the console is not built: run "npm run build:console"');
  if (folder === undefined) return {};
  const client = oidc?.console && { issuer: oidc.issuer, ...toClient(oidc.console) };
  return {
    consolePages: {
      folder,
      ...(client && { oidc: client }),
      ...(localKey !== undefined && { localKey }),
      ...(emulatorUrl !== undefined && { emulatorUrl }),
    },
  };
}

/** An id token is part of every sign-in, so its scope is always requested. */
function toClient({ clientId, scopes = [] }: NonNullable<OidcSetting['console']>) {
  return { clientId, scope: [...new Set(['openid', ...scopes])].join(' ') };
}

function toApiParts(
  { config, log, localKey }: ConsoleSettings,
  { management, calls, projects, outbound, observed, reports, workshop }: ServerParts,
): ApiParts {
  const { oidc, env, cdrs, apiRate } = config;
  const { engine, store } = calls;
  const { campaigns, planned } = outbound;
  const now = () => systemClock.now();
  const tokens = oidc && { identity: openIdentity({ ...oidc, clock: systemClock, log }), roles: oidc };
  return {
    access: {
      authenticate: createAuthentication({
        keys: management.keys,
        log,
        now,
        ...(tokens && { tokens }),
        ...(localKey !== undefined && { localKey }),
      }),
      limits: { requestsPerSecond: apiRate },
    },
    management,
    node: {
      refreshDirectory: () => management.directory.refresh(),
      hookUrls: (project, token) => projects.hookUrls(project, token),
      isKnownProject: (project) => projects.hooks.isKnown(project),
      listSettingsRoutes: (project) => (project === DEFAULT_PROJECT ? engine.flows.listRoutes() : []),
    },
    calls: {
      records: store,
      env,
      place: ({ project, ...call }) => engine.dial({ project: projectId(project), ...call }),
      give: (...given) => engine.giveEvent(...given),
      hangUp: (call) => engine.hangUp(call),
      findRecordings: ({ project, carrier }) => projects.findCarrier(project, carrier)?.recordings,
    },
    campaigns,
    plannedCalls: planned.plannedCalls,
    build: { workshop, renderings: new Renderings() },
    reports: {
      stats: reports.stats.stats,
      projectStats: reports.stats.projectStats,
      attention: reports.stats.attention,
      readCampaign: reports.stats.readCampaign,
      cdrs: { calls: store, maskDigits: cdrs?.maskDigits ?? 0 },
      live: reports.live.streams,
      ...(observed.service && { counts: observed.service }),
    },
    clock: systemClock,
    log,
  };
}

/** Reports `spooling` while the store is unavailable and the spool has room, so load balancers keep sending calls. */
async function checkReadiness(store: Store, intake: Intake): Promise<Readiness> {
  const waiting = intake.getSpoolState();
  try {
    await store.check();
    return 'ready';
  } catch (error) {
    if (waiting === undefined || waiting.isFull) throw error;
    return 'spooling';
  }
}
