/**
 * Fast counters for Prometheus: sums are looked up by one label value after the other. prom-client would join the values to
 * a text each time (docs/performance.md); it receives the sums at each scrape.
 */
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';

export class Sums {
  readonly #further = new Map<string, Sums>();
  #untold = 0;
  /** True when the series is exposed at 0 too. */
  #isShown = false;

  /** Returns the sums for this value of the next label. */
  getChild(value: string): Sums {
    const known = this.#further.get(value);
    if (known !== undefined) return known;
    const sums = new Sums();
    this.#further.set(value, sums);
    return sums;
  }

  /** Adds one. */
  add(): void {
    this.#untold += 1;
  }

  /** Exposes the series, even at 0. */
  show(): void {
    this.#isShown = true;
  }

  /** Reports the increase since the last report, with the label values. */
  report(hear: (values: string[], count: number) => void, values: string[] = []): void {
    if (this.#untold > 0 || this.#isShown) hear(values, this.#untold);
    this.#untold = 0;
    for (const [value, sums] of this.#further) sums.report(hear, [...values, value]);
  }
}

/** A counter with these labels. */
interface CounterSums {
  name: string;
  help: string;
  labelNames: string[];
}

/** Registers a counter and returns its sums. */
export function registerSums(registry: Registry, counted: CounterSums): Sums {
  const sums = new Sums();
  new Counter({
    ...counted,
    registers: [registry],
    collect() {
      sums.report((values, count) => {
        this.labels(...values).inc(count);
      });
    },
  });
  return sums;
}
