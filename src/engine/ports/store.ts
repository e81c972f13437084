import type { CallListing } from './call-list.ts';
import type { CallStore, DueCalls } from './call-store.ts';
import type { Counts } from './counts.ts';
import type { Registry } from './registry.ts';

/** Compiled flows by version, so that a call ends on the version on which it began (R7), wherever it is resumed. */
export interface FlowStore {
  /**
   * Stores a version until this time at least, ms since the epoch, and as long as a call on it is stored. Storing it again
   * only extends the time.
   */
  putFlow(version: string, json: string, keptUntil: number): Promise<void>;
  /** The compiled flow as it was put; undefined when unknown. */
  getFlow(version: string): Promise<string | undefined>;
}

/** The one object that a store adapter provides. */
export interface Store extends CallStore, DueCalls, CallListing, FlowStore {
  readonly registry: Registry;
  readonly counts: Counts;
  /** Rejects with an `OperationalError` when the store cannot be written. For readiness checks. */
  check(): Promise<void>;
  /**
   * Deletes up to `limit` calls that have expired at `now`, with their traces, and returns their number. Then deletes
   * expired flows and counts.
   */
  expire(now: number, limit: number): Promise<number>;
  /** Completes pending writes, then closes. */
  close(): Promise<void>;
}

/** Returns a store that forwards every call, for adapters that replace some of its members. */
export function forwardStore(store: Store): Store {
  return {
    registry: store.registry,
    counts: store.counts,
    load: (call) => store.load(call),
    commit: (commit) => store.commit(commit),
    settle: (...of) => store.settle(...of),
    renew: (...lease) => store.renew(...lease),
    claim: (...due) => store.claim(...due),
    nextDueAt: () => store.nextDueAt(),
    findWaiting: (awaited) => store.findWaiting(awaited),
    trace: (call) => store.trace(call),
    rewrite: (record) => store.rewrite(record),
    list: (filter, page) => store.list(filter, page),
    count: (filter) => store.count(filter),
    ended: (after, limit) => store.ended(after, limit),
    putFlow: (...flow) => store.putFlow(...flow),
    getFlow: (version) => store.getFlow(version),
    check: () => store.check(),
    expire: (...ended) => store.expire(...ended),
    close: () => store.close(),
  };
}
