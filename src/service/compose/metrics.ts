/** How what is counted hears of what happens: by the hooks of the parts of the service, none of which waits for it. */
import type { OnMeasured } from '../../adapters/measured/index.ts';
import type { CallRecord, TraceEntry } from '../../call/index.ts';
import type { CampaignWatch } from '../campaigns/index.ts';
import type { EngineListeners } from '../../engine/index.ts';
import type { PlannedWatch } from '../planned-calls/index.ts';
import type { Clock } from '../../engine/ports/index.ts';
import { CallMetrics, newRegistry, ServiceMetrics } from '../http/index.ts';
import type { MetricsRegistry } from '../http/index.ts';

/** What is counted, where anything is. */
export interface Metrics {
  /** What /metrics tells. */
  registry: MetricsRegistry;
  /** Counts. */
  calls: CallMetrics;
  /** Counts what happens beside calls. */
  service: ServiceMetrics;
  /** Hears how long the store took. */
  stored: OnMeasured;
}

/** Nothing is counted yet; `clock` is that of the engine. */
export function openMetrics(clock: Clock): Metrics {
  const registry = newRegistry();
  const calls = new CallMetrics(registry, clock);
  const service = new ServiceMetrics(registry);
  const stored: OnMeasured = (...told) => {
    calls.stored(...told);
  };
  return { registry, calls, service, stored };
}

/** Counts an event, and the limit that its call ran into. */
function count({ calls, service }: Metrics, call: CallRecord, entry: TraceEntry): void {
  calls.traced(call, entry);
  for (const note of entry.notes) if (note.kind === 'failed') service.refused(note.code, call.project);
}

/** What campaigns and planned calls report to what counts. */
export function outboundWatches({ service }: Pick<Metrics, 'service'>): {
  campaigns: CampaignWatch;
  planned: PlannedWatch;
} {
  return {
    campaigns: {
      placed: (project, calls) => {
        service.campaignPlaced(project, calls);
      },
      concluded: (project, result) => {
        service.campaignResult(project, result);
      },
      paused: (project) => {
        service.campaignPaused(project);
      },
    },
    planned: {
      placed: (project) => {
        service.plannedPlaced(project);
      },
      concluded: (project, result) => {
        service.plannedResult(project, result);
      },
    },
  };
}

/** Who wants to hear of events. */
export interface Listening {
  /** Whatever is counted beside. */
  always: readonly { traced: NonNullable<EngineListeners['onTrace']> }[];
  onTrace: EngineListeners['onTrace'];
  metrics: Metrics | undefined;
}

/** All of them, as the engine tells them. */
export function listeners({ always, onTrace, metrics }: Listening): EngineListeners {
  return {
    onTrace: (call, entry) => {
      for (const listener of always) listener.traced(call, entry);
      if (metrics !== undefined) count(metrics, call, entry);
      onTrace?.(call, entry);
    },
    ...(metrics && {
      onWake: (lateMs) => {
        metrics.calls.woken(lateMs);
      },
      onPerformed: (performed) => {
        metrics.calls.performed(performed);
      },
    }),
  };
}
