import type { DatabaseSync } from 'node:sqlite';
import { listCollections } from '../../engine/ports/index.ts';
import type { Change, Document, DocumentPage, Registry } from '../../engine/ports/index.ts';
import type { GroupCommit } from './group-commit.ts';
import { prepareAll } from './statements.ts';
import type { Statements } from './statements.ts';

/** Reserved kind that stores the last revision of each collection. */
const COLLECTIONS = '';

const sql = {
  get: `SELECT id, revision, json FROM documents WHERE kind = ? AND id = ?`,
  list: `SELECT id, revision, json FROM documents WHERE kind = ? AND id > ? ORDER BY id LIMIT ?`,
  count: `SELECT count(*) AS count FROM documents WHERE kind = ?`,
  kinds: `SELECT DISTINCT kind FROM documents WHERE kind <> '${COLLECTIONS}'`,
  revisionOf: `SELECT revision FROM documents WHERE kind = ? AND id = ?`,
  put: `INSERT INTO documents (kind, id, revision, json) VALUES (?, ?, ?, ?)
        ON CONFLICT (kind, id) DO UPDATE SET revision = excluded.revision, json = excluded.json`,
  remove: `DELETE FROM documents WHERE kind = ? AND id = ?`,
  changed: `INSERT INTO documents (kind, id, revision, json) VALUES ('${COLLECTIONS}', ?, ?, '')
            ON CONFLICT (kind, id) DO UPDATE SET revision = excluded.revision`,
  revision: `SELECT ifnull(max(revision), 0) AS revision FROM documents
             WHERE kind = '${COLLECTIONS}' AND id IN (SELECT value FROM json_each(?))`,
  countUp: `UPDATE registry SET revision = revision + 1 RETURNING revision`,
};

/** Stores documents of operators in the file that holds the calls. */
export class SqliteRegistry implements Registry {
  readonly #group: GroupCommit;
  readonly #sql: Statements<typeof sql>;

  constructor(db: DatabaseSync, group: GroupCommit) {
    this.#group = group;
    this.#sql = prepareAll(db, sql);
  }

  get(kind: string, id: string): Promise<Document | undefined> {
    return this.#group.attempt(() => this.#sql.get.get(kind, id) as Document | undefined);
  }

  list(kind: string, { limit, after = '' }: DocumentPage): Promise<Document[]> {
    return this.#group.attempt(() => this.#sql.list.all(kind, after, limit) as unknown as Document[]);
  }

  count(kind: string): Promise<number> {
    return this.#group.attempt(() => Number(this.#sql.count.get(kind)?.count));
  }

  write(changes: readonly Change[]): Promise<'written' | 'conflict'> {
    return this.#group.write(() => {
      if (!changes.every((change) => this.#isUnchanged(change))) return 'conflict';
      const revision = Number(this.#sql.countUp.get()?.revision);
      for (const { kind, id, json } of changes) {
        if (json === undefined) this.#sql.remove.run(kind, id);
        else this.#sql.put.run(kind, id, revision, json);
      }
      for (const name of listCollections(changes)) this.#sql.changed.run(name, revision);
      return 'written';
    });
  }

  kinds(): Promise<string[]> {
    return this.#group.attempt(() => (this.#sql.kinds.all() as { kind: string }[]).map(({ kind }) => kind));
  }

  revision(collections: readonly string[]): Promise<number> {
    return this.#group.attempt(() => Number(this.#sql.revision.get(JSON.stringify(collections))?.revision));
  }

  #isUnchanged({ kind, id, was }: Change): boolean {
    return Number(this.#sql.revisionOf.get(kind, id)?.revision ?? 0) === was;
  }
}
