/** Work that callers share: done once for all who wait for it, and only so much at a time. */

interface Work<Result> {
  result: Promise<Result>;
  controller: AbortController;
  waiting: number;
  isDone: boolean;
}

/** Runs work once per key for all callers who wait for it at the same time. It is aborted when the last one has given up. */
export class SharedWork<Result> {
  readonly #works = new Map<string, Work<Result>>();

  /** Waits for the work of this key, which is started unless it is running. Rejects with the reason of the signal. */
  async run(
    key: string,
    start: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const work = this.#works.get(key) ?? this.#begin(key, start);
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const giveUp = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    work.waiting += 1;
    try {
      return await Promise.race([work.result, aborted]);
    } finally {
      signal.removeEventListener('abort', giveUp);
      work.waiting -= 1;
      if (work.waiting === 0) this.#end(key, work);
    }
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<Result>): Work<Result> {
    const controller = new AbortController();
    const work: Work<Result> = { result: start(controller.signal), controller, waiting: 0, isDone: false };
    const settle = () => (work.isDone = true);
    work.result.then(settle, settle);
    this.#works.set(key, work);
    return work;
  }

  #end(key: string, work: Work<Result>): void {
    if (this.#works.get(key) === work) this.#works.delete(key);
    if (!work.isDone) work.controller.abort();
  }
}
/** Runs at most so many tasks at a time; the others wait in the order in which they came. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Runs a task when a slot is free. A task that was aborted while it waited is not run. */
  async run<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
