/** GET /metrics for Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/). */
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ActiveCampaign } from '../campaigns/index.ts';
import type { SendingStats } from '../../engine/index.ts';
import type { Pending } from '../planned-calls/index.ts';
import type { Clock, SpoolState } from '../../engine/ports/index.ts';
import type { CarrierState } from './carrier-sockets.ts';
import { limitLabels } from './label-limits.ts';
import { MAX_PROJECTS } from './call-metrics.ts';
import { notFound, Problem, sendProblem } from './problem.ts';
import { createRequestIds } from './request-id.ts';
import { isToken } from './token.ts';
import type { TokenDigest } from './token.ts';

export interface Measured {
  clock: Clock;
  /** Registry of counted metrics; absent: only gauges that are read at each scrape. */
  registry?: Registry;
  /** Number of live calls in the store; absent: not exposed. */
  liveCalls?: () => Promise<number>;
  /** Commands in flight of this node; absent: not exposed. */
  sending?: () => SendingStats;
  /** The spool; absent: there is none. */
  waiting?: () => SpoolState | undefined;
  /** Version of this package; absent: not exposed. */
  version?: string;
  /** True while the node is draining. */
  isDraining?: () => boolean;
  /** Carriers that report events over a WebSocket; absent: there are none. */
  carrierStates?: () => readonly CarrierState[];
  /** Active campaigns; absent: not exposed. */
  activeCampaigns?: () => Promise<ActiveCampaign[]>;
  /** Due planned calls by project; absent: not exposed. */
  pendingPlanned?: () => ReadonlyMap<string, Pending>;
  /** Digest of the required bearer token; absent: none is required. */
  token?: TokenDigest;
}

/** Creates an empty registry. */
export function createRegistry(): Registry {
  return new Registry();
}

/** Adds the route. */
export function addMetricsRoute(server: FastifyInstance, measured: Measured): void {
  const registry = measured.registry ?? new Registry();
  addSpoolGauges(registry, measured);
  addCallGauges(registry, measured);
  addNodeGauges(registry, measured);
  addOutboundGauges(registry, measured);
  addCarrierGauge(registry, measured);
  const { token } = measured;
  // Process metrics measure the event loop all the time, so they run only with counted metrics.
  const exposed =
    measured.registry === undefined ? registry : Registry.merge([registry, openProcessRegistry()]);
  server.get('/metrics', async ({ headers: { authorization = '' } }, reply) => {
    if (token !== undefined && !isToken(authorization.replace(/^Bearer /i, ''), token))
      return sendProblem(reply.header('www-authenticate', 'Bearer'), needsToken);
    return reply.type(registry.contentType).send(await exposed.metrics());
  });
}

const needsToken = new Problem('unauthenticated', 'expected "Authorization: Bearer <token>"');

/** Builds a server for /metrics only; the caller listens and closes. `newId` returns a new unique id. */
export function buildMetricsServer(measured: Measured, newId: () => string): FastifyInstance {
  const server = fastify({ logger: false, genReqId: createRequestIds(newId), forceCloseConnections: true });
  server.setNotFoundHandler((_request, reply) => sendProblem(reply, notFound));
  addMetricsRoute(server, measured);
  return server;
}

let processRegistry: Registry | undefined;

/** Metrics of the process; one registry for all services, since observers of event loop and garbage collection cannot be stopped. */
function openProcessRegistry(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}

/** Adds a gauge without labels that is read at each scrape. */
function addGauge(
  registry: Registry,
  { name, help, read }: { name: string; help: string; read: () => number | Promise<number> },
): void {
  new Gauge({
    name: `ringflow_${name}`,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

function addCallGauges(registry: Registry, { liveCalls, sending }: Measured): void {
  if (liveCalls !== undefined)
    addGauge(registry, {
      name: 'live_calls',
      help: 'Live calls on all nodes; absent while the store is unavailable',
      read: () => liveCalls().catch(() => NaN),
    });
  if (sending === undefined) return;
  addGauge(registry, {
    name: 'outbox_calls',
    help: 'Calls whose commands this node is sending',
    read: () => sending().calls,
  });
  addGauge(registry, {
    name: 'outbox_oldest_age_seconds',
    help: 'Age of the oldest command in flight',
    read: () => sending().oldestMs / 1_000,
  });
}

function addNodeGauges(registry: Registry, { version, isDraining }: Measured): void {
  if (version !== undefined)
    new Gauge({
      name: 'ringflow_build_info',
      help: 'Version of Ringflow, in the label; the value is always 1',
      labelNames: ['version'],
      registers: [registry],
    }).set({ version }, 1);
  if (isDraining !== undefined)
    addGauge(registry, {
      name: 'draining',
      help: '1 while the node is draining',
      read: () => Number(isDraining()),
    });
}

function addCarrierGauge(registry: Registry, { carrierStates }: Measured): void {
  if (carrierStates === undefined) return;
  const project = limitLabels(MAX_PROJECTS);
  new Gauge({
    name: 'ringflow_carrier_connected',
    help: '1 while a node reads the events of the carrier, 0 while none does',
    labelNames: ['project', 'carrier'],
    registers: [registry],
    collect() {
      for (const { project: id, carrier, isConnected } of carrierStates())
        this.set({ project: project(id), carrier }, Number(isConnected));
    },
  });
}

/** Gauges of campaigns and planned calls; the same on all nodes. */
function addOutboundGauges(registry: Registry, { clock, activeCampaigns, pendingPlanned }: Measured): void {
  const registers = [registry];
  const project = limitLabels(MAX_PROJECTS);
  if (activeCampaigns !== undefined) addCampaignGauges(registers, activeCampaigns, project);
  if (pendingPlanned === undefined) return;
  const addPlannedGauge = (name: string, help: string, valueOf: (pending: Pending) => number) =>
    new Gauge({
      name: `ringflow_planned_calls_${name}`,
      help,
      labelNames: ['project'],
      registers,
      collect() {
        this.reset();
        for (const [id, pending] of pendingPlanned()) this.set({ project: project(id) }, valueOf(pending));
      },
    });
  addPlannedGauge('due', 'Planned calls that are due and not yet placed', ({ calls }) => calls);
  addPlannedGauge(
    'oldest_age_seconds',
    'Delay of the oldest due planned call',
    ({ since }) => Math.max(0, clock.now() - since) / 1_000,
  );
}

/** Both gauges use one read of the store per scrape. */
function addCampaignGauges(
  registers: Registry[],
  read: () => Promise<ActiveCampaign[]>,
  project: (id: string) => string,
): void {
  let reading: Promise<ActiveCampaign[]> | undefined;
  const look = () =>
    (reading ??= read()
      .catch(() => [])
      .finally(() => (reading = undefined)));
  const labelNames = ['project', 'state'];
  new Gauge({
    name: 'ringflow_campaigns',
    help: 'Campaigns with calls to place or in progress; absent while the store is unavailable',
    labelNames,
    registers,
    async collect() {
      const active = await look();
      this.reset();
      for (const { project: id, state } of active) this.inc({ project: project(id), state });
    },
  });
  new Gauge({
    name: 'ringflow_campaign_recipients',
    help: 'Recipients of active campaigns that wait for a call or are being called',
    labelNames,
    registers,
    async collect() {
      const active = await look();
      this.reset();
      for (const { project: id, waiting, calling } of active) {
        this.inc({ project: project(id), state: 'waiting' }, waiting);
        this.inc({ project: project(id), state: 'calling' }, calling);
      }
    },
  });
}

function addSpoolGauges(registry: Registry, { clock, waiting }: Measured): void {
  const addSpoolGauge = (name: string, help: string, valueOf: (state: SpoolState) => number) => {
    const read = () => {
      const state = waiting?.();
      return state === undefined ? 0 : valueOf(state);
    };
    addGauge(registry, { name: `spool_${name}`, help, read });
  };
  addSpoolGauge('entries', 'Notifications in the spool', ({ entries }) => entries);
  addSpoolGauge('bytes', 'Size of the spool', ({ bytes }) => bytes);
  addSpoolGauge('oldest_age_seconds', 'Age of the oldest notification in the spool', ({ oldestAt }) =>
    oldestAt === undefined ? 0 : (clock.now() - oldestAt) / 1_000,
  );
  addSpoolGauge('full', '1 when the spool is full', ({ isFull }) => Number(isFull));
}
