/**
 * Fast histograms for Prometheus. prom-client looks up each value by a text of its labels and bucket (docs/performance.md);
 * here recording is one addition in an array.
 */
import type { Histogram, Registry } from 'prom-client';

/** Upper bounds of the buckets, s. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Labels = Record<string, string | number>;

interface Sample {
  metricName: string;
  labels: Labels;
  value: number;
}

export class Durations {
  /** Counts by bucket; the last one is unbounded. */
  readonly #counts = [...BOUNDS, Infinity].map(() => 0);
  #sum = 0;

  observe(seconds: number): void {
    let bucket = 0;
    while (seconds > (BOUNDS[bucket] ?? Infinity)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += seconds;
  }

  /** Renders cumulative buckets, as Prometheus expects. */
  samples(name: string, labels: Labels): Sample[] {
    let count = 0;
    const samples = this.#counts.map((more, bucket): Sample => {
      count += more;
      return {
        metricName: `${name}_bucket`,
        labels: { le: BOUNDS[bucket] ?? '+Inf', ...labels },
        value: count,
      };
    });
    samples.push({ metricName: `${name}_sum`, labels, value: this.#sum });
    samples.push({ metricName: `${name}_count`, labels, value: count });
    return samples;
  }
}

/** A histogram with its labels. */
export interface Timed {
  name: string;
  help: string;
  /** All histograms. */
  all: () => [Labels, Durations][];
}

/** Registers them with a registry. */
export function registerDurations(registry: Registry, { name, help, all }: Timed): void {
  const get = () =>
    Promise.resolve({
      name,
      help,
      type: 'histogram',
      values: all().flatMap(([labels, durations]) => durations.samples(name, labels)),
    });
  // A registry calls nothing else, whatever the type says.
  registry.registerMetric({ name, get } as unknown as Histogram);
}
