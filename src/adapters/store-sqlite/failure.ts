/** Turns failures of SQLite into errors of the port, with what the operator can do about them. */
import { OperationalError } from '../../engine/ports/index.ts';

interface Failure {
  code: 'store_busy' | 'store_full' | 'store_unavailable';
  retryable: boolean;
  /** Goes on after the file's name. */
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
  13: {
    code: 'store_full',
    retryable: true,
    says: 'has no room to grow: free disk space or raise its size limit',
  },
  14: unavailable(true, 'cannot be opened: it must be a file that this user may read and write'),
  26: unavailable(false, 'is not a SQLite database: name another file'),
};

function unavailable(retryable: boolean, says: string): Failure {
  return { code: 'store_unavailable', retryable, says };
}

/** The `OperationalError` for what SQLite threw; anything else is a bug of ours and comes back as it is. */
export function storeFailure(file: string, error: unknown): unknown {
  const errcode = sqliteCode(error);
  if (errcode === undefined) return error;
  const failure = failures[errcode & 0xff];
  if (failure === undefined) return refusedStatementError(file, error);
  const { code, retryable, says } = failure;
  return new OperationalError(code, `${file} ${says}`, { retryable, cause: error });
}

/** For a file that a later Ringflow has written. */
export function newerFileError(file: string, found: number, known: number): OperationalError {
  return new OperationalError(
    'store_newer',
    `${file} has schema ${found}, this Ringflow knows up to ${known}: upgrade Ringflow or name another file`,
    { retryable: false },
  );
}

/** For a file that an earlier Ringflow has written, and that must not be changed now. */
export function olderFile(file: string, found: number, known: number): OperationalError {
  return new OperationalError(
    'store_older',
    `${file} has schema ${found}, this Ringflow reads ${known}: start the service with it once, which upgrades it`,
    { retryable: false },
  );
}

/** For a file that cannot be upgraded. */
export function outdatedFileError(file: string, found: number): OperationalError {
  return new OperationalError(
    'store_outdated',
    `${file} has schema ${found}, which this Ringflow can neither read nor upgrade: name another file`,
    { retryable: false },
  );
}

/** For a file that another program has made. */
export function foreignFile(file: string): OperationalError {
  return new OperationalError(
    'store_foreign',
    `${file} is the database of another program: name another file`,
    { retryable: false },
  );
}

/** For a directory that could not be made. */
export function noDirectory(directory: string, cause: unknown): OperationalError {
  return new OperationalError(
    'store_unavailable',
    `the directory ${directory} cannot be made: check the path and the rights of this user`,
    { retryable: true, cause },
  );
}

/** For what is asked of a store after `close`. */
export function storeClosedError(file: string): OperationalError {
  return new OperationalError('store_closed', `${file} was closed by this process`, { retryable: false });
}

function refusedStatementError(file: string, cause: unknown): OperationalError {
  return new OperationalError('store_failed', `${file} refused a statement: ${String(cause)}`, {
    retryable: false,
    cause,
  });
}

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}

const SQLITE_CORRUPT = 11;

/** True when SQLite failed because the pages that it read are inconsistent. */
export function isDamage(error: unknown): boolean {
  return ((sqliteCode(error) ?? 0) & 0xff) === SQLITE_CORRUPT;
}

/** For a file that cannot be replaced while somebody has it. */
export function fileInUseError(file: string, cause: unknown): OperationalError {
  return new OperationalError('store_busy', `${file} is in use: stop the service first`, {
    retryable: true,
    cause,
  });
}

/** For a file whose pages do not fit together. */
export function damagedFileError(file: string, says: string): OperationalError {
  const message = `${file} is damaged (${says}): take another copy`;
  return new OperationalError('store_unavailable', message, { retryable: false });
}
