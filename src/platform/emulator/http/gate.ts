/** Lets so many pieces of work run at a time; the others wait, in the order in which they came. */
export class Gate {
  #free: number;
  readonly #waiting = new Set<() => Promise<void>>();

  constructor(atATime: number) {
    this.#free = atATime;
  }

  /** Runs the work, at once or when there is room. */
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
