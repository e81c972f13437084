/** Runs a limited number of tasks concurrently and queues the others in order. */
export class Gate {
  #free: number;
  readonly #waiting = new Set<() => Promise<void>>();

  constructor(atATime: number) {
    this.#free = atATime;
  }

  /** Runs the task, immediately or as soon as another one ends. */
  admit(work: () => Promise<void>): void {
    this.#waiting.add(work);
    this.#fill();
  }

  #fill(): void {
    for (const work of this.#waiting) {
      if (this.#free === 0) return;
      this.#waiting.delete(work);
      this.#free -= 1;
      void work().finally(() => {
        this.#free += 1;
        this.#fill();
      });
    }
  }
}
