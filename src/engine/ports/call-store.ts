/**
 * The port behind which calls are kept. One contract suite (test/adapters/contracts/call-store.ts) says what every store promises.
 *
 * Owns: records, their outboxes (commands decided but not yet settled), their due times, their traces.
 * Does not own: what a record means, when to retry, how to talk to the platform.
 *
 * STORE-1 A commit is atomic: record, due time, commands, settled commands and trace entry are all there or none is (I3).
 * STORE-2 Of two commits made from the same sequence number one wins, the other gets `conflict` and changes nothing.
 * STORE-3 Commands of a call are handed out in order of their numbers, and only to the node that holds the call's lane.
 * STORE-4 A lane belongs to one node until its lease runs out; then any node's `claim` may take it, fenced: what the former
 *    holder does later to that lane has no effect.
 * STORE-5 A call whose due time has passed is handed to one `claim` at a time; if that claimer dies, to another after the lease.
 *    Deadline and lane are claimed apart: whoever holds one does not keep the other from being claimed in time.
 * STORE-6 What a resolved promise reported as done survives the death of the process.
 * STORE-7 A call that ends gets its place in the order of ends in the commit that ends it. Whoever reads on behind what was
 *    read before, while others commit, passes over none and gets none twice.
 *
 * A store has no clock: a lease that has run out means nothing until a `claim`, told what time it is, takes the lane.
 * Until then it stays with its holder, who may still settle and renew.
 */
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';

/** Names a running engine process; a restarted one is another node. */
export type NodeId = string;

export interface StoredCall {
  record: CallRecord;
  /** Commands not yet settled, in order. */
  outbox: Command[];
}

export interface Commit {
  node: NodeId;
  /** The new record; `record.seq - 1` must be the stored sequence number, or 0 for a call that is not yet stored. */
  record: CallRecord;
  /** Commands decided with this event, appended to the outbox. */
  commands: Command[];
  trace: TraceEntry;
  /**
   * All commands up to and including this number need nothing more: they leave the outbox in the same write, whoever
   * holds the lane (the sequence number is the fence here).
   */
  settled?: number;
  /** The next deadline of the call, ms since the epoch; undefined: none. */
  wakeAt: number | undefined;
  /**
   * Until when the lane is leased to this node if the outbox holds commands and nobody else holds the lane. ms since
   * the epoch. A lease this node already holds is never shortened by it.
   */
  leaseUntil: number;
  /** Key of what the call awaits from outside, such as a message from a number; absent: nothing. Found by `findWaiting`. */
  awaits?: string;
  /** Present in every commit once the call has ended: when it may be forgotten, ms since the epoch. */
  expiresAt?: number;
}

/** `mine`: this node holds the lane and performs what is in the outbox. `theirs`: another node does. `idle`: the outbox is empty. */
export type Lane = 'mine' | 'theirs' | 'idle';

export type CommitResult = { outcome: 'committed'; lane: Lane } | { outcome: 'conflict' };

/** A call that needs attention: a deadline has passed, or commands were left behind by a node that is gone. */
export interface Claimed extends StoredCall {
  /**
   * True when the claim took the lane: the outbox's first command is in doubt (I4). The former holder may be this very
   * node, if it was too slow to renew.
   */
  lane: boolean;
}

/** Every member throws an `OperationalError` when the store is away, locked or full. */
export interface CallStore {
  /** The call as last committed; undefined when it was never stored or has expired. */
  load(call: CallId): Promise<StoredCall | undefined>;
  /** One event's result, all or nothing (STORE-1, STORE-2). */
  commit(commit: Commit): Promise<CommitResult>;
  /**
   * All commands up to and including `number` need nothing more. Gives what is left in the outbox, in order, if this
   * node still holds the lane; nothing when the outbox is empty (the lane is then free) or the lane was lost (nothing is
   * then changed). Settling what a commit has already settled just gives what is left.
   */
  settle(call: CallId, number: number, node: NodeId): Promise<Command[]>;
  /** Holds the lane longer, while a command is under way. False when it was lost. */
  renew(call: CallId, node: NodeId, leaseUntil: number): Promise<boolean>;
  /** The call whose last commit awaits this, be it over or not; of several the one that began last. */
  findWaiting(awaited: string): Promise<CallId | undefined>;
  /** The trace of a call in order; empty when it is not stored. */
  trace(call: CallId): Promise<TraceEntry[]>;
  /**
   * Puts a record into the place of the stored one with its sequence number, for whoever keeps the same in another form;
   * nothing else changes. False where there is none (STORE-2).
   */
  rewrite(record: CallRecord): Promise<boolean>;
}

/** Finds and claims the calls that are due. Every member throws an `OperationalError` as those of `CallStore` do. */
export interface DueCalls {
  /**
   * Up to `limit` calls that are due at `now`, the longest due first. What made a call due (its deadline, its stalled
   * lane) is hidden from every claim until `leaseUntil` or the next commit (STORE-4, STORE-5).
   */
  claim(node: NodeId, now: number, leaseUntil: number, limit: number): Promise<Claimed[]>;
  /** The earliest due time of any call; undefined when nothing waits. */
  nextDueAt(): Promise<number | undefined>;
}
