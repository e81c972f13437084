/**
 * The SQL of the call store: each method is one synchronous step, to be run inside a transaction of `GroupCommit`.
 * A lane (`lane_node`, `lane_until`) is set exactly while the outbox of the call holds commands.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type { Claimed, Commit, CommitResult, NodeId, StoredCall } from '../../ports/index.ts';
import { prepareAll } from './statements.ts';
import type { Statements } from './statements.ts';

const outbox = `(SELECT group_concat(command, ',' ORDER BY number) FROM outbox WHERE call = key) AS outbox`;

const sql = {
  load: `SELECT record, ${outbox} FROM calls WHERE id = ?`,
  // With commands (?8) the lane goes to the node (?6) if nobody holds it; a lease that the node holds is never shortened.
  create: `INSERT INTO calls (id, seq, record, wake_at, expires_at, lane_node, lane_until)
           VALUES (?1, ?2, ?3, ?4, ?5, iif(?8, ?6, NULL), iif(?8, ?7, NULL))
           ON CONFLICT (id) DO NOTHING RETURNING key, lane_node AS holder`,
  // One row or none: this is the guard of S2.
  update: `UPDATE calls SET seq = ?2, record = ?3, wake_at = ?4, expires_at = ?5,
             lane_node  = iif(?8, ifnull(lane_node, ?6), lane_node),
             lane_until = iif(ifnull(lane_node, iif(?8, ?6, NULL)) = ?6, max(?7, ifnull(lane_until, ?7)), lane_until)
           WHERE id = ?1 AND seq = ?2 - 1 RETURNING key, lane_node AS holder`,
  addTrace: `INSERT INTO trace (call, seq, entry) VALUES (?, ?, ?)`,
  addCommand: `INSERT OR REPLACE INTO outbox (call, number, command) VALUES (?, ?, ?)`,
  removeCommand: `DELETE FROM outbox WHERE call = ? AND number = ?`,
  firstCommand: `SELECT command FROM outbox WHERE call = ? ORDER BY number LIMIT 1`,
  freeLane: `UPDATE calls SET lane_node = NULL, lane_until = NULL
             WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM outbox WHERE call = ?1)`,
  held: `SELECT key FROM calls WHERE id = ? AND lane_node = ?`,
  renew: `UPDATE calls SET lane_until = ?3 WHERE id = ?1 AND lane_node = ?2`,
  due: `SELECT key, record, ${outbox}, ifnull(lane_until <= ?1, 0) AS stalled
        FROM calls WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2`,
  claim: `UPDATE calls SET
            wake_at    = iif(wake_at    <= ?3, ?4, wake_at),
            lane_node  = iif(lane_until <= ?3, ?2, lane_node),
            lane_until = iif(lane_until <= ?3, ?4, lane_until)
          WHERE key = ?1`,
  nextDue: `SELECT min(due_at) AS due FROM calls WHERE due_at IS NOT NULL`,
  trace: `SELECT entry FROM trace JOIN calls ON call = key WHERE id = ? ORDER BY trace.seq`,
  expire: `DELETE FROM calls WHERE key IN (SELECT key FROM calls WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
};

/** A commit as it is stored; made before the transaction, so that a bad one fails alone. */
export type CommitRows = ReturnType<typeof commitRows>;

/** Writes the commit down as text, so that what the caller does to it later does not matter. */
export function commitRows(commit: Commit) {
  const { node, record, trace, settled, wakeAt, leaseUntil, expiresAt } = commit;
  return {
    id: record.id,
    node,
    seq: record.seq,
    record: JSON.stringify(record),
    trace: JSON.stringify(trace),
    commands: commit.commands.map((command) => ({ number: command.number, json: JSON.stringify(command) })),
    settled,
    wakeAt: wakeAt ?? null,
    leaseUntil,
    expiresAt: expiresAt ?? null,
  };
}

interface CallRow {
  record: string;
  outbox: string | null;
}

interface GuardedRow {
  key: number;
  holder: NodeId | null;
}

export class Calls {
  readonly #sql: Statements<typeof sql>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareAll(db, sql);
  }

  load(call: CallId): StoredCall | undefined {
    const row = this.#sql.load.get(call) as CallRow | undefined;
    return row && storedCall(row);
  }

  commit(rows: CommitRows): CommitResult {
    const { id, node, seq, record, commands, settled } = rows;
    const guarded = seq === 1 ? this.#sql.create : this.#sql.update;
    const { wakeAt, expiresAt, leaseUntil } = rows;
    const hasCommands = commands.length > 0 ? 1 : 0;
    const values = [id, seq, record, wakeAt, expiresAt, node, leaseUntil, hasCommands];
    const row = guarded.get(...values) as GuardedRow | undefined;
    if (row === undefined) return { outcome: 'conflict' };
    this.#sql.addTrace.run(row.key, seq, rows.trace);
    if (settled !== undefined) this.#sql.removeCommand.run(row.key, settled);
    for (const { number, json } of commands) this.#sql.addCommand.run(row.key, number, json);
    const isIdle = row.holder === null || (settled !== undefined && this.#freeLane(row.key));
    if (isIdle) return { outcome: 'committed', lane: 'idle' };
    return { outcome: 'committed', lane: row.holder === node ? 'mine' : 'theirs' };
  }

  settle(call: CallId, number: number, node: NodeId): Command | undefined {
    const row = this.#sql.held.get(call, node) as { key: number } | undefined;
    if (row === undefined) return undefined;
    this.#sql.removeCommand.run(row.key, number);
    return this.#freeLane(row.key) ? undefined : this.#firstCommand(row.key);
  }

  renew(call: CallId, node: NodeId, leaseUntil: number): boolean {
    return this.#sql.renew.run(call, node, leaseUntil).changes === 1;
  }

  claim(node: NodeId, now: number, leaseUntil: number, limit: number): Claimed[] {
    const due = this.#sql.due.all(now, limit) as unknown as (CallRow & { key: number; stalled: number })[];
    return due.map((row) => {
      this.#sql.claim.run(row.key, node, now, leaseUntil);
      return { ...storedCall(row), lane: row.stalled === 1 };
    });
  }

  nextDueAt(): number | undefined {
    const row = this.#sql.nextDue.get() as { due: number | null } | undefined;
    return row?.due ?? undefined;
  }

  trace(call: CallId): TraceEntry[] {
    const rows = this.#sql.trace.all(call) as { entry: string }[];
    return rows.map(({ entry }) => JSON.parse(entry) as TraceEntry);
  }

  expire(now: number, limit: number): number {
    return Number(this.#sql.expire.run(now, limit).changes);
  }

  /** Frees the lane if the outbox is empty; true when it was. */
  #freeLane(key: number): boolean {
    return this.#sql.freeLane.run(key).changes === 1;
  }

  #firstCommand(key: number): Command | undefined {
    const row = this.#sql.firstCommand.get(key) as { command: string } | undefined;
    return row && (JSON.parse(row.command) as Command);
  }
}

function storedCall({ record, outbox }: CallRow): StoredCall {
  return {
    record: JSON.parse(record) as CallRecord,
    outbox: JSON.parse(`[${outbox ?? ''}]`) as Command[],
  };
}
