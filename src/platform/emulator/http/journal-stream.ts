/**
 * The journal as Server-Sent Events.
 *
 * 1. A client gets every entry after the one that it names by Last-Event-ID, in order, as long as the journal keeps it.
 * 2. A client that reads slowly holds up nobody: until it has taken what was sent, the rest waits in the journal.
 */
import type { ServerResponse } from 'node:http';
import type { JournalReader } from '../model/index.ts';

interface Client {
  response: ServerResponse;
  voiceId: string | undefined;
  /** The last entry sent. */
  seq: number;
  isFull: boolean;
}

export class JournalStream {
  readonly #clients = new Set<Client>();

  /** Begins to send to a client, from the entry after `seq`. */
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
      sendNew(client, journal());
    });
    this.#clients.add(client);
    sendNew(client, journal());
  }

  /** Sends what is new to everybody who can take it. */
  publish(journal: JournalReader): void {
    for (const client of this.#clients) sendNew(client, journal);
  }

  close(): void {
    for (const { response } of this.#clients) response.end();
    this.#clients.clear();
  }
}

function sendNew(client: Client, journal: JournalReader): void {
  // A number that the journal has not reached is from before a reset.
  if (client.seq > journal.lastSeq) client.seq = 0;
  if (client.isFull || client.seq === journal.lastSeq) return;
  for (const entry of journal.after(client.seq, client.voiceId)) {
    client.isFull = !client.response.write(`id: ${entry.seq}\ndata: ${JSON.stringify(entry)}\n\n`);
  }
  client.seq = journal.lastSeq;
}
