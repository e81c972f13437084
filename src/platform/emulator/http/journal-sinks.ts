/**
 * Outputs of the journal: Server-Sent Events, and a file with one JSON object per line.
 *
 * SINKS-1. An SSE client gets every entry after the one named by Last-Event-ID, in order, as long as the journal keeps
 *   it.
 * SINKS-2. A slow SSE client blocks nobody: entries that it has not read stay in the journal.
 * SINKS-3. Every entry is written to the file once, in order. After a reset of the platform `seq` begins at 1 again.
 * SINKS-4. A file that cannot be opened is an error at start. If writing fails later, the first failure is reported and
 *   nothing more is written; the emulator continues.
 */
import { createWriteStream, openSync, type WriteStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import type { JournalReader } from '../model/index.ts';

interface Client {
  response: ServerResponse;
  voiceId: string | undefined;
  /** Number of the last entry sent. */
  seq: number;
  isFull: boolean;
}

export class JournalStream {
  readonly #clients = new Set<Client>();

  /** Sends entries to a client, beginning after `seq`. */
  add(
    response: ServerResponse,
    from: { seq: number; voiceId: string | undefined },
    journal: () => JournalReader,
  ): void {
    const client: Client = { response, ...from, isFull: false };
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.flushHeaders();
    response.on('close', () => this.#clients.delete(client));
    response.on('drain', () => {
      client.isFull = false;
      sendNewEntries(client, journal());
    });
    this.#clients.add(client);
    sendNewEntries(client, journal());
  }

  /** Sends new entries to all clients that can take them. */
  publish(journal: JournalReader): void {
    for (const client of this.#clients) sendNewEntries(client, journal);
  }

  close(): void {
    for (const { response } of this.#clients) response.end();
    this.#clients.clear();
  }
}

function sendNewEntries(client: Client, journal: JournalReader): void {
  // A number beyond the journal's end dates from before a reset.
  if (client.seq > journal.lastSeq) client.seq = 0;
  if (client.isFull || client.seq === journal.lastSeq) return;
  for (const entry of journal.readAfter(client.seq, client.voiceId)) {
    client.isFull = !client.response.write(`id: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`);
  }
  client.seq = journal.lastSeq;
}

export class JournalFile {
  readonly #file: WriteStream;
  #journal: JournalReader | undefined;
  #seq = 0;

  /** Opens the file for appending, creating it if needed; throws when that fails. */
  constructor(path: string, failed: (error: Error) => void) {
    this.#file = createWriteStream(path, { fd: openSync(path, 'a') });
    this.#file.on('error', failed);
  }

  /** Writes new entries. */
  publish(journal: JournalReader): void {
    if (journal !== this.#journal) this.#seq = 0;
    this.#journal = journal;
    if (this.#seq === journal.lastSeq || this.#file.destroyed) return;
    const lines = journal.readAfter(this.#seq).map((entry) => `${JSON.stringify(entry)}\n`);
    this.#file.write(lines.join(''));
    this.#seq = journal.lastSeq;
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    if (this.#file.destroyed) return;
    this.#file.end();
    await finished(this.#file).catch(() => undefined);
  }
}
