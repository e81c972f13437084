import type { DatabaseSync } from 'node:sqlite';
import { splitPeriod, addUp } from '../../engine/ports/index.ts';
import type { Bucket, Counts, Flush, Period, Series, Sum } from '../../engine/ports/index.ts';
import type { GroupCommit } from './group-commit.ts';
import { prepareAll } from './statements.ts';
import type { Statements } from './statements.ts';
import { transaction } from './transaction.ts';

const inSpan =
  'project = :project AND flow = :flow AND sheet = :sheet AND width = :width AND at >= :from AND at < :until';

const sql = {
  isNew: `INSERT INTO count_flushes (node, number, at) VALUES (:node, :number, :now)
          ON CONFLICT (node) DO UPDATE SET number = excluded.number, at = excluded.at WHERE number < excluded.number
          RETURNING 1`,
  add: `INSERT INTO counts (project, flow, sheet, width, at, version, name, count, kept_until)
        VALUES (:project, :flow, :sheet, :width, :at, :version, :name, :count, :keptUntil)
        ON CONFLICT (project, flow, sheet, width, at, version, name)
        DO UPDATE SET count = count + excluded.count, kept_until = max(kept_until, excluded.kept_until)`,
  // One row per sum would take twice as long to read.
  read: `SELECT at, version, json_group_object(name, count) AS sums FROM counts WHERE ${inSpan} GROUP BY at, version`,
  sum: `SELECT version, name, sum(count) AS count FROM counts WHERE ${inSpan} GROUP BY version, name`,
  forget: `DELETE FROM counts WHERE kept_until <= ?`,
  forgetFlushes: `DELETE FROM count_flushes WHERE at <= ?`,
};

/** Time after its last flush in which a node may still repeat it, ms. */
const SENT_AGAIN_MS = 3_600_000;

/** A bucket with its sums as JSON. */
type Row = Omit<Bucket, 'sums'> & { sums: string };

/** Counts in the file that holds the calls. Triggers maintain the wider buckets (schema.ts). */
export class SqliteCounts implements Counts {
  readonly #db: DatabaseSync;
  readonly #group: GroupCommit;
  readonly #sql: Statements<typeof sql>;

  constructor(db: DatabaseSync, group: GroupCommit) {
    this.#db = db;
    this.#group = group;
    this.#sql = prepareAll(db, sql);
  }

  /** Runs outside of the group, because a failure in a full file would also fail commits of calls. */
  add(flush: Flush): Promise<void> {
    return this.#group.attempt(() => {
      transaction(this.#db, () => {
        this.#addAll(flush);
      });
    });
  }

  read({ project, flow, sheet, width }: Series, { from, until }: Period): Promise<Bucket[]> {
    return this.#group.attempt(() =>
      (this.#sql.read.all({ project, flow, sheet, width, from, until }) as unknown as Row[]).map((row) => ({
        ...row,
        sums: JSON.parse(row.sums) as Bucket['sums'],
      })),
    );
  }

  sum({ project, flow, sheet, width }: Series, period: Period): Promise<Sum[]> {
    const stretches = splitPeriod(width, period);
    return this.#group.attempt(() =>
      addUp(
        stretches.flatMap(
          (stretch) => this.#sql.sum.all({ project, flow, sheet, ...stretch }) as unknown as Sum[],
        ),
      ),
    );
  }

  #addAll({ node, number, now, added }: Flush): void {
    if (this.#sql.isNew.get({ node, number, now }) === undefined) return;
    for (const { sums, ...bucket } of added) for (const sum of sums) this.#sql.add.run({ ...bucket, ...sum });
  }

  /** Deletes expired buckets within the current transaction. */
  forget(now: number): void {
    this.#sql.forget.run(now);
    this.#sql.forgetFlushes.run(now - SENT_AGAIN_MS);
  }
}
