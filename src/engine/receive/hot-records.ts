/**
 * Caches records of calls that moved lately, to save the read before the next event. Only an optimisation: the commit's
 * sequence check finds out when another node has moved the call since (I3).
 *
 * A record lies in a place of its own, which is emptied before it goes. For a map that gains and loses entries leaves table
 * after table behind, each of which knows the next one, and what the first of them to grow old knows is kept with it: the
 * records of all calls that there were, until the next collection of everything (docs/performance.md).
 */
import type { CallId, CallRecord } from '../../call/index.ts';

const MAX_RECORDS = 10_000;

/** Holds the record of a call that is known here; empty while it has to be read again. */
interface Place {
  record: CallRecord | undefined;
}

export class HotRecords {
  readonly #places = new Map<CallId, Place>();

  get(id: CallId): CallRecord | undefined {
    return this.#places.get(id)?.record;
  }

  /** True when the store had this call, as far as this node remembers. */
  knows(id: CallId): boolean {
    return this.#places.has(id);
  }

  put(record: CallRecord): void {
    const { id, endedAt } = record;
    const place = this.#places.get(id);
    if (endedAt !== undefined) this.forget(id);
    // While there is room for all of them, nobody needs to know which was used last.
    else if (place !== undefined && this.#places.size < MAX_RECORDS) place.record = record;
    else {
      this.forget(id);
      this.#places.set(id, { record });
      if (this.#places.size > MAX_RECORDS) this.#forgetOldest();
    }
  }

  /** Takes a record just read from the store, unless a later one is known. */
  refresh(record: CallRecord): void {
    const known = this.get(record.id);
    if (known === undefined || known.seq < record.seq) this.put(record);
  }

  #forgetOldest(): void {
    const [oldest] = this.#places.keys();
    if (oldest !== undefined) this.forget(oldest);
  }

  /** Drops a record that may be stale; the call stays known. */
  invalidate(id: CallId): void {
    const place = this.#places.get(id);
    if (place !== undefined) place.record = undefined;
  }

  forget(id: CallId): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    place.record = undefined;
    this.#places.delete(id);
  }
}
