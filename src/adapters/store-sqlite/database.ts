/** Opens the file and configures the connection. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { directoryError, storeFailure } from './failure.ts';
import { migrate, requireNewest } from './schema.ts';

export interface SqliteOptions {
  /** Path of the database; its directory is created if needed. SQLite keeps `-wal` and `-shm` files next to it. */
  file: string;
  /**
   * `full` (default): a commit is on the disk when its promise resolves, so a power loss loses nothing. `normal`: the operating
   * system has it, so a killed process loses nothing, but a power loss may lose the last commits (never a part of one).
   */
  synchronous?: 'full' | 'normal';
  /** Timeout for a lock of another process, ms; then the operation fails with `store_busy`. Default 2000. */
  busyTimeoutMs?: number;
  /** Opens the file read-only: it is not created or upgraded, and writes fail with `store_unavailable`. Default: false. */
  readOnly?: boolean;
  /** Maximum size of the file; then writes fail with `store_full`. Default: unlimited. */
  maxBytes?: number;
}

/** Options with defaults applied. */
export type SqliteSettings = SqliteOptions &
  Required<Pick<SqliteOptions, 'synchronous' | 'busyTimeoutMs'>> & {
    /** Name of the file in messages; default: its path. */
    named?: string;
  };

/** Maximum time that one attempt blocks the event loop waiting for a lock, ms; between attempts the loop runs. */
const blockingWaitMs = 10;
/** Page size; small, because a commit changes about a kilobyte and whole pages go into the WAL (docs/performance.md). */
const pageBytes = 2048;

/** Opens a database with the newest schema. */
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
 * Creates a file that only its owner can read, because it will hold numbers and traces; SQLite gives its `-wal` and `-shm` files
 * the same permissions. An existing file is not opened: closing it would drop the locks of this process
 * (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // The file exists, or SQLite reports why it cannot be created.
  }
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw directoryError(directory, error);
  }
}
