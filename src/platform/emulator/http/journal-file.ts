/**
 * The journal as a file, one JSON object per line.
 *
 * 1. Every entry is written once, in order. After a reset of the platform `seq` begins at 1 again.
 * 2. A file that cannot be opened is an error at once. One that cannot be written later ends nothing: the first failure
 *    is told, and no more is written.
 */
import { createWriteStream, openSync } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { JournalReader } from '../model/index.ts';

export class JournalFile {
  readonly #file: WriteStream;
  #journal: JournalReader | undefined;
  #seq = 0;

  /** Adds to the file, which is made when it is not there; throws when that is not possible. */
  constructor(path: string, failed: (error: Error) => void) {
    this.#file = createWriteStream(path, { fd: openSync(path, 'a') });
    this.#file.on('error', failed);
  }

  /** Writes what is new. */
  publish(journal: JournalReader): void {
    if (journal !== this.#journal) this.#seq = 0;
    this.#journal = journal;
    if (this.#seq === journal.lastSeq || this.#file.destroyed) return;
    const lines = journal.after(this.#seq).map((entry) => `${JSON.stringify(entry)}\n`);
    this.#file.write(lines.join(''));
    this.#seq = journal.lastSeq;
  }

  /** Resolves when everything is in the file. */
  async close(): Promise<void> {
    if (this.#file.destroyed) return;
    this.#file.end();
    await finished(this.#file).catch(() => undefined);
  }
}
