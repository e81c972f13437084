/**
 * The platform's limits on requests per second (voice.md 8, sms.md 8), kept before it has to enforce them.
 *
 * Owns: when the last requests of a kind were let go. Does not own: waiting.
 *
 * 1. In no second more requests are let go than the limit says: a bucket that refills evenly, full at the start, would
 *    let go of twice as many in its first second, and the platform would refuse half of them.
 * 2. First come, first served: a turn that was given is not given to another, even if it is not used.
 */

/** What the platform counts: creations of calls, and messages sent. */
export type Rate = 'calls' | 'messages';

const windowMs = 1_000;

export class RateLimit {
  readonly #perSecond: number;
  /** When the last `perSecond` requests may go, a ring: the slot to be overwritten holds the oldest. */
  readonly #turns: number[] = [];
  #next = 0;

  constructor(perSecond: number) {
    if (!Number.isSafeInteger(perSecond) || perSecond < 1)
      throw new RangeError(`a limit of ${perSecond} requests per second lets nothing go`);
    this.#perSecond = perSecond;
  }

  /** Takes the next turn and gives how long to wait for it, ms. */
  takeTurn(now: number): number {
    const oldest = this.#turns[this.#next];
    const turn = oldest === undefined ? now : Math.max(now, oldest + windowMs);
    this.#turns[this.#next] = turn;
    this.#next = (this.#next + 1) % this.#perSecond;
    return turn - now;
  }
}
