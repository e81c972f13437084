/** Opening the file: what is set on the connection, and why. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { noDirectory, storeFailure } from './failure.ts';
import { migrate, requireNewest } from './schema.ts';

export interface SqliteOptions {
  /** Path of the database; its directory is made when it does not exist. SQLite keeps `-wal` and `-shm` files beside it. */
  file: string;
  /**
   * `full` (default): a commit is on the disk itself when its promise resolves, so a loss of power loses nothing.
   * `normal`: the operating system has it, so a killed process loses nothing, but a loss of power may take the
   * last commits (never a part of one).
   */
  synchronous?: 'full' | 'normal';
  /** Timeout of waiting for a lock that another process holds, ms; then the action fails with `store_busy`. Default 2000. */
  busyTimeoutMs?: number;
  /**
   * Only reads: makes and upgrades nothing, and waits for nobody who writes; what would write fails with
   * `store_unavailable`. Default: false.
   */
  readOnly?: boolean;
  /** The file grows no further than this; then writes fail with `store_full`. Default: as far as the disk allows. */
  maxBytes?: number;
}

/** The options with their defaults filled in. */
export type SqliteSettings = SqliteOptions &
  Required<Pick<SqliteOptions, 'synchronous' | 'busyTimeoutMs'>> & {
    /** Name of the file in messages; default: its path. */
    named?: string;
  };

/** Maximum time that one attempt blocks the event loop waiting for a lock, ms; between attempts the loop runs. */
const blockingWaitMs = 10;
/** Small pages: a commit changes about a kilobyte in a few places, and whole pages go into the WAL (docs/performance.md). */
const pageBytes = 2048;

/** The database, ready for use and of the newest schema. */
export function openDatabase(settings: SqliteSettings): DatabaseSync {
  if (settings.readOnly !== true) {
    makeDirectory(dirname(settings.file));
    makePrivate(settings.file);
  }
  try {
    return openFile(settings);
  } catch (error) {
    throw storeFailure(settings.named ?? settings.file, error);
  }
}

function openFile(settings: SqliteSettings): DatabaseSync {
  const { file, busyTimeoutMs, readOnly = false, named = file } = settings;
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly });
  try {
    if (readOnly) requireNewest(db, named);
    else configure(db, settings);
    db.exec(`PRAGMA busy_timeout = ${blockingWaitMs}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function configure(db: DatabaseSync, { file, named = file, synchronous, maxBytes }: SqliteSettings): void {
  db.exec(`PRAGMA page_size = ${pageBytes}`);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec(`PRAGMA synchronous = ${synchronous}`);
  if (maxBytes !== undefined) db.exec(`PRAGMA max_page_count = ${Math.ceil(maxBytes / pageBytes)}`);
  migrate(db, named);
}

/**
 * A file that is made has numbers and traces in it, which are nobody else's business; SQLite's files beside it get the same
 * rights. One that is there is not touched: to close it would take away the locks that this process has on it
 * (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It is there, or SQLite tells why it cannot be had.
  }
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw noDirectory(directory, error);
  }
}
