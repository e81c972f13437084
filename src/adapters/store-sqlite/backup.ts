/** Copies of the file: made while a service writes it, and put in its place while none does. */
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { OperationalError } from '../../engine/ports/index.ts';
import { damagedFileError, isDamage, storeFailure, fileInUseError } from './failure.ts';
import { makePrivate, openDatabase } from './database.ts';
import { requireOurs } from './schema.ts';

/** Number of calls in a copy. */
interface CopiedCalls {
  calls: number;
  /** Those that had not ended. */
  live: number;
}

/**
 * Copies the file, of whichever release, as it is at one moment; nobody who writes it is held up. The copy appears once it is whole and on the disk.
 * Throws an `OperationalError` where one of the two files cannot be used.
 */
export function backUpSqlite(file: string, copy: string): CopiedCalls {
  const part = `${copy}.part`;
  return withStoreErrors(file, () => {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      requireOurs(db, file);
      return withStoreErrors(copy, () => {
        rmSync(part, { force: true });
        vacuumInto(db, part, { file, copy });
        const held = verifyCopy(part, copy);
        moveDurably(part, copy);
        return held;
      });
    } finally {
      db.close();
      // What did not become whole takes no room.
      rmSync(part, { force: true });
    }
  });
}

/**
 * Puts a copy in the place of the file, upgraded to the schema of this release; the file that was there is kept under the
 * name that is given back, and its owner keeps it. Throws `store_busy` while a process has the file, and what opening the copy throws.
 */
export function restoreSqlite(copy: string, file: string): CopiedCalls & { replaced?: string } {
  const part = `${file}.part`;
  return withStoreErrors(copy, () => {
    copyFileSync(copy, part);
    try {
      // What belongs to no other program, and to no later release, is upgraded by being opened.
      openDatabase({ file: part, named: copy, synchronous: 'full', busyTimeoutMs: 0 }).close();
      const held = verifyCopy(part, copy);
      giveTo(file, part);
      const replaced = existsSync(file) ? setAside(file) : undefined;
      moveDurably(part, file);
      return { ...held, ...(replaced !== undefined && { replaced }) };
    } finally {
      for (const suffix of ['', '-wal', '-shm']) rmSync(part + suffix, { force: true });
    }
  });
}

/** Failures are mostly those of the target directory. */
function vacuumInto(db: DatabaseSync, part: string, { file, copy }: { file: string; copy: string }): void {
  try {
    makePrivate(part);
    db.prepare('VACUUM INTO ?').run(part);
  } catch (error) {
    throw storeFailure(isDamage(error) ? file : copy, error);
  }
}

/** Reads all of it, so that nobody finds out only when it is needed; messages call it as they are told to. */
function verifyCopy(file: string, named: string): CopiedCalls {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const [row] = db.prepare('PRAGMA integrity_check(1)').all();
    if (row?.integrity_check !== 'ok') throw damagedFileError(named, String(row?.integrity_check));
    const count = db.prepare('SELECT count(*) AS calls, total(expires_at IS NULL) AS live FROM calls').get();
    return { calls: Number(count?.calls), live: Number(count?.live) };
  } finally {
    db.close();
  }
}

/** The operator who restores is often root, and the service another user: the file belongs to whom the one before does, else its folder. */
function giveTo(file: string, part: string): void {
  const isThere = existsSync(file);
  const { uid, gid, mode } = statSync(isThere ? file : dirname(file));
  const made = statSync(part);
  chmodSync(part, isThere ? mode : 0o600);
  if (process.getuid?.() === 0 && (made.uid !== uid || made.gid !== gid)) chownSync(part, uid, gid);
}

/** Away from the write-ahead log, which only works where no other process has the file; then it is a file by itself. */
function setAside(file: string): string {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    throw fileInUseError(file, error);
  } finally {
    db.close();
  }
  const replaced = freeName(`${file}.replaced`);
  renameSync(file, replaced);
  return replaced;
}

function freeName(wanted: string): string {
  let [name, count] = [wanted, 1];
  while (existsSync(name)) name = `${wanted}-${(count += 1)}`;
  return name;
}

/** A loss of power leaves the file as it was or as it is to be. */
function moveDurably(from: string, to: string): void {
  syncFile(from);
  renameSync(from, to);
  syncFile(dirname(to));
}

function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function withStoreErrors<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const failure = storeFailure(file, error);
    if (failure instanceof OperationalError || !(error instanceof Error) || !('code' in error)) throw failure;
    throw new OperationalError('store_unavailable', error.message, { retryable: false, cause: error });
  }
}
