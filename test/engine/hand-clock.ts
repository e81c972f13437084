import type { Clock } from '../../src/ports/index.ts';

interface Alarm {
  at: number;
  task: () => void;
}

/** A clock that stands still until a test moves it. */
export class HandClock implements Clock {
  #now: number;
  readonly #began: number;
  #alarms: Alarm[] = [];

  constructor(now = Date.parse('2026-08-01T12:00:00.000Z')) {
    this.#now = now;
    this.#began = now;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now - this.#began;
  }

  after(delayMs: number, task: () => void): () => void {
    const alarm = { at: this.#now + delayMs, task };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** Whether something is to happen exactly so much later. */
  waits(ms: number): boolean {
    return this.#alarms.some(({ at }) => at === this.#now + ms);
  }

  /** Lets time pass; what falls due runs in order, each thing at its own time. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#alarms = this.#alarms.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.task();
    }
    this.#now = end;
  }

  #next(end: number): Alarm | undefined {
    return this.#alarms.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];
  }
}
