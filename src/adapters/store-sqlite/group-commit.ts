/**
 * Batches writes into transactions, because SQLite's cost of a commit is per transaction, not per row.
 *
 * Owns: the writes that wait for the end of this turn of the event loop, and retries while the database is locked. Does not
 * own: what a write does.
 *
 * GROUP-1 Writes are applied in the order of the calls.
 * GROUP-2 A promise resolves only after the COMMIT of its write (STORE-6).
 * GROUP-3 A failure fails every write of the transaction, and none of them is stored. A `conflict` is a result, not a failure.
 * GROUP-4 The event loop keeps running while another process holds the lock.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { OperationalError } from '../../engine/ports/index.ts';
import { storeClosedError, storeFailure } from './failure.ts';
import { transaction } from './transaction.ts';

const RETRY_MS = 10;

interface Waiting {
  /** Performs the write and returns a function to call after the commit. */
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

  /** Adds `work` to the next transaction; resolves with its result after the commit. */
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

  /** Runs `work` at once, outside of the group; retries while another process holds the lock. */
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
      await pause(RETRY_MS);
    }
  }

  /** Finishes pending writes; rejects later ones. */
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
