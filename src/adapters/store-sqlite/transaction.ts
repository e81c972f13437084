import type { DatabaseSync } from 'node:sqlite';

/** Runs `work` in one write transaction: all of it is on disk when this returns, none of it when this throws. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  // IMMEDIATE takes the write lock first, so that waiting for another process never happens halfway.
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has already rolled back by itself after some errors (disk full, I/O).
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Runs `work`, which only reads, on one state of the database, whatever other processes write meanwhile. */
export function snapshot<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN');
  try {
    return work();
  } finally {
    db.exec('COMMIT');
  }
}
