/** Those who wait until nothing is under way. */
export class Idle {
  #waiting: (() => void)[] = [];

  /** Resolves when that is told the next time. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  tell(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
