/**
 * The time that all nodes of one Redis have together: that of Redis, carried on by this machine's clock from one look to
 * the next. Without it a node whose clock is ahead would take living ones for dead.
 *
 * Owns: by how much the clocks differ. While Redis is away it stays what it was.
 */
import { Script } from './script.ts';
import type { Connection } from './script.ts';

const LOOK_EVERY_MS = 10_000;

const nowScript = new Script<number>('now', 'time');

export class RedisTime {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #localNow: () => number;
  /** Redis' clock before this machine's. */
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: Connection, key: string, localNow: () => number) {
    this.#connection = connection;
    this.#key = key;
    this.#localNow = localNow;
  }

  /** ms since the epoch. */
  now(): number {
    return this.#localNow() + this.#aheadMs;
  }

  /** Looks at Redis' clock, and again from time to time. */
  async start(): Promise<void> {
    await this.#look();
    this.#timer = setInterval(() => {
      // That Redis is away is told by whoever needs it.
      this.#look().catch(() => undefined);
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Redis told its time somewhen between question and answer: what fits into that is no reason to change anything. */
  async #look(): Promise<void> {
    const asked = this.#localNow();
    const told = await nowScript.run(this.#connection, [this.#key], []);
    const answered = this.#localNow();
    this.#aheadMs = Math.min(Math.max(this.#aheadMs, told - answered), told - asked);
  }
}
