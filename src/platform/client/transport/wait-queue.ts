/** Who waits for one of a few things, in order of arrival. Whoever gives up leaves. */
import { addAbortListener } from 'node:events';
import { aborted } from './failure.ts';

/** When to stop waiting, and what is thrown then. */
interface Deadline {
  ms: number;
  error: () => Error;
}

export class Line<Thing> {
  readonly #waiting = new Set<(thing: Thing) => void>();

  /** Gives a thing to whoever has waited longest; false when nobody waits. */
  serve(thing: Thing): boolean {
    const [next] = this.#waiting;
    if (next === undefined) return false;
    this.#waiting.delete(next);
    next(thing);
    return true;
  }

  /** Waits to be served. Throws when the signal aborts, or the deadline passes. */
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
        reject(aborted(signal));
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
