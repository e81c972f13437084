/**
 * SQL of the call store: each method is one synchronous step inside a transaction of `GroupCommit`, so that what it reads is
 * valid until it has written. A lane (`lane_node`, `lane_until`) is set exactly while the outbox of the call holds commands.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { toListing, readRecord, readTraceEntry, writeRecord } from '../../call/index.ts';
import type { CallId, CallRecord, Command, TraceEntry } from '../../call/index.ts';
import type {
  Claimed,
  Commit,
  CommitResult,
  EndedCalls,
  NodeId,
  StoredCall,
} from '../../engine/ports/index.ts';
import { prepareAll } from './statements.ts';
import type { Statements } from './statements.ts';

/** Stored form of an empty outbox. */
const EMPTY = '[]';

/** Lease of a lane; null while the outbox is empty. */
interface LaneRow {
  holder: NodeId | null;
  until: number | null;
}

const sql = {
  load: `SELECT id, record, outbox FROM calls WHERE id = ?`,
  create: `INSERT INTO calls (seq, record, outbox, wake_at, awaits, expires_at, lane_node, lane_until, id, flow,
             ended, project, flow_name, number, began_at, campaign)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  // One row or none: this is the guard of STORE-2.
  before: `SELECT key, outbox, ended, lane_node AS holder, lane_until AS until FROM calls WHERE id = ? AND seq = ?`,
  update: `UPDATE calls SET seq = ?, record = ?, outbox = ?, wake_at = ?, awaits = ?, expires_at = ?, lane_node = ?,
           lane_until = ? WHERE key = ?`,
  // A position is greater than all earlier ones, including those of deleted calls.
  end: `UPDATE calls SET ended = 1, ended_as = ifnull(ended_as, 1 + max(
          (SELECT ended_as FROM forgotten),
          (SELECT ifnull(max(ended_as), 0) FROM calls WHERE ended_as IS NOT NULL))) WHERE key = ?`,
  goOn: `UPDATE calls SET ended = 0 WHERE key = ?`,
  ended: `SELECT id, record, ended_as AS place FROM calls WHERE ended_as > ? ORDER BY ended_as LIMIT ?`,
  rewrite: `UPDATE calls SET record = ? WHERE id = ? AND seq = ?`,
  addTrace: `INSERT INTO trace (call, seq, entry) VALUES (?, ?, ?)`,
  held: `SELECT key, outbox FROM calls WHERE id = ? AND lane_node = ?`,
  shorten: `UPDATE calls SET outbox = ? WHERE key = ?`,
  empty: `UPDATE calls SET outbox = '${EMPTY}', lane_node = NULL, lane_until = NULL WHERE key = ?`,
  renew: `UPDATE calls SET lane_until = ?3 WHERE id = ?1 AND lane_node = ?2`,
  due: `SELECT key, id, record, outbox, ifnull(lane_until <= ?1, 0) AS stalled
        FROM calls WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2`,
  claim: `UPDATE calls SET
            wake_at    = iif(wake_at    <= ?3, ?4, wake_at),
            lane_node  = iif(lane_until <= ?3, ?2, lane_node),
            lane_until = iif(lane_until <= ?3, ?4, lane_until)
          WHERE key = ?1`,
  nextDue: `SELECT min(due_at) AS due FROM calls WHERE due_at IS NOT NULL`,
  waitingFor: `SELECT id FROM calls WHERE awaits = ? ORDER BY key DESC LIMIT 1`,
  trace: `SELECT entry FROM trace JOIN calls ON call = key WHERE id = ? ORDER BY trace.seq`,
  expire: `DELETE FROM calls WHERE key IN (SELECT key FROM calls WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
  keepPlaces: `UPDATE forgotten SET ended_as = max(ended_as,
                 (SELECT ifnull(max(ended_as), 0) FROM calls WHERE ended_as IS NOT NULL))`,
  expireFlows: `DELETE FROM flows WHERE kept_until <= ? AND NOT EXISTS (SELECT 1 FROM calls WHERE flow = version)`,
};

/** Stored form of a commit; built before the transaction, so that an invalid commit fails alone. */
type CommitRows = ReturnType<typeof commitRows>;

/** Serializes a commit, so that later changes by the caller have no effect. */
export function commitRows(commit: Commit) {
  const { node, record, commands, trace, settled, wakeAt, awaits, leaseUntil, expiresAt } = commit;
  return {
    id: record.id,
    version: record.flow.version,
    began: record.seq === 1 ? beganColumns(record) : [],
    node,
    seq: record.seq,
    record: writeRecord(record),
    trace: JSON.stringify(trace),
    commands: JSON.stringify(commands),
    settled: settled ?? 0,
    wakeAt: wakeAt ?? null,
    awaits: awaits ?? null,
    leaseUntil,
    expiresAt: expiresAt ?? null,
    ended: Number(expiresAt !== undefined),
  };
}

/** Immutable columns by which calls are listed. */
function beganColumns(record: CallRecord): SQLInputValue[] {
  const { project, flow, number, at, campaign = null } = toListing(record);
  return [project, flow, number, at, campaign];
}

interface StoredRecord {
  id: CallId;
  record: string;
}

interface CallRow extends StoredRecord {
  outbox: string;
}

/** Row before a commit. */
interface RowBefore extends LaneRow {
  key?: number;
  outbox: string;
  ended?: number;
}

const noRow: RowBefore = { outbox: EMPTY, holder: null, until: null };

export class Calls {
  readonly #sql: Statements<typeof sql>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareAll(db, sql);
  }

  load(call: CallId): StoredCall | undefined {
    const row = this.#sql.load.get(call) as CallRow | undefined;
    return row && toStoredCall(row);
  }

  commit(rows: CommitRows): CommitResult {
    const { id, node, seq, record, wakeAt, awaits, expiresAt } = rows;
    const before = seq === 1 ? noRow : (this.#sql.before.get(id, seq - 1) as RowBefore | undefined);
    if (before === undefined) return { outcome: 'conflict' };
    const outbox = updateOutbox(before.outbox, rows);
    const { holder, until } = computeLane(before, outbox, rows);
    const columns = [seq, record, outbox, wakeAt, awaits, expiresAt, holder, until];
    const key = seq === 1 ? this.#create(columns, rows) : before.key;
    if (key === undefined) return { outcome: 'conflict' };
    if (seq !== 1) this.#sql.update.run(...columns, key);
    if (rows.ended === 1 && before.ended !== 1) this.#sql.end.run(key);
    else if (rows.ended === 0 && before.ended === 1) this.#sql.goOn.run(key);
    this.#sql.addTrace.run(key, seq, rows.trace);
    const held = holder === node ? 'mine' : 'theirs';
    return { outcome: 'committed', lane: holder === null ? 'idle' : held };
  }

  settle(call: CallId, number: number, node: NodeId): Command[] {
    const row = this.#sql.held.get(call, node) as { key: number; outbox: string } | undefined;
    if (row === undefined) return [];
    const outbox = updateOutbox(row.outbox, { settled: number, commands: EMPTY });
    if (outbox === EMPTY) this.#sql.empty.run(row.key);
    else if (outbox !== row.outbox) this.#sql.shorten.run(outbox, row.key);
    return parseOutbox(outbox);
  }

  rewrite(record: CallRecord): boolean {
    return this.#sql.rewrite.run(writeRecord(record), record.id, record.seq).changes === 1;
  }

  renew(call: CallId, node: NodeId, leaseUntil: number): boolean {
    return this.#sql.renew.run(call, node, leaseUntil).changes === 1;
  }

  claim(node: NodeId, now: number, leaseUntil: number, limit: number): Claimed[] {
    const due = this.#sql.due.all(now, limit) as unknown as (CallRow & { key: number; stalled: number })[];
    return due.map((row) => {
      this.#sql.claim.run(row.key, node, now, leaseUntil);
      return { ...toStoredCall(row), lane: row.stalled === 1 };
    });
  }

  nextDueAt(): number | undefined {
    const row = this.#sql.nextDue.get() as { due: number | null } | undefined;
    return row?.due ?? undefined;
  }

  waitingFor(awaited: string): CallId | undefined {
    const row = this.#sql.waitingFor.get(awaited) as { id: CallId } | undefined;
    return row?.id;
  }

  trace(call: CallId): TraceEntry[] {
    const rows = this.#sql.trace.all(call) as { entry: string }[];
    return rows.map(({ entry }) => readTraceEntry(entry));
  }

  listEnded(after: string, limit: number): EndedCalls {
    const rows = this.#sql.ended.all(Number(after), limit) as unknown as (StoredRecord & { place: number })[];
    const calls = rows.map(({ id, record }) => readRecord(id, record));
    return { calls, next: String(rows.at(-1)?.place ?? after) };
  }

  expire(now: number, limit: number): number {
    this.#sql.keepPlaces.run();
    const { changes } = this.#sql.expire.run(now, limit);
    this.#sql.expireFlows.run(now);
    return Number(changes);
  }

  /** Inserts a row and returns its key; undefined if the call exists. */
  #create(columns: SQLInputValue[], { id, version, began, ended }: CommitRows): number | undefined {
    const { changes, lastInsertRowid } = this.#sql.create.run(...columns, id, version, ended, ...began);
    return changes === 1 ? Number(lastInsertRowid) : undefined;
  }
}

function toStoredCall({ id, record, outbox }: CallRow): StoredCall {
  return { record: readRecord(id, record), outbox: parseOutbox(outbox) };
}

function parseOutbox(outbox: string): Command[] {
  return outbox === EMPTY ? [] : (JSON.parse(outbox) as Command[]);
}

/** Removes settled commands from an outbox and appends further ones. */
function updateOutbox(before: string, { settled, commands }: { settled: number; commands: string }): string {
  const left = parseOutbox(before).filter(({ number }) => number > settled);
  return left.length === 0 ? commands : JSON.stringify([...left, ...parseOutbox(commands)]);
}

/** Computes the lane after a commit: the node takes it if it is free and needed, and extends its own lease. */
function computeLane(
  { holder, until }: LaneRow,
  outbox: string,
  { node, leaseUntil }: { node: NodeId; leaseUntil: number },
): LaneRow {
  if (outbox === EMPTY) return { holder: null, until: null };
  if (holder !== null && holder !== node) return { holder, until };
  return { holder: node, until: Math.max(leaseUntil, until ?? leaseUntil) };
}
