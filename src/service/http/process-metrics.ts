/** What Prometheus is told of the process itself: memory, CPU time, open files, garbage collection and the lag of its event loop. */
import { collectDefaultMetrics, Registry } from 'prom-client';

let opened: Registry | undefined;

/**
 * The figures of this process, as prom-client collects them by default. There is one registry for each process, however many
 * services it runs: what measures the event loop and the garbage collection has no end of its own.
 */
export function processRegistry(): Registry {
  if (opened === undefined) {
    opened = new Registry();
    collectDefaultMetrics({ register: opened });
  }
  return opened;
}
