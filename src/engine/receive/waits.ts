/**
 * Timeouts of one length, most of which are cancelled. They share one timer, since there are some for every
 * notification, and setting and stopping a timer costs more than what is waited for here (docs/performance.md).
 *
 * The one that began first ends first, so the timer is that of the first, and set anew when it was for one that is over.
 */
import type { Clock } from '../ports/index.ts';

export interface Wait {
  /** In the elapsed time of the clock, ms. */
  endsAt: number;
  /** Runs when the time is over; undefined once the wait has ended. */
  task: (() => void) | undefined;
  previous: Wait;
  next: Wait;
}

export class Waits {
  readonly #clock: Clock;
  readonly #ms: number;
  /** Before the first and behind the last. */
  readonly #ends: Wait;
  #stopTimer: (() => void) | undefined;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
    const ends = { endsAt: Infinity, task: undefined } as Wait;
    ends.previous = ends;
    ends.next = ends;
    this.#ends = ends;
  }

  /** Does the task when the time is over, unless the wait is ended before. */
  begin(task: () => void): Wait {
    const last = this.#ends.previous;
    const wait = { endsAt: this.#clock.elapsed() + this.#ms, task, previous: last, next: this.#ends };
    last.next = wait;
    this.#ends.previous = wait;
    if (this.#stopTimer === undefined) this.#setTimer(this.#ms);
    return wait;
  }

  /** Ends a wait; one that is over stays so. */
  end(wait: Wait | undefined): void {
    if (wait?.task === undefined) return;
    wait.task = undefined;
    wait.previous.next = wait.next;
    wait.next.previous = wait.previous;
    // Whoever still holds it holds none of those that come after it.
    wait.previous = wait;
    wait.next = wait;
    if (this.#ends.next !== this.#ends) return;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #setTimer(ms: number): void {
    this.#stopTimer = this.#clock.after(ms, () => {
      this.#stopTimer = undefined;
      this.#look();
    });
  }

  #look(): void {
    const now = this.#clock.elapsed();
    let first = this.#ends.next;
    for (; first.task !== undefined && first.endsAt <= now; first = this.#ends.next) {
      const { task } = first;
      this.end(first);
      task();
    }
    if (first === this.#ends) return;
    // What was done may have begun another wait, which is not the first.
    this.#stopTimer?.();
    this.#setTimer(first.endsAt - now);
  }
}
