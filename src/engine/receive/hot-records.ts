/**
 * Caches the records of recently changed calls, which saves a read before the next event. Only an optimisation: the commit's
 * sequence check detects when another node has changed the call (I3).
 *
 * Each record is in a holder, which is emptied before it is removed. The engine of the runtime replaces the table of a map
 * that gains and loses entries, and each old table refers to the next: once one of them is in the old generation, all records
 * removed since would be retained until the next full collection (docs/performance.md).
 */
import type { CallId, CallRecord } from '../../call/index.ts';

const MAX_RECORDS = 10_000;

/** Holds the record of a known call; empty while it has to be read again. */
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
    // While there is room for all of them, the order of use does not matter.
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
