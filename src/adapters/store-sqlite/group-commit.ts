/**
 * Many writes, one transaction. SQLite pays for a commit by the transaction, not by the row.
 *
 * Owns: the writes that wait for the end of this turn of the event loop, and the patience with a locked database.
 * Does not own: what a write does.
 *
 * GROUP-1 Writes are applied in the order in which they were asked for.
 * GROUP-2 A promise resolves only after the COMMIT that holds its write (STORE-6).
 * GROUP-3 A failure fails every write of the transaction, and nothing of them is stored. A `conflict` is a result, no failure.
 * GROUP-4 The event loop runs while another process holds the lock.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { OperationalError } from '../../engine/ports/index.ts';
import { storeClosedError, storeFailure } from './failure.ts';
import { transaction } from './transaction.ts';

const retryEveryMs = 10;

interface Waiting {
  /** Does the write and gives what to call once it is committed. */
  apply: () => () => void;
  reject: (error: unknown) => void;
}

interface GroupCommitOptions {
  file: string;
  busyTimeoutMs: number;
}

export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #options: GroupCommitOptions;
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | undefined;
  #closed = false;

  constructor(db: DatabaseSync, options: GroupCommitOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** Adds `work` to the next transaction; resolves with what it returned once that is committed. */
  write<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const apply = () => {
        const result = work();
        return () => {
          resolve(result);
        };
      };
      this.#waiting.push({ apply, reject });
      this.#flushing ??= this.#flush();
    });
  }

  /** Runs `work` at once, by itself, as often as it takes while another process holds the lock. */
  async attempt<T>(work: () => T): Promise<T> {
    const { file, busyTimeoutMs } = this.#options;
    const deadline = performance.now() + busyTimeoutMs;
    for (;;) {
      if (this.#closed) throw storeClosedError(file);
      try {
        return work();
      } catch (error) {
        const failure = storeFailure(file, error);
        if (!isBusy(failure) || performance.now() >= deadline) throw failure;
      }
      await pause(retryEveryMs);
    }
  }

  /** Finishes what waits; whatever is asked for later is refused. */
  async close(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing;
    this.#closed = true;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      await endOfTurn();
      await this.#commitWaiting();
    }
    this.#flushing = undefined;
  }

  async #commitWaiting(): Promise<void> {
    try {
      const committed = await this.attempt(() => this.#applyWaiting());
      for (const resolve of committed) resolve();
    } catch (error) {
      const failed = this.#waiting;
      this.#waiting = [];
      for (const { reject } of failed) reject(error);
    }
  }

  #applyWaiting(): (() => void)[] {
    const committed = transaction(this.#db, () => this.#waiting.map(({ apply }) => apply()));
    this.#waiting = [];
    return committed;
  }
}

function isBusy(failure: unknown): boolean {
  return failure instanceof OperationalError && failure.code === 'store_busy';
}
