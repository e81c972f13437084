/**
 * Observability of a service: metrics, traces and CDRs. Metrics are on by default, the others off; a part that is off wraps
 * nothing.
 */
import { systemClock } from '../../adapters/clock-system/index.ts';
import { createMeasuredStore } from '../../adapters/measured/index.ts';
import { openCdrFeeds } from './cdrs.ts';
import { combineListeners, openMetrics, createOutboundWatches } from './metrics.ts';
import type { Listening, Metrics } from './metrics.ts';
import { openTraces, traceIntake } from './tracing.ts';
import { readActiveCampaigns, CampaignDocuments } from '../campaigns/index.ts';
import type { CdrFeed } from '../cdrs/index.ts';
import type { Config } from '../config/config.ts';
import type { Engine, EngineListeners, Intake } from '../../engine/index.ts';
import { readPackageVersion } from '../config/package-version.ts';
import type { OpenedPlanned } from '../planned-calls/index.ts';
import type { Clock, Log, Platform, Store, Web } from '../../engine/ports/index.ts';
import { buildMetricsServer, explainListenError, digestToken } from '../http/index.ts';
import type { CallMetrics, Measured, ServerOptions, ServiceMetrics } from '../http/index.ts';

interface ObservedParts {
  /** The clock of the engine. */
  clock: Clock;
  log: Log;
  /** Identifies this process. */
  node: string;
  /** Returns a new unique id. */
  newId: () => string;
}

/** Values that are read at each scrape. */
interface LookedAt {
  store: Store;
  engine: Pick<Engine, 'sending'>;
  intake: Pick<Intake, 'waiting'>;
  planned: Pick<OpenedPlanned['caller'], 'pending'>;
  isDraining: () => boolean;
  /** Projects that this node knows. */
  projects: () => Iterable<string>;
}

/** The observability of a service. */
export interface Observed {
  store(store: Store): Store;
  platform(platform: Platform): Platform;
  web(web: Web): Web;
  intake(intake: ServerOptions['intake']): ServerOptions['intake'];
  listeners(others: Omit<Listening, 'metrics'>): EngineListeners;
  /** Metrics of calls; absent when off. */
  counts: CallMetrics | undefined;
  /** Metrics beside calls; absent when off. */
  service: ServiceMetrics | undefined;
  /** Receives events of campaigns and planned calls. */
  watches: Partial<ReturnType<typeof createOutboundWatches>>;
  /** Source of /metrics; `elsewhere`: /metrics has its own server. */
  measured(around: LookedAt): Measured | 'elsewhere';
  /** Starts the metrics server and CDR delivery. Throws `cannot_listen`. */
  start(around: LookedAt): Promise<void>;
  /** Stops delivery; resolves when the work in flight is done. Called before the store is closed. */
  stop(): Promise<void>;
}

/** Creates the configured parts; nothing is started. */
export async function openObserved(
  config: Config,
  { clock, log, node, newId }: ObservedParts,
): Promise<Observed> {
  const metrics = config.metrics ? openMetrics(clock) : undefined;
  const traces = await openTraces(config.tracing, log);
  const metricsServer = new MetricsServer(config, metrics);
  let feeds: CdrFeed[] = [];
  return {
    store(store) {
      const measured = metrics === undefined ? store : createMeasuredStore(store, metrics.stored);
      return traces?.store(measured) ?? measured;
    },
    platform: (platform) => traces?.platform(platform) ?? platform,
    web: (web) => traces?.web(web) ?? web,
    intake: (intake) => (traces === undefined ? intake : traceIntake(intake, traces)),
    listeners: (others) => combineListeners({ ...others, metrics }),
    counts: metrics?.calls,
    service: metrics?.service,
    watches: metrics === undefined ? {} : createOutboundWatches(metrics),
    measured: (around) =>
      config.metricsListen === undefined ? metricsServer.createFigures(around) : 'elsewhere',
    async start(around) {
      await metricsServer.start(around, newId);
      const { store } = around;
      const told = metrics?.calls.countCdrs.bind(metrics.calls);
      feeds = openCdrFeeds(config, {
        registry: store.registry,
        calls: store,
        clock,
        log,
        node,
        ...(told && { told }),
      });
      for (const feed of feeds) feed.start();
    },
    async stop() {
      await Promise.all([metricsServer.stop(), traces?.close(), ...feeds.map((feed) => feed.stop())]);
    },
  };
}

/** A separate server for /metrics. */
class MetricsServer {
  readonly #config: Pick<Config, 'metricsListen' | 'metricsToken'>;
  readonly #metrics: Metrics | undefined;
  #stop: () => Promise<void> = () => Promise.resolve();

  constructor(config: Pick<Config, 'metricsListen' | 'metricsToken'>, metrics: Metrics | undefined) {
    this.#config = config;
    this.#metrics = metrics;
  }

  createFigures({ store, engine, intake, planned, isDraining, projects }: LookedAt): Measured {
    const { metricsToken } = this.#config;
    this.#metrics?.calls.initializeRefusals(projects);
    return {
      clock: systemClock,
      ...(this.#metrics && { registry: this.#metrics.registry }),
      ...(metricsToken !== undefined && { token: digestToken(metricsToken) }),
      liveCalls: () => store.count({ state: 'live' }),
      sending: () => engine.sending(),
      waiting: () => intake.waiting(),
      isDraining,
      version: readPackageVersion(),
      ...(this.#metrics && {
        activeCampaigns: () => readActiveCampaigns(new CampaignDocuments(store.registry)),
        pendingPlanned: () => planned.pending(),
      }),
    };
  }

  async start(around: LookedAt, newId: () => string): Promise<void> {
    const { metricsListen } = this.#config;
    if (metricsListen === undefined) return;
    const server = buildMetricsServer(this.createFigures(around), newId);
    this.#stop = () => server.close();
    await server.listen(metricsListen).catch((error: unknown) => {
      throw explainListenError(error, metricsListen) ?? error;
    });
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}
