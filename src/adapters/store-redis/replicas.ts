/**
 * Waits until replicas have what this process has written, so that a failover keeps it
 * (https://redis.io/docs/latest/commands/wait/). One question serves all writes that were answered in the same turn.
 *
 * A master that lacks its replicas may be one that was deposed and does not know it yet: it has come back, or nobody can
 * tell it. Where there are sentinels they are asked again who is master.
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
  readonly #hasSentinels: boolean;
  #asking: Promise<void> | undefined;

  constructor(
    connection: Connection,
    { kind, replicas, timeoutMs }: Pick<RedisAddress, 'kind' | 'replicas' | 'timeoutMs'>,
  ) {
    this.#connection = connection;
    this.#hasSentinels = kind === 'sentinel';
    this.#wanted = replicas;
    // The answer has to come before the connection is given up.
    this.#withinMs = Math.floor(timeoutMs / 2);
  }

  /**
   * What was written, once as many replicas as wanted have it. What was read is confirmed the same way, where that says
   * that the server is no deposed one. Rejects with `store_unavailable` when they do not answer in time.
   */
  confirmed<Result>(
    writing: Promise<Result>,
    isWanted: (result: Result) => boolean = always,
  ): Promise<Result> {
    if (this.#wanted === 0) return writing;
    return writing.then(async (result) => {
      if (isWanted(result)) await this.#confirm();
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
    if (this.#hasSentinels && this.#connection.status === 'ready') this.#connection.disconnect(true);
    const message = `only ${fewest} of ${this.#wanted} replicas of Redis took a write in time: see to its replicas`;
    throw new OperationalError('store_unavailable', message, { retryable: true });
  }
}

const always = () => true;
