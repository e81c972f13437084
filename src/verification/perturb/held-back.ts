import type { CallEvent } from '../../call/index.ts';

/** Events on their way to a call that come later than they should. */
export class HeldBack {
  readonly #events: { event: CallEvent; at: number }[] = [];

  /** Keeps an event until then. */
  add(event: CallEvent, at: number): void {
    this.#events.push({ event, at });
  }

  /** When the next one comes. */
  nextAt(): number | undefined {
    return this.#events.length === 0 ? undefined : Math.min(...this.#events.map(({ at }) => at));
  }

  /** Takes out what has come by now; without a time all there is. */
  take(now: number, by = now): CallEvent[] {
    const come = this.#events.filter(({ at }) => at <= by);
    for (const one of come) this.#events.splice(this.#events.indexOf(one), 1);
    return come.map(({ event }) => ({ ...event, at: now }));
  }
}
