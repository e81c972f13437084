/**
 * Waits until replicas have the writes of this process, so that they survive a failover
 * (https://redis.io/docs/latest/commands/wait/). One WAIT serves all writes that were answered in the same turn.
 *
 * A master without replicas may have been demoted without knowing it, after an outage or in a network partition. With
 * sentinels, they are asked again for the master (ADR 0017).
 */
import { performance } from 'node:perf_hooks';
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import { OperationalError } from '../../engine/ports/index.ts';
import type { RedisAddress } from './address.ts';
import type { Connection } from './script.ts';

/** Minimum interval between checks of the master, ms: with a failed replica, the master stays the right one. */
const MIN_CHECK_INTERVAL_MS = 5_000;

export class Replicas {
  readonly #connection: Connection;
  readonly #wanted: number;
  readonly #withinMs: number;
  readonly #hasSentinels: boolean;
  /** Time of the last check of the master, ms of the monotonic clock. */
  #checkedAt = -Infinity;
  #asking: Promise<void> | undefined;

  constructor(
    connection: Connection,
    { kind, replicas, timeoutMs }: Pick<RedisAddress, 'kind' | 'replicas' | 'timeoutMs'>,
  ) {
    this.#connection = connection;
    this.#hasSentinels = kind === 'sentinel';
    this.#wanted = replicas;
    // The reply must arrive before the connection times out.
    this.#withinMs = Math.floor(timeoutMs / 2);
  }

  /**
   * Resolves with a result of Redis when enough replicas have its writes; for a read, when enough replicas are connected, which
   * a demoted master hardly has. `needsReplicas` returns whether the result requires that. Rejects with `store_unavailable` if
   * they do not respond in time.
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
    if (this.#hasSentinels) this.#checkMaster();
    const message = `only ${fewest} of ${this.#wanted} replicas of Redis confirmed a write in time: check its replicas`;
    throw new OperationalError('store_unavailable', message, { retryable: true });
  }

  /** Reconnects to the master that the sentinels name, which may be the same server. */
  #checkMaster(): void {
    const now = performance.now();
    if (this.#connection.status !== 'ready' || now - this.#checkedAt < MIN_CHECK_INTERVAL_MS) return;
    this.#checkedAt = now;
    this.#connection.disconnect(true);
  }
}

const always = () => true;
