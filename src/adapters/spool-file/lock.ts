/** Locks a spool for one process: its directory contains the id of the process. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { OperationalError } from '../../engine/ports/index.ts';

const NAME = 'in-use-by';

/** Locks the directory, creating it if needed; returns a function that unlocks it. Throws `spool_in_use` or `spool_failed`. */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, NAME);
  try {
    mkdirSync(directory, { recursive: true });
    if (!createLockFile(file)) {
      // The owner is dead, or had the same process id before a restart.
      rmSync(file, { force: true });
      if (!createLockFile(file)) throw new Error('another process locked it first');
    }
  } catch (error) {
    throw error instanceof OperationalError ? error : unusableSpool(directory, error, false);
  }
  return () => {
    rmSync(file, { force: true });
  };
}

/** True when the lock file was created; false if it is left by a dead process. Throws when a living process holds it. */
function createLockFile(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner === process.pid || !isAlive(owner) || isFromBeforeStart(file)) return false;
    const message = `the spool ${file} is used by process ${owner}: give each node its own with --spool`;
    throw new OperationalError('spool_in_use', message, { retryable: false });
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True when the machine was rebooted since, so that the process id may belong to another process now. */
function isFromBeforeStart(file: string): boolean {
  return statSync(file).mtimeMs < Date.now() - uptime() * 1_000;
}

/** Error of a directory that cannot be read or written. */
export function unusableSpool(directory: string, cause: unknown, retryable: boolean): OperationalError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `the spool in ${directory} cannot be used: ${reason}`;
  return new OperationalError('spool_failed', message, { retryable, cause });
}
