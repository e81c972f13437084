/** Metrics of the process: memory, CPU time, open files, garbage collection and event loop lag. */
import { collectDefaultMetrics, Registry } from 'prom-client';

let opened: Registry | undefined;

/**
 * The default metrics of prom-client. One registry per process, whatever the number of services: its observers of event loop
 * and garbage collection cannot be stopped.
 */
export function openProcessRegistry(): Registry {
  if (opened === undefined) {
    opened = new Registry();
    collectDefaultMetrics({ register: opened });
  }
  return opened;
}
