/**
 * Appends lines to one segment: what comes while the disk is busy is written, and brought to the disk, in one go.
 *
 * What could not be written whole is cut off again, so that what is written next does not stand behind half a line, and
 * nothing is read that was refused. Where even that fails, the segment takes nothing more.
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
    // What was answered for is on the disk, however this ends.
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
        await this.#cutOff();
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = undefined;
  }

  async #write(text: string): Promise<void> {
    const file = await this.#file;
    if (this.#isBroken) throw new Error('an earlier write has left something behind that cannot be removed');
    await file.appendFile(text);
    await file.datasync();
    this.#length += Buffer.byteLength(text);
  }

  async #cutOff(): Promise<void> {
    try {
      const file = await this.#file;
      await file.truncate(this.#length);
    } catch {
      this.#isBroken = true;
    }
  }
}
