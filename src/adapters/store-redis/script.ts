import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Command } from 'ioredis';
import type { Cluster, Redis } from 'ioredis';

/** The members that both kinds of connection have. */
export type Connection = Redis | Cluster;

/** Runs what asks Redis and tells its failure as the store does; for what is written it may wait for replicas too. */
export type Attempt = <Result>(action: () => Promise<Result>) => Promise<Result>;

/** A Lua script beside this file, with what it shares with others before it. Its header says what goes in and out. */
export class Script<Output> {
  readonly #source: string;
  readonly #sha: string;

  constructor(name: string, ...before: string[]) {
    this.#source = [...before, name].map(readSource).join('\n');
    this.#sha = createHash('sha1').update(this.#source).digest('hex');
  }

  /** Runs it by its hash; a Redis that does not know it, being new or flushed, is told the whole text. */
  async run(connection: Connection, keys: string[], args: (string | number)[]): Promise<Output> {
    try {
      return await send<Output>(connection, 'evalsha', [this.#sha, keys.length, ...keys, ...args]);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return await send<Output>(connection, 'eval', [this.#source, keys.length, ...keys, ...args]);
    }
  }
}

/** As the client does it itself, without handing the arguments from one function to another as arguments. */
function send<Output>(connection: Connection, name: string, args: (string | number)[]): Promise<Output> {
  return connection.sendCommand(new Command(name, args, { replyEncoding: 'utf8' })) as Promise<Output>;
}

function readSource(name: string): string {
  return readFileSync(new URL(`./scripts/${name}.lua`, import.meta.url), 'utf8');
}
