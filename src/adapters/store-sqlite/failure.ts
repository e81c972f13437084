/** Turns failures of SQLite into errors of the port that say what the operator can do. */
import { OperationalError } from '../../engine/ports/index.ts';

interface Failure {
  code: 'store_busy' | 'store_full' | 'store_unavailable';
  retryable: boolean;
  /** Message after the name of the file. */
  says: string;
}

const locked: Failure = { code: 'store_busy', retryable: true, says: 'is locked by another process' };

/** By SQLite's primary result code (https://sqlite.org/rescode.html). */
const failures: Partial<Record<number, Failure>> = {
  5: locked,
  6: locked,
  8: unavailable(true, 'is read-only: let this user write it and its directory, and check the mount'),
  10: unavailable(true, 'could not be read or written: check the disk, its free space and the system log'),
  11: unavailable(false, 'is damaged: stop Ringflow, keep a copy, and restore it from a backup'),
  13: { code: 'store_full', retryable: true, says: 'is full: free disk space or raise its size limit' },
  14: unavailable(true, 'cannot be opened: it must be a file that this user may read and write'),
  26: unavailable(false, 'is not a SQLite database: name another file'),
};

function unavailable(retryable: boolean, says: string): Failure {
  return { code: 'store_unavailable', retryable, says };
}

/** Returns the `OperationalError` for an error of SQLite; returns any other error, which is a bug, unchanged. */
export function storeFailure(file: string, error: unknown): unknown {
  const errcode = sqliteCode(error);
  if (errcode === undefined) return error;
  const failure = failures[errcode & 0xff];
  const { code, retryable, says } = failure ?? {
    code: 'store_failed',
    retryable: false,
    says: `rejected a statement: ${String(error)}`,
  };
  return new OperationalError(code, `${file} ${says}`, { retryable, cause: error });
}

/** Error for a file of a later release. */
export function newerFileError(file: string, found: number, known: number): OperationalError {
  const message = `${file} has schema ${found}, this Ringflow knows up to ${known}: upgrade Ringflow or name another file`;
  return new OperationalError('store_newer', message, { retryable: false });
}

/** Error for a file of an earlier release that is opened read-only. */
export function olderFileError(file: string, found: number, known: number): OperationalError {
  const message = `${file} has schema ${found}, this Ringflow reads ${known}: start the service with it once to upgrade it`;
  return new OperationalError('store_older', message, { retryable: false });
}

/** Error for a file that cannot be upgraded. */
export function outdatedFileError(file: string, found: number): OperationalError {
  const message = `${file} has schema ${found}, which this Ringflow can neither read nor upgrade: name another file`;
  return new OperationalError('store_outdated', message, { retryable: false });
}

/** Error for a file of another program. */
export function foreignFileError(file: string): OperationalError {
  const message = `${file} is the database of another program: name another file`;
  return new OperationalError('store_foreign', message, { retryable: false });
}

/** Error for a directory that cannot be created. */
export function directoryError(directory: string, cause: unknown): OperationalError {
  const message = `the directory ${directory} cannot be created: check the path and the permissions of this user`;
  return new OperationalError('store_unavailable', message, { retryable: true, cause });
}

/** Error for requests after `close`. */
export function storeClosedError(file: string): OperationalError {
  return new OperationalError('store_closed', `${file} was closed by this process`, { retryable: false });
}

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

const SQLITE_CORRUPT = 11;

/** True when SQLite failed because the file is damaged. */
export function isDamage(error: unknown): boolean {
  return ((sqliteCode(error) ?? 0) & 0xff) === SQLITE_CORRUPT;
}

/** Error for a file that another process uses. */
export function fileInUseError(file: string, cause: unknown): OperationalError {
  const message = `${file} is in use: stop the service first`;
  return new OperationalError('store_busy', message, { retryable: true, cause });
}

/** Error for a damaged copy. */
export function damagedFileError(file: string, says: string): OperationalError {
  const message = `${file} is damaged (${says}): take another copy`;
  return new OperationalError('store_unavailable', message, { retryable: false });
}
