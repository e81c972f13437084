/**
 * Store in memory, for tests of the engine and for trying out a flow.
 *
 * Owns: calls and flows in maps, as JSON text, so that callers share no references with the store or each other. Does not
 * own: anything that outlives the process; STORE-6 does not hold.
 *
 * MEMORY-1 Every method reads and writes in one synchronous step, so that concurrent callers never interleave (STORE-1, STORE-2).
 * MEMORY-2 A call has a lane exactly while its outbox holds commands.
 */
import { readRecord, readTraceEntry, writeRecord } from '../../call/index.ts';
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type {
  CallFilter,
  CallList,
  CallPage,
  Claimed,
  Commit,
  CommitResult,
  EndedCalls,
  Lane,
  NodeId,
  Store,
  StoredCall,
} from '../../engine/ports/index.ts';
import { MemoryCounts } from './counts.ts';
import { count, list } from './listing.ts';
import { MemoryRegistry } from './registry.ts';

interface Entry {
  id: CallId;
  seq: number;
  record: string;
  /** JSON of the commands by number, in ascending order. */
  outbox: Map<number, string>;
  trace: string[];
  lane: { node: NodeId; until: number } | undefined;
  wakeAt: number | undefined;
  awaits: string | undefined;
  expiresAt: number | undefined;
  /** Position in the order of ends; 0 while the call is live. */
  endedAs: number;
}

class MemoryStore implements Store {
  readonly registry = new MemoryRegistry();
  readonly counts = new MemoryCounts();
  readonly #calls = new Map<CallId, Entry>();
  readonly #flows = new Map<string, { json: string; keptUntil: number }>();
  #ends = 0;

  load(call: CallId): Promise<StoredCall | undefined> {
    const entry = this.#calls.get(call);
    return Promise.resolve(entry && toStoredCall(entry));
  }

  commit(commit: Commit): Promise<CommitResult> {
    const { record } = commit;
    const entry = this.#calls.get(record.id) ?? emptyEntry(record.id);
    if (entry.seq !== record.seq - 1) return Promise.resolve({ outcome: 'conflict' });
    this.#calls.set(record.id, entry);
    apply(entry, commit);
    if (commit.expiresAt !== undefined && entry.endedAs === 0) entry.endedAs = this.#ends += 1;
    return Promise.resolve({ outcome: 'committed', lane: assignLane(entry, commit) });
  }

  settle(call: CallId, number: number, node: NodeId): Promise<Command[]> {
    const entry = this.#calls.get(call);
    if (entry?.lane?.node !== node) return Promise.resolve([]);
    settleUpTo(entry, number);
    if (entry.outbox.size === 0) entry.lane = undefined;
    return Promise.resolve(parseOutbox(entry));
  }

  renew(call: CallId, node: NodeId, leaseUntil: number): Promise<boolean> {
    const entry = this.#calls.get(call);
    if (entry?.lane?.node !== node) return Promise.resolve(false);
    entry.lane.until = leaseUntil;
    return Promise.resolve(true);
  }

  claim(node: NodeId, now: number, leaseUntil: number, limit: number): Promise<Claimed[]> {
    const due = [...this.#calls.values()]
      .filter((entry) => dueAt(entry) <= now)
      .sort((one, other) => dueAt(one) - dueAt(other))
      .slice(0, limit);
    return Promise.resolve(due.map((entry) => take(entry, node, now, leaseUntil)));
  }

  nextDueAt(): Promise<number | undefined> {
    const earliest = Math.min(...[...this.#calls.values()].map(dueAt));
    return Promise.resolve(earliest === Infinity ? undefined : earliest);
  }

  findWaiting(awaited: string): Promise<CallId | undefined> {
    const last = [...this.#calls].findLast(([, { awaits }]) => awaits === awaited);
    return Promise.resolve(last?.[0]);
  }

  trace(call: CallId): Promise<TraceEntry[]> {
    const entries = this.#calls.get(call)?.trace ?? [];
    return Promise.resolve(entries.map((entry) => readTraceEntry(entry)));
  }

  list(filter: CallFilter, page: CallPage): Promise<CallList> {
    return new Promise((resolve) => {
      resolve(list(this.#calls.values(), filter, page));
    });
  }

  count(filter: CallFilter): Promise<number> {
    return Promise.resolve(count(this.#calls.values(), filter));
  }

  ended(after: string, limit: number): Promise<EndedCalls> {
    const behind = [...this.#calls.values()]
      .filter(({ endedAs }) => endedAs > Number(after))
      .sort((one, other) => one.endedAs - other.endedAs)
      .slice(0, limit);
    const calls = behind.map(({ id, record }) => readRecord(id, record));
    return Promise.resolve({ calls, next: String(behind.at(-1)?.endedAs ?? after) });
  }

  rewrite(record: CallRecord): Promise<boolean> {
    const entry = this.#calls.get(record.id);
    if (entry?.seq !== record.seq) return Promise.resolve(false);
    entry.record = writeRecord(record);
    return Promise.resolve(true);
  }

  putFlow(version: string, json: string, keptUntil: number): Promise<void> {
    const known = this.#flows.get(version) ?? { json, keptUntil };
    this.#flows.set(version, { ...known, keptUntil: Math.max(known.keptUntil, keptUntil) });
    return Promise.resolve();
  }

  getFlow(version: string): Promise<string | undefined> {
    return Promise.resolve(this.#flows.get(version)?.json);
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  expire(now: number, limit: number): Promise<number> {
    const expired = [...this.#calls]
      .filter(([, entry]) => entry.expiresAt !== undefined && entry.expiresAt <= now)
      .slice(0, limit);
    for (const [id] of expired) this.#calls.delete(id);
    this.#expireFlows(now);
    this.counts.forget(now);
    return Promise.resolve(expired.length);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #expireFlows(now: number): void {
    for (const [version, { keptUntil }] of this.#flows)
      if (keptUntil <= now && !this.#isNeeded(version)) this.#flows.delete(version);
  }

  #isNeeded(version: string): boolean {
    return [...this.#calls.values()].some((entry) => toStoredCall(entry).record.flow.version === version);
  }
}

function emptyEntry(id: CallId): Entry {
  return {
    id,
    seq: 0,
    record: '',
    outbox: new Map(),
    trace: [],
    lane: undefined,
    wakeAt: undefined,
    awaits: undefined,
    expiresAt: undefined,
    endedAs: 0,
  };
}

function apply(entry: Entry, commit: Commit): void {
  entry.seq = commit.record.seq;
  entry.record = writeRecord(commit.record);
  entry.trace.push(JSON.stringify(commit.trace));
  entry.wakeAt = commit.wakeAt;
  entry.awaits = commit.awaits;
  entry.expiresAt = commit.expiresAt;
  if (commit.settled !== undefined) settleUpTo(entry, commit.settled);
  for (const command of commit.commands) entry.outbox.set(command.number, JSON.stringify(command));
}

function settleUpTo(entry: Entry, last: number): void {
  for (const number of entry.outbox.keys()) if (number <= last) entry.outbox.delete(number);
}

function assignLane(entry: Entry, { node, leaseUntil }: Commit): Lane {
  if (entry.outbox.size === 0) {
    entry.lane = undefined;
    return 'idle';
  }
  if (entry.lane !== undefined && entry.lane.node !== node) return 'theirs';
  entry.lane = { node, until: Math.max(leaseUntil, entry.lane?.until ?? leaseUntil) };
  return 'mine';
}

function take(entry: Entry, node: NodeId, now: number, leaseUntil: number): Claimed {
  const stalled = entry.lane !== undefined && entry.lane.until <= now;
  if (stalled) entry.lane = { node, until: leaseUntil };
  if (entry.wakeAt !== undefined && entry.wakeAt <= now) entry.wakeAt = leaseUntil;
  return { ...toStoredCall(entry), lane: stalled };
}

function toStoredCall(entry: Entry): StoredCall {
  return { record: readRecord(entry.id, entry.record), outbox: parseOutbox(entry) };
}

function parseOutbox(entry: Entry): Command[] {
  return [...entry.outbox.values()].map((command) => JSON.parse(command) as Command);
}

function dueAt(entry: Entry): number {
  return Math.min(entry.wakeAt ?? Infinity, entry.lane?.until ?? Infinity);
}

/** Opens a store that lives as long as the process and satisfies STORE-1 to STORE-5. */
export function openMemoryStore(): Store {
  return new MemoryStore();
}
