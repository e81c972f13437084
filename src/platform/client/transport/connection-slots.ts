/**
 * Slots on the connections to the platform. undici's pool queues requests without limit, even abandoned ones, so a
 * request enters the pool only with a slot of its own.
 *
 * SLOTS-1. There are as many slots as connections.
 * SLOTS-2. First come, first served. A request that is aborted or has waited too long leaves the queue.
 */
import { createNoConnectionError } from './failure.ts';
import { WaitQueue } from './wait-queue.ts';

export class ConnectionSlots {
  #free: number;
  readonly #longestWaitMs: number;
  readonly #queue = new WaitQueue<undefined>();

  constructor(connections: number, longestWaitMs: number) {
    this.#free = connections;
    this.#longestWaitMs = longestWaitMs;
  }

  /**
   * Takes a slot, immediately or as soon as one is free; return it once. Rejects with a `CarrierError` on timeout or
   * abort.
   */
  take(signal: AbortSignal | undefined): Promise<undefined> | undefined {
    const ms = this.#longestWaitMs;
    if (this.#free === 0) return this.#queue.wait(signal, { ms, error: () => createNoConnectionError(ms) });
    this.#free -= 1;
    return undefined;
  }

  /** Passes the slot to the request that has waited longest. */
  giveBack(): void {
    if (!this.#queue.serve(undefined)) this.#free += 1;
  }
}
