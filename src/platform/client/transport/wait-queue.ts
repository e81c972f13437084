/** A queue of requests that wait for a limited resource, in order of arrival. Aborted requests leave it. */
import { addAbortListener } from 'node:events';
import { createAbortError } from './failure.ts';

interface Deadline {
  ms: number;
  error: () => Error;
}

export class WaitQueue<Thing> {
  readonly #waiting = new Set<(thing: Thing) => void>();

  /** Passes a thing to the request that has waited longest; false when nobody waits. */
  serve(thing: Thing): boolean {
    const [next] = this.#waiting;
    if (next === undefined) return false;
    this.#waiting.delete(next);
    next(thing);
    return true;
  }

  /** Waits for a thing. Throws when the signal aborts or the deadline passes. */
  async wait(signal: AbortSignal | undefined, deadline?: Deadline): Promise<Thing> {
    const { promise, resolve, reject } = Promise.withResolvers<Thing>();
    const timer =
      deadline &&
      setTimeout(() => {
        reject(deadline.error());
      }, deadline.ms);
    const listener =
      signal &&
      addAbortListener(signal, () => {
        reject(createAbortError(signal));
      });
    this.#waiting.add(resolve);
    try {
      return await promise;
    } finally {
      this.#waiting.delete(resolve);
      clearTimeout(timer);
      listener?.[Symbol.dispose]();
    }
  }
}
