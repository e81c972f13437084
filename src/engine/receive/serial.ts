/**
 * Runs one task at a time for each key, in order of arrival; tasks of different keys run concurrently. Within this process
 * only.
 *
 * Each task that enters must leave. One that need not wait gets no promise, since there is one for every notification
 * (docs/performance.md).
 */
import { Idle } from './idle.ts';

export class Serial {
  /** The tasks waiting for the current one; undefined: none. */
  readonly #lines = new Map<string, (() => void)[] | undefined>();
  readonly #idle = new Idle();

  /** Enters, at once or when earlier tasks have left. */
  enter(key: string): Promise<void> | undefined {
    if (!this.#lines.has(key)) {
      this.#lines.set(key, undefined);
      return undefined;
    }
    return new Promise((resolve) => {
      const line = this.#lines.get(key);
      if (line === undefined) this.#lines.set(key, [resolve]);
      else line.push(resolve);
    });
  }

  /** Resolves when the tasks waiting now have left; undefined: none is waiting. */
  awaitCurrent(key: string): Promise<void> | undefined {
    const line = this.#lines.get(key);
    if (line === undefined || line.length === 0) return undefined;
    return new Promise((resolve) => {
      line.push(() => {
        resolve();
        this.leave(key);
      });
    });
  }

  /** Leaves, and lets the next task enter. */
  leave(key: string): void {
    const next = this.#lines.get(key)?.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#lines.delete(key);
    if (this.#lines.size === 0) this.#idle.notify();
  }

  /** Resolves when no task is left. */
  async idle(): Promise<void> {
    while (this.#lines.size > 0) await this.#idle.wait();
  }
}
