/**
 * Rate limits of the platform (voice.md 8, sms.md 8), enforced on the client side.
 *
 * Owns one turn per request and second. Does not own the requests.
 *
 * RATE-LIMIT-1. A request holds its turn from before it is sent until a second after its answer, because the platform counts
 *   it at some moment in between. So the platform never counts more requests in a second than the limit allows.
 * RATE-LIMIT-2. First come, first served.
 */
import { createAbortError } from './failure.ts';
import { WaitQueue } from './wait-queue.ts';
import { waitOrAbort, type Wait } from './retry.ts';

/** Rate limits of the platform: calls created, and messages sent. */
export type Rate = 'calls' | 'messages';

/**
 * Milliseconds that a turn is unavailable after an answer: one second, plus a margin for early timers and a slower
 * clock.
 */
export const TURN_REST_MS = 1_010;

/** Clock and timer. */
export interface Time {
  now: () => number;
  wait: Wait;
}

export class RateLimit {
  readonly #time: Time;
  /** Number of turns that were never used. */
  #fresh: number;
  /** Times from which the other free turns may be used. */
  readonly #resting: number[] = [];
  readonly #queue = new WaitQueue<number>();
  /** Resolves when all requests that came so far have gone or given up. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(perSecond: number, time: Time) {
    if (!Number.isSafeInteger(perSecond) || perSecond < 1)
      throw new RangeError(`the rate limit must be a whole number from 1, not ${perSecond}`);
    this.#fresh = perSecond;
    this.#time = time;
  }

  /** Runs a request when it is its turn. Throws `aborted` when the signal ends the wait. */
  async run<T>(request: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#last = promise;
    try {
      await this.#waitForTurn(before, signal);
    } finally {
      // One that gave up does not let those behind it pass those before it.
      resolve(before);
    }
    try {
      return await request();
    } finally {
      this.#giveBack(this.#time.now() + TURN_REST_MS);
    }
  }

  /** Resolves when a turn may be used and the requests before have gone: timers of one moment fire in any order. */
  async #waitForTurn(before: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
    const usableFrom = await this.#take(signal);
    try {
      const ms = usableFrom - this.#time.now();
      if (ms > 0) await waitOrAbort(this.#time.wait, ms, signal);
      await before;
      if (signal?.aborted === true) throw createAbortError(signal);
    } catch (error) {
      this.#giveBack(usableFrom);
      throw error;
    }
  }

  async #take(signal: AbortSignal | undefined): Promise<number> {
    if (this.#fresh > 0) {
      this.#fresh -= 1;
      return this.#time.now();
    }
    return this.#resting.shift() ?? (await this.#queue.wait(signal));
  }

  #giveBack(usableFrom: number): void {
    if (!this.#queue.serve(usableFrom)) this.#resting.push(usableFrom);
  }
}
