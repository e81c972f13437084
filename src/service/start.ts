/** Starts a service from its settings; the only place where adapters meet the engine. */
import { randomBytes, randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { systemClock } from '../adapters/clock-system/index.ts';
import { openReferences } from '../adapters/references/index.ts';
import { MemoryTurns } from '../adapters/turns-memory/index.ts';
import { createHttpWeb } from '../adapters/web-http/index.ts';
import { scryptSecrets } from '../adapters/secrets-scrypt/index.ts';
import { DEFAULT_PROJECT } from '../call/index.ts';
import type { CallRecord, TraceEntry } from '../call/index.ts';
import { RecordingRemoval } from './carriers/index.ts';
import { createCarriers, createConnections } from './compose/carriers.ts';
import { createEngine } from './compose/engine.ts';
import { openFolderDrafts } from './compose/folder-drafts.ts';
import { openObservability } from './compose/observability.ts';
import { findUse, openOutbound } from './compose/outbound.ts';
import type { OutboundOptions } from './compose/outbound.ts';
import { combineParts, startParts, stopParts, toPart } from './compose/parts.ts';
import type { Part } from './compose/parts.ts';
import { ProjectsAtWork } from './compose/projects.ts';
import { createServer } from './compose/server.ts';
import type { ServerSettings } from './compose/server.ts';
import { serveFlows } from './compose/served-flows.ts';
import type { FlowFolder } from './compose/served-flows.ts';
import { openStats } from './stats/index.ts';
import { createRecognizer, createSpeech, RenderingAhead } from './compose/speech.ts';
import { openStores } from './compose/store.ts';
import { createEgress, guardCarrier } from './egress/index.ts';
import { Intake, RETENTION_MS } from '../engine/index.ts';
import type { Engine } from '../engine/index.ts';
import type { Capabilities, CompiledFlow } from '../language/model/index.ts';
import { openManagement } from './management/index.ts';
import type { Deployments, FolderDrafts, HeldVersions } from './management/index.ts';
import type { Carrier, Secrets } from '../engine/ports/index.ts';
import { isFlowFile } from '../authoring/flow-files/index.ts';
import { BuildWorkers } from './build/index.ts';
import { explainListenError, LivePublisher, LiveStreams } from './http/index.ts';

/** Maximum time that a draining node waits for load balancers to notice, ms. */
const MAX_NOTICE_MS = 15_000;

export interface Service {
  engine: Engine;
  /** Flows from a folder, as the API shows them; the engine runs them. */
  held: Pick<HeldVersions, 'hold' | 'release'>;
  /** Deployments through the API, which take precedence over flows from a folder. */
  deployments: Pick<Deployments, 'find'>;
  /** Base URL on which it listens. */
  url: string;
  /** Hook URL for calls, to be set at the platform. */
  hookUrl: string;
  /** Hook URLs for messages and video rooms. */
  noticeUrls: { sms: string; video: string };
  /** Stops: accepts no more notifications, finishes or hands over work in flight, closes the store. */
  stop(): Promise<void>;
  /** Stops one of several nodes: reports not ready and continues until load balancers have noticed. */
  drain(): Promise<void>;
}

interface ServiceOptions extends ServerSettings, OutboundOptions {
  flows: CompiledFlow[];
  /** The folder that `flows` come from; absent: the API does not show them. */
  folder?: FlowFolder;
  onTrace?: (call: CallRecord, entry: TraceEntry) => void;
  /** What the platform can do, where an emulator stands in for another carrier; default: what it can. */
  platformCapabilities?: Capabilities;
  /** Hashes API keys; scrypt by default. */
  secrets?: Secrets;
  /** Compiles and draws flows; on a thread by default. */
  workshop?: Pick<BuildWorkers, 'do' | 'close'>;
}

/** Resolves when the service accepts notifications. Throws an `OperationalError` if the store or a port is unavailable. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config } = options;
  const service = await createParts(options);
  const { engine, projects, readiness, address, management } = service;
  const parts = listParts(options, service);
  const stop = async (graceMs = config.drainMs) => {
    readiness.isDraining = true;
    await stopParts(parts, systemClock.now() + graceMs);
  };
  const drain = async () => {
    readiness.isDraining = true;
    const noticeMs = Math.min(config.drainMs / 2, MAX_NOTICE_MS);
    await new Promise<void>((resolve) => systemClock.after(noticeMs, resolve));
    await stop(config.drainMs - noticeMs);
  };
  try {
    await startParts(parts);
  } catch (error) {
    await stop();
    throw explainListenError(error, config) ?? error;
  }
  const { voice: hookUrl, ...noticeUrls } = projects.hookUrls(DEFAULT_PROJECT);
  const { held, deployments } = management;
  const url = address.listening;
  return { engine, held, deployments, url, hookUrl, noticeUrls, stop: () => stop(), drain };
}

/** Lists the parts in the order in which they start: each uses only parts before it. */
function listParts(options: ServiceOptions, service: Assembled): Part[] {
  const { config } = options;
  const { calls, outbound, management, observed, reports, projects, nodeState } = service;
  const { engine, intake, store } = calls;
  const { campaigns, planned } = outbound;
  const { server, web, workshop, address } = service;
  return [
    { name: 'store', stop: () => store.close() },
    combineParts([
      { name: 'platform connections', stop: () => projects.close() },
      { name: 'web requests', stop: () => web.close() },
      {
        name: 'observability',
        start: () =>
          observed.start({
            ...calls,
            store: service.plainStore,
            planned: planned.caller,
            connections: service.connections,
            ...nodeState,
          }),
        stop: () => observed.stop(),
      },
    ]),
    combineParts([
      { name: 'statistics', ...toPart(reports.stats) },
      { name: 'live events', stop: () => reports.live.teller.stop() },
    ]),
    {
      name: 'engine',
      start: () =>
        serveFlows(options, {
          engine,
          held: management.held,
          carriers: projects.listCarriers(DEFAULT_PROJECT),
        }),
      stop: (graceEnds) => engine.stop(Math.max(0, graceEnds - systemClock.now())),
    },
    { name: 'intake', stop: () => intake.stop() },
    {
      name: 'server',
      start: async () => {
        await management.directory.refresh();
        address.listening = await server.listen({ host: config.host, port: config.port });
        if (config.publicUrl === undefined) address.base = address.listening;
      },
      stop: () => server.close(),
    },
    {
      name: 'stored work',
      start: () => {
        const hasSpooled = (intake.getSpoolState()?.entries ?? 0) > 0;
        // Such a carrier sends the events of the past as soon as it is connected.
        engine.start({ hasSpooled: hasSpooled || service.connections.list().length > 0 });
        intake.start();
      },
    },
    combineParts([
      { name: 'campaigns', ...toPart(campaigns.runner) },
      { name: 'planned calls', ...toPart(planned.caller) },
      { name: 'removal of campaigns', ...toPart(campaigns.removal) },
      { name: 'build workers', stop: () => workshop.close() },
    ]),
    combineParts([
      { name: 'carriers', ...toPart(service.connections) },
      { name: 'removal of recordings', ...toPart(service.recordingRemoval) },
    ]),
    {
      name: 'rendering of speech',
      start: () => {
        service.rendering.add(options.flows);
      },
      stop: () => service.rendering.stop(),
    },
    { name: 'directory', ...toPart(management.directory) },
  ];
}

/** Returns the function that opens the drafts of a folder. A flow file is edited together with its folder. */
function toDraftsOpener({ path }: FlowFolder): (held: HeldVersions) => FolderDrafts {
  return (held) => openFolderDrafts(isFlowFile(path) ? dirname(path) : path, held);
}

type Assembled = Awaited<ReturnType<typeof createParts>>;

/** Creates every part and connects them; nothing is started. */
async function createParts(options: ServiceOptions) {
  const { config, log } = options;
  const address = { base: config.publicUrl ?? '', listening: '' };
  const kept = await openStores(config, log);
  const { spool, clock, feed, turns = new MemoryTurns(clock) } = kept;
  const shared = { clock, log, newId: randomUUID };
  const observed = await openObservability({ config, ...shared, node: randomUUID() });
  const store = observed.wrapStore(kept.store);
  const egress = config.egress && createEgress(config.egress);
  const references = openReferences(config.projectSecrets);
  const guarded = (carrier: Carrier) =>
    observed.wrapCarrier(egress === undefined ? carrier : guardCarrier(carrier, egress));
  const speech = createSpeech(config, {
    ...{ clock, log },
    count: (result) => observed.service?.countRendering(result),
  });
  const rendering = new RenderingAhead(speech, log);
  const recognizer = createRecognizer(config, (result) => observed.service?.countRecognition(result));
  const carriers = createCarriers(config, { address, speech, recognizer, log });
  const projects = new ProjectsAtWork({
    ...{ config, address, turns, guarded, carriers, references, log },
    ...(options.platformCapabilities && { capabilities: options.platformCapabilities }),
  });
  const web = observed.wrapWeb(createHttpWeb({ egress, answerBytes: config.webAnswerBytes }));
  const workshop = options.workshop ?? new BuildWorkers({ clock: systemClock });
  const management = openManagement({
    ...shared,
    registry: store.registry,
    flows: store,
    calls: store,
    env: config.env,
    editing: config.editing,
    secrets: options.secrets ?? scryptSecrets,
    unreadable: (reference) => references.unreadable(reference),
    inUse: (project) => findUse(store, project),
    listCarriers: (project) => projects.listCarriers(project),
    listSettingsRoutes: (project) => (project === DEFAULT_PROJECT ? engine.flows.listRoutes() : []),
    onDeploying: (flow) => {
      rendering.add([flow]);
    },
    folder: {
      ...(options.folder?.isFollowed === true && { openDrafts: toDraftsOpener(options.folder) }),
      runTests: async (project, files) => (await workshop.do(project, 'build', files)).tests,
    },
  });
  management.roster.follow((enrolled) => {
    projects.applyProjects(enrolled);
  });
  const readiness = { isDraining: false };
  const isDraining = () => readiness.isDraining;
  const feeding = { feed, clock: systemClock, log };
  const live = {
    teller: new LivePublisher(feeding),
    streams: new LiveStreams({ ...feeding, isDraining }),
  };
  const stats = openStats({
    ...{ clock, log, node: randomUUID() },
    deployments: management.deployments,
    counts: store.counts,
    flows: store,
    calls: store,
    retentionMs: config.retentionMs ?? RETENTION_MS,
    onRollback: () => {
      observed.calls?.countRollback();
    },
  });
  const connected = { ...shared, store, management, observed };
  const engine = createEngine(options, {
    ...connected,
    ...{ node: randomBytes(6).toString('hex'), projects, web, stats, live },
  });
  const outbound = openOutbound(options, {
    ...connected,
    ...{ engine, projects, turns, stats, node: randomUUID() },
  });
  const intake = new Intake({ engine, clock: systemClock, log, newId: randomUUID, ...(spool && { spool }) });
  const calls = { engine, intake, store };
  const connections = createConnections({
    carriers,
    calls,
    clock: systemClock,
    log,
    newId: randomUUID,
  });
  const recordingRemoval = new RecordingRemoval({
    carriers: carriers.map(({ carrier }) => carrier),
    calls: store,
    clock: systemClock,
    log,
  });
  const parts = {
    calls,
    connections,
    recordingRemoval,
    rendering,
    outbound,
    management,
    projects,
    observed,
    reports: { stats, live },
    workshop,
    nodeState: { isDraining, projects: () => [DEFAULT_PROJECT, ...management.roster.listIds()] },
    newId: randomUUID,
  };
  const server = createServer(options, parts);
  return { ...parts, engine, server, web, plainStore: kept.store, readiness, address };
}
