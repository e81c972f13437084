/** Reads files as they lie on the disk. Links are followed; only regular files are opened, since a pipe or a device could block. */
import { closeSync, lstatSync, openSync, readlinkSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { OperationalError } from '../../engine/ports/index.ts';

/** The compiler refuses a text of 1 MiB characters, which is at most 4 MiB of UTF-8; longer files are cut off here. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads a text file, at most its first 4 MiB. Throws `not_a_file` for pipes, sockets, devices and folders without opening
 * them, and `unreadable_file` otherwise.
 */
export function readText(path: string): string {
  try {
    const stats = statSync(path);
    const kind = specialKind(stats);
    if (kind !== undefined)
      throw new OperationalError('not_a_file', `${path} is ${kind}, not a regular file`, {
        retryable: false,
      });
    return readBeginning(path, stats.size);
  } catch (cause) {
    throw cause instanceof OperationalError ? cause : toReadError(path, cause);
  }
}

/** Reads a text file like `readText`, or gives undefined where that throws. */
export function tryReadText(path: string): string | undefined {
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}

/** Explains why a path cannot be read, as an `unreadable_file`, or `no_such_path` when nothing is there. */
export function toReadError(path: string, cause: unknown): OperationalError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const toError = (errorCode: string, text: string) =>
    new OperationalError(errorCode, text, { retryable: false, cause });
  if (code === 'ELOOP')
    return toError('unreadable_file', `${path} cannot be read: its link leads in a circle`);
  if (code === 'ENOENT') {
    const target = linkTarget(path);
    if (target === undefined) return toError('no_such_path', `there is no file or folder ${path}`);
    return toError('unreadable_file', `${path} is a link to ${target}, which does not exist`);
  }
  const reason = code === 'EACCES' || code === 'EPERM' ? 'permission denied' : message;
  return toError('unreadable_file', `${path} cannot be read: ${reason}`);
}

function linkTarget(path: string): string | undefined {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? readlinkSync(path) : undefined;
}

function specialKind(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isFIFO()) return 'a named pipe (FIFO)';
  if (stats.isSocket()) return 'a socket';
  return stats.isDirectory() ? 'a folder' : 'a device';
}

function readBeginning(path: string, size: number): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, length);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}
