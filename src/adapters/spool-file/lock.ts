/** One process at a time uses a spool: its directory holds the id of that process. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { OperationalError } from '../../engine/ports/index.ts';

const NAME = 'in-use-by';

/** Takes the directory, making it if needed; gives what lets go of it. Throws `spool_in_use` or `spool_failed`. */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, NAME);
  try {
    mkdirSync(directory, { recursive: true });
    if (!createLockFile(file)) {
      // Whoever left it is dead, or was this process before a restart under the same id.
      rmSync(file, { force: true });
      if (!createLockFile(file)) throw new Error('another process is quicker');
    }
  } catch (error) {
    throw error instanceof OperationalError ? error : unusable(directory, error);
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
    // It may not be asked, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True when the machine was rebooted since: the id of the process that left the file may be another's now. */
function isFromBeforeStart(file: string): boolean {
  return statSync(file).mtimeMs < Date.now() - uptime() * 1_000;
}

function unusable(directory: string, cause: unknown): OperationalError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `the spool in ${directory} cannot be used: ${reason}`;
  return new OperationalError('spool_failed', message, { retryable: false, cause });
}
