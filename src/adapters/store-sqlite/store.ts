/**
 * Embedded store: one SQLite file in WAL mode, shared by any number of processes on one machine.
 *
 * Owns: the connection. Does not own: when calls expire and when claims are made, which the engine decides.
 *
 * SQLITE-1 An acknowledged commit survives `kill -9`; with `synchronous: 'full'` also a power loss (STORE-6).
 * SQLITE-2 Processes exclude each other with SQLite's write lock only (STORE-2, STORE-4, STORE-5).
 */
import type { DatabaseSync } from 'node:sqlite';
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type {
  CallFilter,
  CallList,
  CallPage,
  Claimed,
  Commit,
  CommitResult,
  EndedCalls,
  NodeId,
  Store,
  StoredCall,
} from '../../engine/ports/index.ts';
import { Calls, commitRows } from './calls.ts';
import { SqliteCounts } from './counts.ts';
import { openDatabase } from './database.ts';
import type { SqliteOptions, SqliteSettings } from './database.ts';
import { storeFailure } from './failure.ts';
import { GroupCommit } from './group-commit.ts';
import { Listing } from './listing.ts';
import { SqliteRegistry } from './registry.ts';
import { prepareAll } from './statements.ts';
import type { Statements } from './statements.ts';
import { transaction } from './transaction.ts';

const sql = {
  putFlow: `INSERT INTO flows (version, json, kept_until) VALUES (?, ?, ?)
            ON CONFLICT (version) DO UPDATE SET kept_until = max(kept_until, excluded.kept_until)`,
  getFlow: `SELECT json FROM flows WHERE version = ?`,
  takeRoom: `INSERT INTO probe (room) VALUES (zeroblob(65536))`,
  giveRoomBack: `DELETE FROM probe`,
};

class SqliteStore implements Store {
  readonly registry: SqliteRegistry;
  readonly counts: SqliteCounts;
  readonly #db: DatabaseSync;
  readonly #group: GroupCommit;
  readonly #calls: Calls;
  readonly #listing: Listing;
  readonly #sql: Statements<typeof sql>;

  constructor(db: DatabaseSync, group: GroupCommit) {
    this.#db = db;
    this.#group = group;
    this.registry = new SqliteRegistry(db, group);
    this.counts = new SqliteCounts(db, group);
    this.#calls = new Calls(db);
    this.#listing = new Listing(db);
    this.#sql = prepareAll(db, sql);
  }

  load(call: CallId): Promise<StoredCall | undefined> {
    return this.#group.attempt(() => this.#calls.load(call));
  }

  async commit(commit: Commit): Promise<CommitResult> {
    const rows = commitRows(commit);
    return this.#group.write(() => this.#calls.commit(rows));
  }

  settle(call: CallId, number: number, node: NodeId): Promise<Command[]> {
    return this.#group.write(() => this.#calls.settle(call, number, node));
  }

  renew(call: CallId, node: NodeId, leaseUntil: number): Promise<boolean> {
    return this.#group.write(() => this.#calls.renew(call, node, leaseUntil));
  }

  claim(node: NodeId, now: number, leaseUntil: number, limit: number): Promise<Claimed[]> {
    return this.#group.write(() => this.#calls.claim(node, now, leaseUntil, limit));
  }

  nextDueAt(): Promise<number | undefined> {
    return this.#group.attempt(() => this.#calls.nextDueAt());
  }

  findWaiting(awaited: string): Promise<CallId | undefined> {
    return this.#group.attempt(() => this.#calls.waitingFor(awaited));
  }

  trace(call: CallId): Promise<TraceEntry[]> {
    return this.#group.attempt(() => this.#calls.trace(call));
  }

  list(filter: CallFilter, page: CallPage): Promise<CallList> {
    return this.#group.attempt(() => this.#listing.list(filter, page));
  }

  count(filter: CallFilter): Promise<number> {
    return this.#group.attempt(() => this.#listing.count(filter));
  }

  ended(after: string, limit: number): Promise<EndedCalls> {
    return this.#group.attempt(() => this.#calls.listEnded(after, limit));
  }

  rewrite(record: CallRecord): Promise<boolean> {
    return this.#group.write(() => this.#calls.rewrite(record));
  }

  async putFlow(version: string, json: string, keptUntil: number): Promise<void> {
    await this.#group.write(() => this.#sql.putFlow.run(version, json, keptUntil));
  }

  getFlow(version: string): Promise<string | undefined> {
    return this.#group.attempt(() => {
      const row = this.#sql.getFlow.get(version) as { json: string } | undefined;
      return row?.json;
    });
  }

  /**
   * Allocates space for a few commits and frees it, so that a full disk is noticed before a call is affected. Runs outside of
   * the group, whose commits would otherwise lack that space.
   */
  check(): Promise<void> {
    return this.#group.attempt(() => {
      transaction(this.#db, () => {
        this.#sql.takeRoom.run();
        this.#sql.giveRoomBack.run();
      });
    });
  }

  /** Runs outside of the group, because it frees space in a full file, where other commits of the group would fail. */
  expire(now: number, limit: number): Promise<number> {
    return this.#group.attempt(() =>
      transaction(this.#db, () => {
        this.counts.forget(now);
        return this.#calls.expire(now, limit);
      }),
    );
  }

  async close(): Promise<void> {
    await this.#group.close();
    if (this.#db.isOpen) this.#db.close();
  }
}

/**
 * Opens the file, creating or upgrading it if needed. Throws an `OperationalError`: `store_unavailable`, `store_busy`,
 * `store_full`, `store_newer` for a file of a later release, `store_outdated` for one that is too old, `store_foreign` for
 * another program's; with `readOnly` also `store_older`.
 */
export function openSqliteStore(options: SqliteOptions): Store {
  const settings: SqliteSettings = { synchronous: 'full', busyTimeoutMs: 2000, ...options };
  const db = openDatabase(settings);
  try {
    return new SqliteStore(db, new GroupCommit(db, settings));
  } catch (error) {
    db.close();
    throw storeFailure(settings.file, error);
  }
}
