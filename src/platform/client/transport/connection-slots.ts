/**
 * Places on the connections to the platform. A pool lets requests wait for a connection as long as it takes, even those
 * that were given up; so a request goes there only once a place is its own.
 *
 * 1. No more places are taken at a time than there are connections.
 * 2. First come, first served. Who gives up, or has waited for as long as is allowed, leaves the queue.
 */
import { congested } from './failure.ts';
import { Line } from './wait-queue.ts';

export class Places {
  #free: number;
  readonly #longestWaitMs: number;
  readonly #line = new Line<undefined>();

  constructor(connections: number, longestWaitMs: number) {
    this.#free = connections;
    this.#longestWaitMs = longestWaitMs;
  }

  /**
   * Takes a place, to be given back once: at once, or when one becomes free. Rejects with a `PlatformError` when none does in
   * time or the signal aborts.
   */
  take(signal: AbortSignal | undefined): Promise<undefined> | undefined {
    const ms = this.#longestWaitMs;
    if (this.#free === 0) return this.#line.wait(signal, { ms, error: () => congested(ms) });
    this.#free -= 1;
    return undefined;
  }

  /** Gives a place to whoever has waited longest. */
  giveBack(): void {
    if (!this.#line.serve(undefined)) this.#free += 1;
  }
}
