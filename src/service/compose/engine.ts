/** Creates the engine of a service from its parts. */
import type { Observability } from './observability.ts';
import type { ProjectsAtWork } from './projects.ts';
import { DEFAULT_PROJECT } from '../../call/index.ts';
import type { CallRecord, TraceEntry } from '../../call/index.ts';
import type { Config } from '../config/config.ts';
import { Engine, MAX_LOOK_INTERVAL_MS } from '../../engine/index.ts';
import type { Clock, Log, Store, Web } from '../../engine/ports/index.ts';
import type { LivePublisher } from '../http/index.ts';
import type { Management } from '../management/index.ts';
import type { OpenedStats } from '../stats/index.ts';

interface EngineSettings {
  config: Config;
  log: Log;
  onTrace?: (call: CallRecord, entry: TraceEntry) => void;
}

interface EngineParts {
  /** Identifies this process. */
  node: string;
  newId: () => string;
  store: Store;
  projects: ProjectsAtWork;
  web: Web;
  clock: Clock;
  management: Management;
  observed: Observability;
  stats: OpenedStats;
  live: { teller: LivePublisher };
}

/** Creates the engine; nothing is started. */
export function createEngine(
  { config, log, onTrace }: EngineSettings,
  { node, newId, store, projects, web, clock, management, observed, stats, live }: EngineParts,
): Engine {
  return new Engine({
    node,
    store,
    clock,
    log,
    findCarrier: (project, name) => projects.findCarrier(project, name),
    web,
    newId,
    beginnings: {
      admits: (project, call) => {
        const isAdmitted = management.quotas.admit(project, call);
        if (!isAdmitted) observed.service?.countLimitHit('concurrent_calls', project);
        return isAdmitted;
      },
      chooseCarrier: (project, to) => projects.chooseCarrier(project, to),
      env: config.env,
      routing: management.directory,
      project: DEFAULT_PROJECT,
      ...(config.defaultFlow === undefined ? {} : { defaultFlow: config.defaultFlow }),
    },
    timing: {
      leaseMs: config.takeoverMs - MAX_LOOK_INTERVAL_MS,
      ...(config.retentionMs === undefined ? {} : { retentionMs: config.retentionMs }),
    },
    listeners: observed.createListeners([management.quotas, stats.counter, live.teller], onTrace),
  });
}
