/**
 * Fast counters for Prometheus: sums are looked up by one label value after the other. prom-client would join the values to
 * a text each time (docs/performance.md); it receives the sums at each scrape.
 */
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';

export class Sums {
  readonly #further = new Map<string, Sums>();
  #unreported = 0;
  /** True when the series is exposed at 0 too. */
  #isShown = false;

  /** Returns the sums for these values of the next labels. */
  getChild(...values: string[]): Sums {
    return values.reduce<Sums>((sums, value) => sums.#findChild(value), this);
  }

  #findChild(value: string): Sums {
    const known = this.#further.get(value);
    if (known !== undefined) return known;
    const sums = new Sums();
    this.#further.set(value, sums);
    return sums;
  }

  /** Adds one. */
  add(): void {
    this.#unreported += 1;
  }

  /** Exposes the series, even at 0. */
  show(): void {
    this.#isShown = true;
  }

  /** Reports the increase since the last report, with the label values. */
  report(onSum: (values: string[], count: number) => void, values: string[] = []): void {
    if (this.#unreported > 0 || this.#isShown) onSum(values, this.#unreported);
    this.#unreported = 0;
    for (const [value, sums] of this.#further) sums.report(onSum, [...values, value]);
  }
}

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
