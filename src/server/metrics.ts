/** GET /metrics: what Prometheus collects (https://prometheus.io/docs/instrumenting/exposition_formats/). */
import type { FastifyInstance } from 'fastify';
import { Gauge, Registry } from 'prom-client';
import type { Clock, SpoolState } from '../ports/index.ts';

export interface Measured {
  clock: Clock;
  /** What waits for the store; absent: nothing can. */
  waiting?: () => SpoolState | undefined;
}

/** Adds the route. */
export function metricsRoute(server: FastifyInstance, measured: Measured): void {
  const registry = new Registry();
  spoolGauges(registry, measured);
  server.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
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
