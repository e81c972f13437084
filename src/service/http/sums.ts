/**
 * What is counted for Prometheus at every notification: sums that are found by the values of their labels, one after
 * the other. prom-client would join the values to a text each time and look that up (docs/performance.md); it is told the sums when
 * somebody asks for them.
 */
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';

export class Sums {
  readonly #further = new Map<string, Sums>();
  #untold = 0;
  /** It is told even while it is 0. */
  #isShown = false;

  /** The sums with this value of the next label. */
  child(value: string): Sums {
    const known = this.#further.get(value);
    if (known !== undefined) return known;
    const sums = new Sums();
    this.#further.set(value, sums);
    return sums;
  }

  /** One more. */
  add(): void {
    this.#untold += 1;
  }

  /** Makes its series appear, at 0 while nothing was added. */
  show(): void {
    this.#isShown = true;
  }

  /** Tells what was added since it was told last, with the values of its labels. */
  tell(hear: (values: string[], count: number) => void, values: string[] = []): void {
    if (this.#untold > 0 || this.#isShown) hear(values, this.#untold);
    this.#untold = 0;
    for (const [value, sums] of this.#further) sums.tell(hear, [...values, value]);
  }
}

/** A counter with so many labels. */
interface Counted {
  name: string;
  help: string;
  labelNames: string[];
}

/** The sums of a counter that tells them where it is registered. */
export function registerSums(registry: Registry, counted: Counted): Sums {
  const sums = new Sums();
  new Counter({
    ...counted,
    registers: [registry],
    collect() {
      sums.tell((values, count) => {
        this.labels(...values).inc(count);
      });
    },
  });
  return sums;
}
