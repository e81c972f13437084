/**
 * Waits until replicas have what this process has written, so that a failover keeps it
 * (https://redis.io/docs/latest/commands/wait/). One question serves all writes that were answered in the same turn.
 */
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import { OperationalError } from '../../ports/index.ts';
import type { RedisAddress } from './address.ts';
import type { Connection } from './script.ts';

export class Replicas {
  readonly #connection: Connection;
  readonly #wanted: number;
  readonly #withinMs: number;
  #asking: Promise<void> | undefined;

  constructor(connection: Connection, { replicas, timeoutMs }: Pick<RedisAddress, 'replicas' | 'timeoutMs'>) {
    this.#connection = connection;
    this.#wanted = replicas;
    // The answer has to come before the connection is given up.
    this.#withinMs = Math.floor(timeoutMs / 2);
  }

  /** What was written, once as many replicas as wanted have it. Rejects with `store_unavailable` when they do not in time. */
  confirmed<Result>(writing: Promise<Result>): Promise<Result> {
    if (this.#wanted === 0) return writing;
    return writing.then(async (result) => {
      await this.#confirm();
      return result;
    });
  }

  async #confirm(): Promise<void> {
    this.#asking ??= new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        this.#asking = undefined;
        this.#ask().then(resolve, reject);
      });
    });
    await this.#asking;
  }

  async #ask(): Promise<void> {
    const masters: Redis[] =
      this.#connection instanceof Cluster ? this.#connection.nodes('master') : [this.#connection];
    const reached = await Promise.all(masters.map((master) => master.wait(this.#wanted, this.#withinMs)));
    const fewest = Math.min(...reached);
    if (fewest >= this.#wanted) return;
    const message = `only ${fewest} of ${this.#wanted} replicas of Redis took a write in time: see to its replicas`;
    throw new OperationalError('store_unavailable', message, { retryable: true });
  }
}
