import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Command } from 'ioredis';
import type { Cluster, Redis } from 'ioredis';

/** Connection to a server or a Cluster. */
export type Connection = Redis | Cluster;

/** Runs a request to Redis and converts its failure; for writes it may also wait for replicas. */
export type Attempt = <Result>(action: () => Promise<Result>) => Promise<Result>;

/** Access of a part of the store to Redis. */
export interface RedisAccess {
  readonly connection: Connection;
  readonly prefix: string;
  readonly attempt: Attempt;
}

/** A Lua script in scripts/, after the scripts that it includes. Its header describes input and output. */
export class Script<Output> {
  readonly #source: string;
  readonly #sha: string;

  constructor(name: string, ...before: string[]) {
    this.#source = [...before, name].map(readSource).join('\n');
    this.#sha = createHash('sha1').update(this.#source).digest('hex');
  }

  /** Runs the script by its hash; sends the source if Redis does not know it. */
  async run(connection: Connection, keys: string[], args: (string | number)[]): Promise<Output> {
    try {
      return await send<Output>(connection, 'evalsha', [this.#sha, keys.length, ...keys, ...args]);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return await send<Output>(connection, 'eval', [this.#source, keys.length, ...keys, ...args]);
    }
  }
}

/** Sends a command like the client's methods, but without spreading the arguments. */
function send<Output>(connection: Connection, name: string, args: (string | number)[]): Promise<Output> {
  return connection.sendCommand(new Command(name, args, { replyEncoding: 'utf8' })) as Promise<Output>;
}

function readSource(name: string): string {
  return readFileSync(new URL(`./scripts/${name}.lua`, import.meta.url), 'utf8');
}
