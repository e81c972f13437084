/**
 * Shared time of all nodes of one Redis: the time of Redis, extrapolated with the local clock between synchronizations. Without
 * it, a node whose clock is ahead would consider others dead.
 *
 * Owns: the offset between the clocks, which does not change while Redis is unavailable.
 */
import { Script } from './script.ts';
import type { Connection } from './script.ts';

const SYNC_INTERVAL_MS = 10_000;

const nowScript = new Script<number>('now', 'time');

export class RedisTime {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #localNow: () => number;
  /** Time of Redis minus local time. */
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: Connection, key: string, localNow: () => number) {
    this.#connection = connection;
    this.#key = key;
    this.#localNow = localNow;
  }

  /** Returns the shared time, ms since the epoch. */
  now(): number {
    return this.#localNow() + this.#aheadMs;
  }

  /** Synchronizes with Redis now and periodically. */
  async start(): Promise<void> {
    await this.#synchronize();
    this.#timer = setInterval(() => {
      // Other requests report that Redis is unavailable.
      this.#synchronize().catch(() => undefined);
    }, SYNC_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Changes the offset only if it contradicts the time of Redis, which was read between request and reply. */
  async #synchronize(): Promise<void> {
    const sentAt = this.#localNow();
    const redisTime = await nowScript.run(this.#connection, [this.#key], []);
    const receivedAt = this.#localNow();
    this.#aheadMs = Math.min(Math.max(this.#aheadMs, redisTime - receivedAt), redisTime - sentAt);
  }
}
