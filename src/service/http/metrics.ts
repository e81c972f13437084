/** GET /metrics: what Prometheus collects (https://prometheus.io/docs/instrumenting/exposition_formats/). */
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import type { ActiveCampaign } from '../campaigns/index.ts';
import type { SendingStats } from '../../engine/index.ts';
import type { Pending } from '../planned-calls/index.ts';
import type { Clock, SpoolState } from '../../engine/ports/index.ts';
import { limitLabels } from './bounded.ts';
import { MOST_PROJECTS } from './call-metrics.ts';
import { notFound, Problem, sendProblem } from './problem.ts';
import { processRegistry } from './process-metrics.ts';
import { requestIds } from './request-id.ts';
import { isToken } from './token.ts';
import type { TokenDigest } from './token.ts';

export interface Measured {
  clock: Clock;
  /** Where whoever counts puts its figures; absent: only what is looked at when somebody asks is told. */
  registry?: Registry;
  /** Calls that are under way, in the store; absent: not told. */
  liveCalls?: () => Promise<number>;
  /** What this node is sending; absent: not told. */
  sending?: () => SendingStats;
  /** What waits for the store; absent: nothing can. */
  waiting?: () => SpoolState | undefined;
  /** The version of this package; absent: not told. */
  version?: string;
  /** The node is about to stop. */
  isDraining?: () => boolean;
  /** Campaigns that place calls or have some under way; absent: not told. */
  activeCampaigns?: () => Promise<ActiveCampaign[]>;
  /** Planned calls that are due and not placed, by project; absent: not told. */
  pendingPlanned?: () => ReadonlyMap<string, Pending>;
  /** Of the token that whoever asks has to bring (`Authorization: Bearer`); absent: anybody may. */
  token?: TokenDigest;
}

/** Holds figures until somebody asks. */
export type MetricsRegistry = Registry;

/** An empty registry. */
export function newRegistry(): Registry {
  return new Registry();
}

/** Adds the route. */
export function metricsRoute(server: FastifyInstance, measured: Measured): void {
  const registry = measured.registry ?? new Registry();
  spoolGauges(registry, measured);
  callGauges(registry, measured);
  nodeGauges(registry, measured);
  outboundGauges(registry, measured);
  const { token } = measured;
  // With nothing to count, nothing is to run beside either: the figures of the process measure its event loop all the time.
  const told = measured.registry === undefined ? registry : Registry.merge([registry, processRegistry()]);
  server.get('/metrics', async ({ headers: { authorization = '' } }, reply) => {
    if (token !== undefined && !isToken(authorization.replace(/^Bearer /i, ''), token))
      return sendProblem(reply.header('www-authenticate', 'Bearer'), needsToken);
    return reply.type(registry.contentType).send(await told.metrics());
  });
}

const needsToken = new Problem(
  'unauthenticated',
  'expected "Authorization: Bearer <token>" with the token for metrics',
);

/** A server with nothing but the metrics; `listen` and `close` are the caller's. `newId` gives a new unique text. */
export function buildMetricsServer(measured: Measured, newId: () => string): FastifyInstance {
  const server = fastify({ logger: false, genReqId: requestIds(newId), forceCloseConnections: true });
  server.setNotFoundHandler((_request, reply) => sendProblem(reply, notFound));
  metricsRoute(server, measured);
  return server;
}

function callGauges(registry: Registry, { liveCalls, sending }: Measured): void {
  const registers = [registry];
  if (liveCalls !== undefined)
    new Gauge({
      name: 'ringflow_live_calls',
      help: 'Live calls on all nodes; absent while the store is unavailable',
      registers,
      async collect() {
        const count = await liveCalls().catch(() => undefined);
        this.set(count ?? NaN);
      },
    });
  if (sending === undefined) return;
  new Gauge({
    name: 'ringflow_outbox_calls',
    help: 'Calls whose commands this node is sending',
    registers,
    collect() {
      this.set(sending().calls);
    },
  });
  new Gauge({
    name: 'ringflow_outbox_oldest_age_seconds',
    help: 'Age of the oldest command in flight',
    registers,
    collect() {
      this.set(sending().oldestMs / 1_000);
    },
  });
}

function nodeGauges(registry: Registry, { version, isDraining }: Measured): void {
  const registers = [registry];
  if (version !== undefined)
    new Gauge({
      name: 'ringflow_build_info',
      help: 'Always 1; the label is the version',
      labelNames: ['version'],
      registers,
    }).set({ version }, 1);
  if (isDraining !== undefined)
    new Gauge({
      name: 'ringflow_draining',
      help: '1 while the node is draining',
      registers,
      collect() {
        this.set(Number(isDraining()));
      },
    });
}

/** Campaigns and planned calls. All nodes see the same ones. */
function outboundGauges(registry: Registry, { clock, activeCampaigns, pendingPlanned }: Measured): void {
  const registers = [registry];
  const project = limitLabels(MOST_PROJECTS);
  if (activeCampaigns !== undefined) campaignGauges(registers, activeCampaigns, project);
  if (pendingPlanned === undefined) return;
  const planned = (name: string, help: string, valueOf: (pending: Pending) => number) =>
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
  planned('due', 'Planned calls that are due and not yet placed', ({ calls }) => calls);
  planned(
    'oldest_age_seconds',
    'Delay of the oldest due planned call',
    ({ since }) => Math.max(0, clock.now() - since) / 1_000,
  );
}

/** Both gauges of one answer show the same look at the store. */
function campaignGauges(
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

/** Looked at when somebody asks. */
function spoolGauges(registry: Registry, { clock, waiting }: Measured): void {
  const gauge = (name: string, help: string, valueOf: (state: SpoolState) => number) =>
    new Gauge({
      name: `ringflow_spool_${name}`,
      help,
      registers: [registry],
      collect() {
        const state = waiting?.();
        this.set(state === undefined ? 0 : valueOf(state));
      },
    });
  gauge('entries', 'Notifications in the spool', ({ entries }) => entries);
  gauge('bytes', 'Size of the spool', ({ bytes }) => bytes);
  gauge('oldest_age_seconds', 'Age of the oldest notification in the spool', ({ oldestAt }) =>
    oldestAt === undefined ? 0 : (clock.now() - oldestAt) / 1_000,
  );
  gauge('full', '1 when the spool is full', ({ isFull }) => Number(isFull));
}
