/**
 * Writes files of flows for clients that are not on this machine.
 *
 * WRITE-1 A file outside of the folder is neither replaced nor created, also if a link leads to it.
 * WRITE-2 An existing file is replaced only if it belongs to the flow; a file with the same text is not touched.
 * WRITE-3 Readers see the whole former or the whole new text of a file: each is written beside its place and renamed.
 */
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { refusalError } from '../../engine/ports/index.ts';
import { readText } from './read.ts';

type Texts = Readonly<Record<string, string>>;

/** A file to write. */
interface Target {
  /** Path without links. */
  file: string;
  text: string;
}

/**
 * Writes texts by their paths relative to a folder. `own`: the texts that belong to the flow. Throws an `OperationalError`:
 * `invalid_path` for a path that may not be written, `folder_not_writable`; nothing is changed then.
 */
export function writeFlowTexts(folder: string, texts: Texts, own: Texts): void {
  writeAll(planTargets(folder, texts, own));
}

/** Returns the time of the last change of files, ms since the epoch; 0 if none exists. */
export function readChangeTime(files: readonly string[]): number {
  const times = files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.floor(Math.max(0, ...times));
}

/** True if a path without its links is below the folder (WRITE-1). */
export function isInside(folder: string, path: string): boolean {
  try {
    return realpathSync(path).startsWith(realpathSync(folder) + sep);
  } catch {
    return false;
  }
}

/** Decides where each text is written; leaves out unchanged ones. Throws an `OperationalError`: `invalid_path`. */
function planTargets(folder: string, files: Texts, own: Texts): Target[] {
  const root = realpathSync(folder);
  return Object.entries(files).flatMap(([name, text]) => {
    const path = join(root, name);
    if (!isPresent(path)) return [{ file: locateNew(root, path, name), text }];
    if (!Object.hasOwn(own, name) || !isInside(root, path))
      throw refusalError('invalid_path', `${name} exists and does not belong to this flow`);
    return readText(path) === text ? [] : [{ file: realpathSync(path), text }];
  });
}

/** True if there is a file, a folder or a link at a path. */
function isPresent(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of a new file if the folders on its way do not lead elsewhere. */
function locateNew(root: string, path: string, name: string): string {
  let parent = dirname(path);
  while (!isPresent(parent)) parent = dirname(parent);
  const stats = statSync(parent, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true || !(realpathSync(parent) + sep).startsWith(root + sep))
    throw refusalError('invalid_path', `${name} leads out of the folder, or through a file`);
  return join(realpathSync(parent), relative(parent, path));
}

/** Writes all files beside their places, then moves them there (WRITE-3). Throws an `OperationalError`: `folder_not_writable`. */
function writeAll(targets: readonly Target[]): void {
  const written: { temporary: string; file: string }[] = [];
  try {
    for (const { file, text } of targets) {
      mkdirSync(dirname(file), { recursive: true });
      // Watchers and searches skip names that begin like editor locks.
      const temporary = join(dirname(file), `.#${basename(file)}.${randomBytes(6).toString('hex')}`);
      const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o644;
      written.push({ temporary, file });
      writeFileSync(temporary, text, { flag: 'wx', mode });
    }
    for (const { temporary, file } of written) renameSync(temporary, file);
  } catch (error) {
    for (const { temporary } of written) rmSync(temporary, { force: true });
    throw refusalError('folder_not_writable', `the files cannot be written: ${(error as Error).message}`);
  }
}
