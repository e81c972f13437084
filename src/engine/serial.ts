/** Runs tasks of one call one after another, tasks of different calls side by side. Within this process only. */
export class Serial {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the task once every earlier one of the same key is over, however it ended. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    const running = before === undefined ? task() : before.then(task, task);
    this.#last.set(key, running);
    const forget = () => {
      if (this.#last.get(key) === running) this.#last.delete(key);
    };
    running.then(forget, forget);
    return running;
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}
