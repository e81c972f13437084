/** Calls whose outbox may hold commands that no lane sends, after a failed write or a failed lane. */
import type { CallId } from '../../call/index.ts';

export class UnconfirmedCalls {
  /** With the time at which any lease of this node on their lanes has expired, earliest first. */
  readonly #leaseEnds = new Map<CallId, number>();

  add(call: CallId, leaseEnd: number): void {
    this.#leaseEnds.delete(call);
    this.#leaseEnds.set(call, leaseEnd);
  }

  /** Removes a call; true when it was there. */
  remove(call: CallId): boolean {
    return this.#leaseEnds.delete(call);
  }

  /** Removes the calls whose leases had expired by then. */
  removeExpired(now: number): void {
    for (const [call, leaseEnd] of this.#leaseEnds) {
      if (leaseEnd > now) return;
      this.#leaseEnds.delete(call);
    }
  }
}
