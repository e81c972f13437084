/**
 * Records of calls that moved lately, to save the read before the next event. Only an optimisation: the commit's
 * sequence check finds out when another node has moved the call since (I3).
 */
import type { CallId, CallRecord } from '../call/index.ts';

const KEPT = 10_000;

export class HotRecords {
  readonly #records = new Map<CallId, CallRecord>();

  get(id: CallId): CallRecord | undefined {
    return this.#records.get(id);
  }

  put(record: CallRecord): void {
    this.#records.delete(record.id);
    if (record.endedAt !== undefined) return;
    this.#records.set(record.id, record);
    if (this.#records.size <= KEPT) return;
    const [oldest] = this.#records.keys();
    if (oldest !== undefined) this.#records.delete(oldest);
  }

  /** Takes a record just read from the store, unless a later one is known. */
  refresh(record: CallRecord): void {
    const known = this.#records.get(record.id);
    if (known === undefined || known.seq < record.seq) this.put(record);
  }

  forget(id: CallId): void {
    this.#records.delete(id);
  }
}
