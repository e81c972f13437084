import type { DatabaseSync } from 'node:sqlite';

/** Runs `work` in a write transaction: all of it is committed on return, none of it if this throws. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  // IMMEDIATE takes the write lock at the start, so that it never waits for another process halfway.
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite rolls back by itself after some errors (disk full, I/O).
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Runs `work`, which only reads, on one snapshot of the database. */
export function snapshot<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN');
  try {
    return work();
  } finally {
    db.exec('COMMIT');
  }
}
