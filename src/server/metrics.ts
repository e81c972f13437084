/** GET /metrics: what Prometheus collects (https://prometheus.io/docs/instrumenting/exposition_formats/). */
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import type { Sending } from '../engine/index.ts';
import type { Clock, SpoolState } from '../ports/index.ts';
import { Problem, sendProblem } from './problem.ts';
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
  sending?: () => Sending;
  /** What waits for the store; absent: nothing can. */
  waiting?: () => SpoolState | undefined;
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
  const { token } = measured;
  server.get('/metrics', async ({ headers: { authorization = '' } }, reply) => {
    if (token !== undefined && !isToken(authorization.replace(/^Bearer /i, ''), token))
      return sendProblem(reply.header('www-authenticate', 'Bearer'), needsToken);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const needsToken = new Problem(
  401,
  'unauthenticated',
  'expected "Authorization: Bearer <token>" with the token for metrics',
);

/** A server with nothing but the metrics; `listen` and `close` are the caller's. `newId` gives a new unique text. */
export function buildMetricsServer(measured: Measured, newId: () => string): FastifyInstance {
  const server = fastify({ logger: false, genReqId: requestIds(newId), forceCloseConnections: true });
  server.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, new Problem(404, 'not_found', 'there is nothing at this address')),
  );
  metricsRoute(server, measured);
  return server;
}

function callGauges(registry: Registry, { liveCalls, sending }: Measured): void {
  const registers = [registry];
  if (liveCalls !== undefined)
    new Gauge({
      name: 'ringflow_live_calls',
      help: 'Calls under way, of all nodes; nothing while the store is away',
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
    help: 'How long the command has been under way that was sent first',
    registers,
    collect() {
      this.set(sending().oldestMs / 1_000);
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
  gauge('entries', 'Notifications on the disk that wait for the store', ({ entries }) => entries);
  gauge('bytes', 'Room they take on the disk', ({ bytes }) => bytes);
  gauge('oldest_age_seconds', 'How long the oldest of them has waited', ({ oldestAt }) =>
    oldestAt === undefined ? 0 : (clock.now() - oldestAt) / 1_000,
  );
  gauge('full', '1 when the spool takes nothing more', ({ isFull }) => Number(isFull));
}
