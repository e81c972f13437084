/** How what is counted hears of what happens: by the hooks of the parts of the service, none of which waits for it. */
import type { Told } from './adapters/measured/index.ts';
import type { EngineOptions } from './engine/index.ts';
import type { Clock } from './ports/index.ts';
import { CallMetrics, newRegistry } from './server/index.ts';
import type { MetricsRegistry } from './server/index.ts';

/** What is counted, where anything is. */
export interface Metrics {
  /** What /metrics tells. */
  registry: MetricsRegistry;
  /** Counts. */
  calls: CallMetrics;
  /** Hears how long the store took. */
  stored: Told;
}

/** Nothing is counted yet; `clock` is that of the engine. */
export function openMetrics(clock: Clock): Metrics {
  const registry = newRegistry();
  const calls = new CallMetrics(registry, clock);
  const stored: Told = (...told) => {
    calls.stored(...told);
  };
  return { registry, calls, stored };
}

/** Who wants to hear of events. */
export interface Listening {
  /** Whatever is counted beside. */
  always: readonly { traced: NonNullable<EngineOptions['onTrace']> }[];
  onTrace: EngineOptions['onTrace'];
  metrics: Metrics | undefined;
}

/** All of them, as the engine tells them. */
export function listeners({
  always,
  onTrace,
  metrics,
}: Listening): Pick<EngineOptions, 'onTrace' | 'onWake' | 'onPerformed'> {
  return {
    onTrace: (call, entry) => {
      for (const listener of always) listener.traced(call, entry);
      metrics?.calls.traced(call, entry);
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
