/**
 * Lets one task at a time in for each key, in order of arrival; tasks of different keys run side by side. Within this process only.
 *
 * Each task that enters must leave. One that need not wait gets no promise: most do not, and there is one for every
 * notification (docs/performance.md).
 */
import { Idle } from './idle.ts';

export class Serial {
  /** Those waiting behind the one that is in; undefined: nobody. */
  readonly #lines = new Map<string, (() => void)[] | undefined>();
  readonly #idle = new Idle();

  /** Enters, at once or when those before have left. */
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

  /** Resolves when those waiting now have left; undefined: nobody is waiting. */
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

  /** Lets the next one in. */
  leave(key: string): void {
    const next = this.#lines.get(key)?.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#lines.delete(key);
    if (this.#lines.size === 0) this.#idle.tell();
  }

  /** Resolves when nobody is in. */
  async idle(): Promise<void> {
    while (this.#lines.size > 0) await this.#idle.wait();
  }
}
