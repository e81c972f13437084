/**
 * The platform's limits on requests per second (voice.md 8, sms.md 8), kept before it has to enforce them.
 *
 * Owns: the turns of a kind, as many as there may be requests in a second. Does not own: the requests.
 *
 * 1. A request has its turn from before it leaves until a second after its answer: in between the platform counts it, and
 *    nobody knows here when. So it never counts more in a second than the limit says, however long requests are under way.
 * 2. First come, first served.
 */
import { Line } from './wait-queue.ts';
import { pause, type Wait } from './retry.ts';

/** What the platform counts: creations of calls, and messages sent. */
export type Rate = 'calls' | 'messages';

/** A second, and what timers may fire too early and the platform's clock may be slower. */
export const restMs = 1_010;

/** How it tells the time and lets it pass. */
export interface Time {
  now: () => number;
  wait: Wait;
}

export class RateLimit {
  readonly #time: Time;
  /** Turns that nobody has had yet. */
  #fresh: number;
  /** From when each of the others that nobody has can be used. */
  readonly #resting: number[] = [];
  readonly #line = new Line<number>();

  constructor(perSecond: number, time: Time) {
    if (!Number.isSafeInteger(perSecond) || perSecond < 1)
      throw new RangeError(`a limit of ${perSecond} requests per second lets nothing go`);
    this.#fresh = perSecond;
    this.#time = time;
  }

  /** Makes a request when its turn has come. Throws `aborted` when the signal ends the wait. */
  async turn<T>(request: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const usableFrom = await this.#take(signal);
    try {
      const ms = usableFrom - this.#time.now();
      if (ms > 0) await pause(this.#time.wait, ms, signal);
    } catch (error) {
      this.#giveBack(usableFrom);
      throw error;
    }
    try {
      return await request();
    } finally {
      this.#giveBack(this.#time.now() + restMs);
    }
  }

  async #take(signal: AbortSignal | undefined): Promise<number> {
    if (this.#fresh > 0) {
      this.#fresh -= 1;
      return this.#time.now();
    }
    return this.#resting.shift() ?? (await this.#line.wait(signal));
  }

  #giveBack(usableFrom: number): void {
    if (!this.#line.serve(usableFrom)) this.#resting.push(usableFrom);
  }
}
