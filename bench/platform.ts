/** Platform of the load generator: accepts every command at once and resolves the promise that waits for it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { CommandName } from './script.ts';

const answerWithinMs = 10_000;
const answer = JSON.stringify({ status: 'success' });

/** A command that came in. */
export interface Received {
  at: number;
  body: string;
}

export class Platform {
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.#take(request.url ?? '', Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
      response.end(answer);
    });
  });
  readonly #waiting = new Map<string, (command: Received) => void>();
  readonly #unexpected = new Map<string, number>();

  /** Starts to listen; returns the base URL. */
  async listen(): Promise<string> {
    this.#server.keepAliveTimeout = 600_000;
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the platform does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Resolves when the command of this call arrives; call it before the notification that causes the command. */
  command(call: string, name: CommandName): Promise<Received> {
    return new Promise((resolve, reject) => {
      const path = `/voice/v1/call/${call}/${name}`;
      const late = setTimeout(() => {
        reject(new Error(`${path} did not come; came unasked: ${[...this.#unexpected.keys()].join(', ')}`));
      }, answerWithinMs);
      this.#waiting.set(path, (command) => {
        clearTimeout(late);
        resolve(command);
      });
    });
  }

  /** Number of commands that were not expected. */
  get unexpected(): number {
    return this.#unexpected.size;
  }

  #take(path: string, body: string): void {
    const tell = this.#waiting.get(path);
    this.#waiting.delete(path);
    if (tell === undefined) this.#unexpected.set(path, (this.#unexpected.get(path) ?? 0) + 1);
    else tell({ at: performance.now(), body });
  }
}
