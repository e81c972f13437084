import type { CallListing } from './call-list.ts';
import type { CallStore, DueCalls } from './call-store.ts';
import type { Counts } from './counts.ts';
import type { Registry } from './registry.ts';

/** Compiled flows by version, so that a call ends on the version on which it began (R7), wherever it is resumed. */
export interface FlowStore {
  /**
   * Keeps a version until this time at least, ms since the epoch, and as long as a call that began on it is stored.
   * Keeping it again makes the time later, never earlier, and changes nothing else.
   */
  putFlow(version: string, json: string, keptUntil: number): Promise<void>;
  /** The compiled flow as it was put; undefined when unknown. */
  getFlow(version: string): Promise<string | undefined>;
}

/** The one object that a store adapter provides. */
export interface Store extends CallStore, DueCalls, CallListing, FlowStore {
  /** Documents of operators, in the same place. */
  readonly registry: Registry;
  /** Sums over calls, in the same place. */
  readonly counts: Counts;
  /** Resolves when the store can be written, rejects with an `OperationalError` when not. For readiness. */
  check(): Promise<void>;
  /**
   * Forgets calls whose `expiresAt` has come at `now`, with their traces, at most `limit`; gives how many. Then forgets
   * the flows and the counts that need not be kept any longer.
   */
  expire(now: number, limit: number): Promise<number>;
  /** Finishes the writes under way, then closes. */
  close(): Promise<void>;
}

/** Returns a store that passes every call on, for adapters that replace some of its members. */
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
