/**
 * Appends lines to one segment; lines that arrive while the disk is busy are written and synced as one batch.
 *
 * A partial write is truncated, so that no later line follows half a line and no rejected line is read. If truncating fails,
 * the segment accepts no more lines.
 */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

interface Waiting {
  line: string;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export class SegmentWriter {
  readonly #file: Promise<FileHandle>;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  /** Number of bytes of the file that are synced to the disk. */
  #length = 0;
  #isBroken = false;

  constructor(file: string) {
    this.#file = open(file, 'a');
    // `append` reports the error.
    this.#file.catch(() => undefined);
  }

  /** Resolves when the line is on the disk; rejects with the error of the file system. */
  append(line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Finishes pending writes and closes the file. */
  async close(): Promise<void> {
    await this.#writing;
    const file = await this.#file.catch(() => undefined);
    // All acknowledged lines are on the disk, so an error here does not matter.
    await file?.close().catch(() => undefined);
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(batch.map(({ line }) => line).join(''));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        await this.#truncate();
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = undefined;
  }

  async #write(text: string): Promise<void> {
    const file = await this.#file;
    if (this.#isBroken) throw new Error('a partial write could not be removed');
    await file.appendFile(text);
    await file.datasync();
    this.#length += Buffer.byteLength(text);
  }

  async #truncate(): Promise<void> {
    try {
      const file = await this.#file;
      await file.truncate(this.#length);
    } catch {
      this.#isBroken = true;
    }
  }
}
