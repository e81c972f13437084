/**
 * Places on the connections to the platform. A pool lets requests wait for a connection as long as it takes, even those
 * that were given up; so a request goes there only once a place is its own.
 *
 * 1. No more places are taken at a time than there are connections.
 * 2. First come, first served. Who gives up, or has waited for as long as is allowed, leaves the queue.
 */
import { addAbortListener } from 'node:events';
import { aborted, congested } from './failure.ts';

export class Places {
  #free: number;
  readonly #longestWaitMs: number;
  /** What lets the next one in, in order of arrival. */
  readonly #queue = new Set<() => void>();

  constructor(connections: number, longestWaitMs: number) {
    this.#free = connections;
    this.#longestWaitMs = longestWaitMs;
  }

  /** Takes a place, to be given back once. Throws a `PlatformError` when none becomes free in time or the signal aborts. */
  async take(signal: AbortSignal | undefined): Promise<void> {
    if (this.#free === 0) return this.#wait(signal);
    this.#free -= 1;
  }

  /** Gives a place to whoever has waited longest. */
  giveBack(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#queue.delete(next);
    next();
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const enter = () => {
      resolve(undefined);
    };
    const timer = setTimeout(() => {
      reject(congested(this.#longestWaitMs));
    }, this.#longestWaitMs);
    const listener =
      signal &&
      addAbortListener(signal, () => {
        reject(aborted(signal));
      });
    this.#queue.add(enter);
    try {
      await promise;
    } finally {
      this.#queue.delete(enter);
      clearTimeout(timer);
      listener?.[Symbol.dispose]();
    }
  }
}
