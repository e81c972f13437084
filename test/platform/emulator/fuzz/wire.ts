/** Requests as no careful client would send them, and the answers to them. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Pool } from 'undici';

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

export interface Answered {
  status: number;
  type: string;
  text: string;
}

/** Nothing may take longer: a request that does hangs. */
const patienceMs = 20_000;

export class Wire {
  readonly #pool: Pool;

  constructor(origin: string) {
    this.#pool = new Pool(origin, { connections: 8, headersTimeout: patienceMs, bodyTimeout: patienceMs });
  }

  async send({ method, path, headers, body }: Sent): Promise<Answered> {
    const answer = await this.#pool.request({ method, path, headers, body: body ?? null });
    const { statusCode: status, headers: told } = answer;
    const type = String(told['content-type'] ?? '');
    // A stream of events has no end.
    if (type === 'text/event-stream') answer.body.destroy();
    return { status, type, text: type === 'text/event-stream' ? '' : await answer.body.text() };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Sends bytes as they are and takes all that comes back until the connection ends. */
export async function sendRaw(origin: string, bytes: string): Promise<Answered> {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')));
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  // A server that refuses may close while it is still being written to.
  socket.on('error', () => undefined);
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  const [head = '', ...body] = text.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  return { status, type: /content-type: ([^\r]*)/i.exec(head)?.[1] ?? '', text: body.join('\r\n\r\n') };
}

/** Does something with each, a few at a time. */
export async function forEach<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const iterator = all[Symbol.iterator]();
  const worker = async () => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
