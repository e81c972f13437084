import type { Clock } from '../../src/engine/ports/index.ts';

interface Alarm {
  /** By what has elapsed. */
  at: number;
  task: () => void;
}

/** A clock that stands still until a test moves it. */
export class HandClock implements Clock {
  readonly #began: number;
  #elapsed = 0;
  #alarms: Alarm[] = [];

  constructor(now = Date.parse('2026-08-01T12:00:00.000Z')) {
    this.#began = now;
  }

  now(): number {
    return this.#began + this.#elapsed;
  }

  elapsed(): number {
    return this.#elapsed;
  }

  after(delayMs: number, task: () => void): () => void {
    const alarm = { at: this.#elapsed + delayMs, task };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  nextTurn(task: () => void): void {
    setImmediate(task);
  }

  /** Whether something is to happen exactly so much later. */
  waits(ms: number): boolean {
    return this.#alarms.some(({ at }) => at === this.#elapsed + ms);
  }

  /** Lets time pass; what falls due runs in order, each thing at its own time. */
  pass(ms: number): void {
    const end = this.#elapsed + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#alarms = this.#alarms.filter((other) => other !== next);
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.task();
    }
    this.#elapsed = end;
  }

  #next(end: number): Alarm | undefined {
    return this.#alarms.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];
  }
}
