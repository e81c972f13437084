/**
 * Waits until replicas have what this process has written, so that a failover keeps it
 * (https://redis.io/docs/latest/commands/wait/). One question serves all writes that were answered in the same turn.
 *
 * A master that lacks its replicas may be one that was deposed and does not know it yet: it has come back, or nobody can
 * tell it. Where there are sentinels they are asked again who is master (ADR 0017).
 */
import { performance } from 'node:perf_hooks';
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import { OperationalError } from '../../engine/ports/index.ts';
import type { RedisAddress } from './address.ts';
import type { Connection } from './script.ts';

/** A master whose replica is down is the right one: it is not left again and again, ms. */
const BETWEEN_DOUBTS_MS = 5_000;

export class Replicas {
  readonly #connection: Connection;
  readonly #wanted: number;
  readonly #withinMs: number;
  readonly #hasSentinels: boolean;
  /** When the sentinels were last asked for that reason, by this process' own clock, ms. */
  #doubtedAt = -Infinity;
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
   * Resolves with a result of Redis once enough replicas have its writes; for a read, once enough of them are connected,
   * which a deposed master hardly has. `needsReplicas`: true when this result needs that. Rejects with `store_unavailable`
   * when they do not answer in time.
   */
  confirm<Result>(
    asking: Promise<Result>,
    needsReplicas: (result: Result) => boolean = always,
  ): Promise<Result> {
    if (this.#wanted === 0) return asking;
    return asking.then(async (result) => {
      if (needsReplicas(result)) await this.#confirm();
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
    const fewest = reached.length === 0 ? 0 : Math.min(...reached);
    if (fewest >= this.#wanted) return;
    if (this.#hasSentinels) this.#doubt();
    const message = `only ${fewest} of ${this.#wanted} replicas of Redis took a write in time: see to its replicas`;
    throw new OperationalError('store_unavailable', message, { retryable: true });
  }

  /** Leaves the server for the one that the sentinels name, which may be the same. */
  #doubt(): void {
    const now = performance.now();
    if (this.#connection.status !== 'ready' || now - this.#doubtedAt < BETWEEN_DOUBTS_MS) return;
    this.#doubtedAt = now;
    this.#connection.disconnect(true);
  }
}

const always = () => true;
