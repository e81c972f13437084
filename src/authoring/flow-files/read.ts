/** Reads text files. Links are followed; only regular files are opened, since a pipe or a device could block. */
import { closeSync, lstatSync, openSync, readlinkSync, readSync, statSync, realpathSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { OperationalError } from '../../engine/ports/index.ts';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadSiblingFile } from '../../language/compiler/index.ts';

/** The compiler refuses texts of more than 1 MiB characters, which are at most 4 MiB of UTF-8. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads a text file, at most its first 4 MiB. Throws `not_a_file` for pipes, sockets, devices and folders, and
 * `unreadable_file` or `no_such_path` otherwise.
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

/** Reads a text file like `readText`; undefined where that throws. */
export function tryReadText(path: string): string | undefined {
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}

/** Creates the error for a path that cannot be read: `unreadable_file`, or `no_such_path` if it does not exist. */
export function toReadError(path: string, cause: unknown): OperationalError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const toError = (errorCode: string, text: string) =>
    new OperationalError(errorCode, text, { retryable: false, cause });
  if (code === 'ELOOP') return toError('unreadable_file', `${path} cannot be read: its link is circular`);
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

/** Creates a reader of the files that a flow file names. */
export type Beside = (flowFile: string) => ReadSiblingFile;

/**
 * Creates a reader of files in the folder of a flow file (a path or a `file:` URL) and below it; for names that begin
 * with `../`, in the parent folder and below it. Links that lead out of that folder are not followed.
 */
export function createFileReader(flowFile: string): ReadSiblingFile {
  const locate = (name: string) => locateBeside(flowFile, name);
  const read = (name: string) => {
    try {
      const { file, isInside } = locate(name);
      return isInside ? readText(file) : undefined;
    } catch {
      return undefined;
    }
  };
  return Object.assign(read, {
    explain: (name: string) => explainUnread(name, locate),
    identify: (name: string) => locate(name).file,
  });
}

/** Finds a file beside a flow, without links. Throws the error of the file system when it does not exist. */
function locateBeside(flowFile: string, name: string): { file: string; isInside: boolean } {
  const path = flowFile.startsWith('file:') ? fileURLToPath(flowFile) : flowFile;
  const folder = realpathSync(dirname(path));
  const file = realpathSync(join(folder, name));
  const around = name.startsWith('../') ? dirname(folder) : folder;
  return { file, isInside: file.startsWith(around.endsWith(sep) ? around : around + sep) };
}

/** Explains why a file beside a flow cannot be read, without the paths of the computer. */
function explainUnread(name: string, locate: (name: string) => { file: string; isInside: boolean }): string {
  try {
    const { file, isInside } = locate(name);
    if (!isInside) return 'is a link to a file outside of the folders that a flow can import from';
    const kind = specialKind(statSync(file));
    return kind === undefined ? 'cannot be read: permission denied' : `is ${kind}, not a regular file`;
  } catch (cause) {
    const { code, path = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ELOOP') return 'is a link that leads back to itself';
    if (code === 'EACCES' || code === 'EPERM') return 'cannot be read: permission denied';
    const target = code === 'ENOENT' && path !== '' ? linkTarget(path) : undefined;
    return target === undefined ? 'does not exist' : `is a link to ${target}, which does not exist`;
  }
}
