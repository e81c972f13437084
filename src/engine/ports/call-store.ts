/**
 * The port that stores calls. A contract suite (test/adapters/contracts/call-store.ts) specifies what every store promises.
 *
 * Owns: records, their outboxes (commands decided but not yet settled), their due times, their traces.
 * Does not own: what a record means, when to retry, how to talk to the platform.
 *
 * STORE-1 A commit is atomic: record, due time, commands, settled commands and trace entry are stored together or not at all
 *    (I3).
 * STORE-2 Of two commits from the same sequence number one wins; the other gets `conflict` and changes nothing.
 * STORE-3 Commands of a call are handed out in order of their numbers, and only to the node that holds the call's lane.
 * STORE-4 A lane belongs to one node until its lease expires; then any node's `claim` may take it. The lane is fenced: later
 *    actions of the former holder have no effect.
 * STORE-5 A due call is handed to one `claim` at a time; if the claiming node dies, to another one after the lease. Deadline
 *    and lane are claimed separately: holding one does not delay the claim of the other.
 * STORE-6 Everything that a resolved promise has reported survives a crash of the process.
 * STORE-7 A call gets its position in the order of ends in the commit that ends it. A reader that continues from its cursor
 *    while others commit misses no call and gets none twice.
 *
 * A store has no clock: an expired lease has no effect until a `claim`, which is given the time, takes the lane. Until then
 * its holder may still settle and renew.
 */
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';

/** Id of a running engine process; a restarted process is another node. */
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
   * All commands up to and including this number are settled: they leave the outbox in the same write, whoever holds the
   * lane (the sequence number is the fence).
   */
  settled?: number;
  /** The next deadline of the call, ms since the epoch; undefined: none. */
  wakeAt: number | undefined;
  /**
   * Expiry of the lease that this node gets on the lane if the outbox has commands and no other node holds the lane, ms since
   * the epoch. Never shortens a lease.
   */
  leaseUntil: number;
  /** Key of what the call awaits, such as a message from a number; absent: nothing. Found by `findWaiting`. */
  awaits?: string;
  /** Time at which an ended call may be deleted, ms since the epoch; in every commit after its end. */
  expiresAt?: number;
}

/** `mine`: this node holds the lane and sends the commands of the outbox. `theirs`: another node does. `idle`: the outbox is empty. */
export type Lane = 'mine' | 'theirs' | 'idle';

export type CommitResult = { outcome: 'committed'; lane: Lane } | { outcome: 'conflict' };

/** A call with a passed deadline, or with commands of a node that is gone. */
export interface Claimed extends StoredCall {
  /** The claim took the lane, so the first command is in doubt (I4). The former holder may be this node, if it renewed too late. */
  lane: boolean;
}

/** Every member throws an `OperationalError` when the store is unavailable, locked or full. */
export interface CallStore {
  /** The call as last committed; undefined when it was never stored or has expired. */
  load(call: CallId): Promise<StoredCall | undefined>;
  /** Stores the result of one event, all or nothing (STORE-1, STORE-2). */
  commit(commit: Commit): Promise<CommitResult>;
  /**
   * Settles all commands up to and including `number`. Returns the rest of the outbox, in order, if this node still holds
   * the lane; nothing when the outbox is empty (the lane is then free) or the lane was lost (nothing is then changed).
   * Settling again changes nothing.
   */
  settle(call: CallId, number: number, node: NodeId): Promise<Command[]>;
  /** Extends the lease on the lane while a command is in flight. False when the lane was lost. */
  renew(call: CallId, node: NodeId, leaseUntil: number): Promise<boolean>;
  /** The call, live or ended, whose last commit awaits this key; of several the one that began last. */
  findWaiting(awaited: string): Promise<CallId | undefined>;
  /** The trace of a call in order; empty when it is not stored. */
  trace(call: CallId): Promise<TraceEntry[]>;
  /** Replaces the stored record of the same sequence number by one in another form. False when there is none (STORE-2). */
  rewrite(record: CallRecord): Promise<boolean>;
}

/** Finds and claims due calls. Every member throws an `OperationalError`, like those of `CallStore`. */
export interface DueCalls {
  /**
   * Claims up to `limit` calls that are due at `now`, the longest due first. The cause (a deadline, a stalled lane) is hidden
   * from other claims until `leaseUntil` or the next commit (STORE-4, STORE-5).
   */
  claim(node: NodeId, now: number, leaseUntil: number, limit: number): Promise<Claimed[]>;
  /** The earliest due time of any call; undefined when nothing waits. */
  nextDueAt(): Promise<number | undefined>;
}
