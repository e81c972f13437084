/** Appends lines to one segment: what comes while the disk is busy is written, and brought to the disk, in one go. */
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

  constructor(file: string) {
    this.#file = open(file, 'a');
    // Told to whoever appends.
    this.#file.catch(() => undefined);
  }

  /** Resolves when the line is on the disk; rejects with what the file system says. */
  append(line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Finishes what was asked for. */
  async close(): Promise<void> {
    await this.#writing;
    const file = await this.#file.catch(() => undefined);
    await file?.close();
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const file = await this.#file;
        await file.appendFile(batch.map(({ line }) => line).join(''));
        await file.datasync();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = undefined;
  }
}
