/** Backs up a SQLite file while a service writes it, and restores it while no service does. */
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
  /** Number of live calls. */
  live: number;
}

/**
 * Copies a consistent snapshot of the file, of any release, without blocking writers. The copy appears when it is complete and
 * synced. Throws an `OperationalError` if one of the files cannot be used.
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
      // Removes an incomplete copy.
      rmSync(part, { force: true });
    }
  });
}

/**
 * Replaces the file by a copy, upgraded to the schema of this release. The previous file is renamed to the returned name, and
 * the new file gets its owner. Throws `store_busy` while a process uses the file, and the errors of opening the copy.
 */
export function restoreSqlite(copy: string, file: string): CopiedCalls & { replaced?: string } {
  const part = `${file}.part`;
  return withStoreErrors(copy, () => {
    copyFileSync(copy, part);
    try {
      // Opening rejects files of other programs and later releases, and upgrades earlier ones.
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

/** Attributes failures to the copy, unless the source is damaged. */
function vacuumInto(db: DatabaseSync, part: string, { file, copy }: { file: string; copy: string }): void {
  try {
    makePrivate(part);
    db.prepare('VACUUM INTO ?').run(part);
  } catch (error) {
    throw storeFailure(isDamage(error) ? file : copy, error);
  }
}

/** Verifies the whole copy, so that damage is found now; messages name it as `named`. */
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

/** Gives the copy the owner of the previous file, or of its folder: an operator who restores is often root. */
function giveTo(file: string, part: string): void {
  const isThere = existsSync(file);
  const { uid, gid, mode } = statSync(isThere ? file : dirname(file));
  const made = statSync(part);
  chmodSync(part, isThere ? mode : 0o600);
  if (process.getuid?.() === 0 && (made.uid !== uid || made.gid !== gid)) chownSync(part, uid, gid);
}

/** Renames the file. Leaving WAL mode first fails if another process uses the file, and makes it a single file. */
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

/** Renames so that after a power loss the target is either the old or the new file. */
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
