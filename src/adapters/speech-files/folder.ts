/**
 * Owns the files of a speech cache: `<directory>/<first two characters>/<name>.ulaw`, and files of one caller under `private`.
 * Does not own their content. Several processes may share a directory.
 *
 * SPEECH-1 A file is complete: it is written under another name and renamed.
 * SPEECH-2 The time of modification says when a file was last used, to the minute.
 * SPEECH-3 A file that was used in the last ten minutes is not removed: a carrier may be playing it.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { OperationalError } from '../../engine/ports/index.ts';
import type { Clock, Log } from '../../engine/ports/index.ts';

const EXTENSION = '.ulaw';
const UNFINISHED = '.part';
const PRIVATE = 'private';
const MINUTE_MS = 60_000;
/** Time for which a used file stays (SPEECH-3). */
const IN_USE_MS = 10 * MINUTE_MS;
/** Part of the maximum size to which a full cache is reduced. */
const REDUCED = 0.9;
/** Minimum time between two clean-ups. */
const CLEAN_UP_INTERVAL_MS = MINUTE_MS;

export interface FolderOptions {
  directory: string;
  /** Maximum size of all files, bytes. Files in use may exceed it. */
  maxBytes: number;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

interface CachedFile {
  path: string;
  bytes: number;
  usedAt: number;
}

export class SpeechFolder {
  readonly #options: FolderOptions;
  readonly #directory: string;
  /** Size of all files as far as this process knows; undefined until it has looked. */
  #bytes: number | undefined;
  #cleanedUpAt = -Infinity;
  #cleaning: Promise<void> | undefined;
  /** This process has written files of one caller, which may be left behind. */
  #hasPrivate = false;

  constructor(options: FolderOptions) {
    this.#options = options;
    this.#directory = resolve(options.directory);
  }

  /** Returns the path of a cached file, without its extension. */
  toPath(name: string): string {
    return join(this.#directory, name.slice(0, 2), name);
  }

  /** Returns a new path for a file of one caller, without its extension. */
  createPrivatePath(): string {
    this.#hasPrivate = true;
    return join(this.#directory, PRIVATE, randomUUID());
  }

  /** Looks whether a file exists, and marks it as used. A file that a crash left empty does not exist. */
  async use(path: string): Promise<boolean> {
    const file = path + EXTENSION;
    const now = this.#options.clock.now();
    try {
      const { size, mtimeMs } = await stat(file);
      if (size === 0) return false;
      if (Math.abs(now - mtimeMs) > MINUTE_MS) await setUsedAt(file, now);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw toStorageError(this.#directory, error);
    }
  }

  /** Writes a file. Throws an `OperationalError` `speech_not_stored`. */
  async write(path: string, audio: Uint8Array): Promise<void> {
    const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(unfinished, audio);
      await setUsedAt(unfinished, this.#options.clock.now());
      await rename(unfinished, path + EXTENSION);
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      // A full disk may have room again after a clean-up.
      this.#cleanUpIfDue(Infinity);
      throw toStorageError(this.#directory, error);
    }
    this.#cleanUpIfDue(audio.length);
  }

  /** Deletes a file of one caller; any other path is ignored. */
  async removePrivate(path: string): Promise<void> {
    if (resolve(dirname(path)) !== join(this.#directory, PRIVATE)) return;
    await rm(path + EXTENSION, { force: true });
  }

  /** Resolves when no clean-up is running. */
  async settle(): Promise<void> {
    await this.#cleaning;
  }

  #cleanUpIfDue(added: number): void {
    if (this.#bytes !== undefined) this.#bytes += added;
    const { clock, maxBytes, log } = this.#options;
    const isFull = this.#bytes === undefined || this.#bytes > maxBytes;
    const sinceMs = clock.now() - this.#cleanedUpAt;
    const isDue = isFull ? sinceMs >= CLEAN_UP_INTERVAL_MS : this.#hasPrivate && sinceMs > IN_USE_MS;
    if (!isDue || this.#cleaning !== undefined) return;
    this.#cleanedUpAt = clock.now();
    this.#cleaning = this.#cleanUp()
      .catch((error: unknown) => {
        log.warn({ err: error, directory: this.#directory }, 'the speech cache could not be cleaned up');
      })
      .finally(() => (this.#cleaning = undefined));
  }

  /** Removes the files that were used longest ago, and files that crashes left behind. */
  async #cleanUp(): Promise<void> {
    const { clock, maxBytes, log } = this.#options;
    const files = (await this.#list()).toSorted((one, other) => one.usedAt - other.usedAt);
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const wanted = total > maxBytes ? maxBytes * REDUCED : maxBytes;
    const unused = files.filter(({ usedAt }) => usedAt < clock.now() - IN_USE_MS);
    let left = total;
    for (const { path, bytes } of unused) {
      if (left <= wanted && !this.#isLeftover(path)) continue;
      await rm(path, { force: true });
      left -= bytes;
    }
    this.#bytes = left;
    if (left < total) log.info({ bytes: total - left, left }, 'old files of the speech cache were removed');
  }

  #isLeftover(path: string): boolean {
    return path.endsWith(UNFINISHED) || path.startsWith(join(this.#directory, PRIVATE) + sep);
  }

  async #list(): Promise<CachedFile[]> {
    const entries = await readdir(this.#directory, { recursive: true, withFileTypes: true });
    const files: CachedFile[] = [];
    for (const entry of entries) {
      const isOurs = entry.isFile() && (entry.name.endsWith(EXTENSION) || entry.name.endsWith(UNFINISHED));
      const path = join(entry.parentPath, entry.name);
      const found = isOurs ? await stat(path).catch(() => undefined) : undefined;
      if (found) files.push({ path, bytes: found.size, usedAt: found.mtimeMs });
    }
    return files;
  }
}

async function setUsedAt(file: string, now: number): Promise<void> {
  const at = new Date(now);
  await utimes(file, at, at);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function toStorageError(directory: string, cause: unknown): OperationalError {
  const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  const message = `audio cannot be stored in ${directory}: ${why}`;
  return new OperationalError('speech_not_stored', message, { retryable: true, cause });
}
