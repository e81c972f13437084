/** Connects the metrics to the hooks of the service; no hook waits for them. */
import type { OnMeasured } from '../../adapters/measured/index.ts';
import type { CallRecord, TraceEntry } from '../../call/index.ts';
import type { CampaignWatch } from '../campaigns/index.ts';
import type { EngineListeners } from '../../engine/index.ts';
import type { PlannedWatch } from '../planned-calls/index.ts';
import type { Clock } from '../../engine/ports/index.ts';
import { CallMetrics, createRegistry, ServiceMetrics } from '../http/index.ts';
import type { MetricsRegistry } from '../http/index.ts';

/** The metrics; absent parts are off. */
export interface Metrics {
  /** Registry behind /metrics. */
  registry: MetricsRegistry;
  /** Metrics of calls. */
  calls: CallMetrics;
  /** Metrics beside calls. */
  service: ServiceMetrics;
  /** Receives the duration of store operations. */
  stored: OnMeasured;
}

/** Creates the metrics; `clock` is that of the engine. */
export function openMetrics(clock: Clock): Metrics {
  const registry = createRegistry();
  const calls = new CallMetrics(registry, clock);
  const service = new ServiceMetrics(registry);
  const recordStore: OnMeasured = (...told) => {
    calls.recordStoreOperation(...told);
  };
  return { registry, calls, service, stored: recordStore };
}

/** Counts an event, and the limit that its call ran into. */
function count({ calls, service }: Metrics, call: CallRecord, entry: TraceEntry): void {
  calls.countEvent(call, entry);
  for (const note of entry.notes) if (note.kind === 'failed') service.refused(note.code, call.project);
}

/** Reports events of campaigns and planned calls to the metrics. */
export function createOutboundWatches({ service }: Pick<Metrics, 'service'>): {
  campaigns: CampaignWatch;
  planned: PlannedWatch;
} {
  return {
    campaigns: {
      placed: (project, calls) => {
        service.countCampaignCalls(project, calls);
      },
      concluded: (project, result) => {
        service.countCampaignResult(project, result);
      },
      paused: (project) => {
        service.countCampaignPause(project);
      },
    },
    planned: {
      placed: (project) => {
        service.countPlannedCall(project);
      },
      concluded: (project, result) => {
        service.countPlannedResult(project, result);
      },
    },
  };
}

/** Listeners of call events. */
export interface Listening {
  /** Listeners that are always on. */
  always: readonly { traced: NonNullable<EngineListeners['onTrace']> }[];
  onTrace: EngineListeners['onTrace'];
  metrics: Metrics | undefined;
}

/** Combines the listeners for the engine. */
export function combineListeners({ always, onTrace, metrics }: Listening): EngineListeners {
  return {
    onTrace: (call, entry) => {
      for (const listener of always) listener.traced(call, entry);
      if (metrics !== undefined) count(metrics, call, entry);
      onTrace?.(call, entry);
    },
    ...(metrics && {
      onWake: (lateMs) => {
        metrics.calls.recordTimerDelay(lateMs);
      },
      onPerformed: (performed) => {
        metrics.calls.countCommand(performed);
      },
    }),
  };
}
