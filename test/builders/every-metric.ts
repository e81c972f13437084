/** Every metric that a service tells, whether anything has happened or not. */
import {
  CallMetrics,
  createRegistry,
  ServiceMetrics,
  buildServer,
  Hooks,
} from '../../src/service/http/index.ts';
import { HandClock } from '../engine/hand-clock.ts';
import { RecordingLog } from '../engine/recording-log.ts';

/** The labels of histograms that are no classes of prom-client, which do not say themselves. */
const LABELS_OF_HISTOGRAMS: Record<string, string[]> = { ringflow_store_seconds: ['operation'] };

export interface EveryMetric {
  /** Name → type. */
  types: Map<string, string>;
  /** Name → labels, without those that Prometheus adds. */
  labels: Map<string, string[]>;
}

/** Builds a server that tells all it can and asks it. */
export async function everyMetric(): Promise<EveryMetric> {
  const clock = new HandClock();
  const registry = createRegistry();
  new CallMetrics(registry, clock).initializeRefusals(() => ['default']);
  const service = new ServiceMetrics(registry);
  service.countLimitHit('body', undefined);
  const server = buildServer({
    intake: {
      receive: () => Promise.resolve('applied'),
      message: () => Promise.resolve('applied'),
      delivered: () => Promise.resolve(),
    },
    clock,
    measured: {
      registry,
      liveCalls: () => Promise.resolve(0),
      sending: () => ({ calls: 0, oldestMs: 0 }),
      version: '1.2.3',
      isDraining: () => false,
      carrierStates: () => [{ project: 'default', carrier: 'desk', isConnected: true }],
      activeCampaigns: () => Promise.resolve([]),
      pendingPlanned: () => new Map(),
    },
    log: new RecordingLog(),
    newId: () => 'request',
    hooks: new Hooks(),
    checkReady: () => Promise.resolve('ready'),
  });
  const { body } = await server.inject('/metrics');
  await server.close();
  const labels = registry.getMetricsAsArray().map((metric) => {
    const { name, labelNames } = metric as unknown as { name: string; labelNames?: string[] };
    return [name, labelNames ?? LABELS_OF_HISTOGRAMS[name] ?? []] as const;
  });
  return {
    types: new Map(
      [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    ),
    labels: new Map(labels),
  };
}
