/**
 * Observability of a service: metrics, traces and CDRs. Metrics are on by default, the others off; a part that is off wraps
 * nothing.
 */
import { openCdrFile } from '../../adapters/cdr-file/index.ts';
import { openCdrWebhook } from '../../adapters/cdr-http/index.ts';
import { systemClock } from '../../adapters/clock-system/index.ts';
import { createMeasuredStore } from '../../adapters/measured/index.ts';
import type { Tracing } from '../../adapters/tracing-otel/index.ts';
import { readActiveCampaigns, CampaignDocuments } from '../campaigns/index.ts';
import { CdrFeed } from '../cdrs/index.ts';
import type { Config } from '../config/config.ts';
import { readPackageVersion } from '../config/package.ts';
import type { CarrierConnections } from '../carriers/index.ts';
import type { Engine, EngineListeners, Intake } from '../../engine/index.ts';
import type { CdrSink, Clock, Log, Carrier, Store, Web } from '../../engine/ports/index.ts';
import {
  buildMetricsServer,
  CallMetrics,
  createRegistry,
  digestToken,
  explainListenError,
  ServiceMetrics,
} from '../http/index.ts';
import type { Measured, ServerOptions } from '../http/index.ts';
import type { OpenedPlanned } from '../planned-calls/index.ts';

type NotificationIntake = ServerOptions['intake'];
type OnTrace = NonNullable<EngineListeners['onTrace']>;

interface ObservabilityOptions {
  config: Config;
  /** The clock of the engine. */
  clock: Clock;
  log: Log;
  /** Identifies this process. */
  node: string;
  newId: () => string;
}

/** Values that are read at each scrape. */
interface ScrapeSources {
  store: Store;
  engine: Pick<Engine, 'getSendingStats'>;
  intake: Pick<Intake, 'getSpoolState'>;
  planned: Pick<OpenedPlanned['caller'], 'pending'>;
  connections: Pick<CarrierConnections, 'list'>;
  isDraining: () => boolean;
  /** Projects that this node knows. */
  projects: () => Iterable<string>;
}

/** Creates the configured parts; nothing is started. OpenTelemetry is loaded only if tracing is on. */
export async function openObservability(options: ObservabilityOptions): Promise<Observability> {
  const { config, log } = options;
  if (config.tracing === undefined) return new Observability(options);
  const { openTracing } = await import('../../adapters/tracing-otel/index.ts');
  return new Observability(options, openTracing({ ...config.tracing, log }));
}

export class Observability {
  readonly #options: ObservabilityOptions;
  readonly #tracing: Tracing | undefined;
  readonly #registry = createRegistry();
  /** Metrics of calls; undefined when off. */
  readonly calls: CallMetrics | undefined;
  /** Metrics beside calls; undefined when off. */
  readonly service: ServiceMetrics | undefined;
  #metricsServer: ReturnType<typeof buildMetricsServer> | undefined;
  #feeds: CdrFeed[] = [];

  constructor(options: ObservabilityOptions, tracing?: Tracing) {
    this.#options = options;
    this.#tracing = tracing;
    if (!options.config.metrics) return;
    this.calls = new CallMetrics(this.#registry, options.clock);
    this.service = new ServiceMetrics(this.#registry);
  }

  wrapStore(store: Store): Store {
    const { calls } = this;
    const measured =
      calls === undefined
        ? store
        : createMeasuredStore(store, (...operation) => {
            calls.recordStoreOperation(...operation);
          });
    return this.#tracing?.store(measured) ?? measured;
  }

  wrapCarrier(carrier: Carrier): Carrier {
    return this.#tracing?.carrier(carrier) ?? carrier;
  }

  wrapWeb(web: Web): Web {
    return this.#tracing?.web(web) ?? web;
  }

  /** Wraps the intake so that each notification has a tree of spans. */
  wrapIntake(intake: NotificationIntake): NotificationIntake {
    const tracing = this.#tracing;
    if (tracing === undefined) return intake;
    return {
      receive: (arrival) => tracing.notification('voice', arrival.project, () => intake.receive(arrival)),
      message: (arrival) => tracing.notification('sms', arrival.project, () => intake.message(arrival)),
      delivered: (arrival) => tracing.notification('sms', arrival.project, () => intake.delivered(arrival)),
    };
  }

  /** Combines the metrics with other listeners; no hook of the engine waits for them. */
  createListeners(others: readonly { traced: OnTrace }[], onTrace?: OnTrace): EngineListeners {
    const { calls } = this;
    return {
      onTrace: (call, entry) => {
        for (const listener of others) listener.traced(call, entry);
        calls?.countEvent(call, entry);
        for (const note of entry.notes)
          if (note.kind === 'failed') this.service?.countRefusal(note.code, call.project);
        onTrace?.(call, entry);
      },
      ...(calls && {
        onWake: (lateMs) => {
          calls.recordTimerDelay(lateMs);
        },
        onPerformed: (performed) => {
          calls.countCommand(performed);
        },
      }),
    };
  }

  /** Returns the source of /metrics; `elsewhere`: /metrics has its own server. */
  findMeasured(sources: ScrapeSources): Measured | 'elsewhere' {
    return this.#options.config.metricsListen === undefined ? this.#toMeasured(sources) : 'elsewhere';
  }

  /** Starts the metrics server and CDR delivery. Throws `cannot_listen`. */
  async start(sources: ScrapeSources): Promise<void> {
    const { config, clock, log, node, newId } = this.#options;
    const { metricsListen, cdrs } = config;
    if (metricsListen !== undefined) {
      this.#metricsServer = buildMetricsServer(this.#toMeasured(sources), newId);
      await this.#metricsServer.listen(metricsListen).catch((error: unknown) => {
        throw explainListenError(error, metricsListen) ?? error;
      });
    }
    if (cdrs === undefined) return;
    const { store } = sources;
    const onDelivery = this.calls?.countCdrs.bind(this.calls);
    const shared = {
      registry: store.registry,
      calls: store,
      clock,
      log,
      node,
      ...(onDelivery && { onDelivery }),
    };
    const { maskDigits } = cdrs;
    this.#feeds = openSinks(cdrs, clock).map((sink) => new CdrFeed({ ...shared, sink, maskDigits }));
    for (const feed of this.#feeds) feed.start();
  }

  /** Stops delivery; resolves when the work in flight is done. Called before the store is closed. */
  async stop(): Promise<void> {
    const feeds = this.#feeds.map((feed) => feed.stop());
    await Promise.all([this.#metricsServer?.close(), this.#tracing?.close(), ...feeds]);
  }

  #toMeasured({
    store,
    engine,
    intake,
    planned,
    connections,
    isDraining,
    projects,
  }: ScrapeSources): Measured {
    const { metricsToken } = this.#options.config;
    this.calls?.initializeRefusals(projects);
    return {
      clock: systemClock,
      ...(metricsToken !== undefined && { token: digestToken(metricsToken) }),
      liveCalls: () => store.count({ state: 'live' }),
      sending: () => engine.getSendingStats(),
      waiting: () => intake.getSpoolState(),
      isDraining,
      carrierStates: () => connections.list(),
      version: readPackageVersion(),
      ...(this.calls && {
        registry: this.#registry,
        activeCampaigns: () => readActiveCampaigns(new CampaignDocuments(store.registry)),
        pendingPlanned: () => planned.pending(),
      }),
    };
  }
}

function openSinks({ file, webhook }: NonNullable<Config['cdrs']>, clock: Clock): CdrSink[] {
  return [
    ...(file === undefined ? [] : [openCdrFile(file)]),
    ...(webhook === undefined ? [] : [openCdrWebhook({ ...webhook, clock })]),
  ];
}
