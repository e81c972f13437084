/**
 * Timeouts of one length, most of which are cancelled. They share one timer, since there are several for every
 * notification, and setting and clearing timers is expensive (docs/performance.md).
 *
 * The timer is that of the oldest wait, which ends first; when that was cancelled, the timer is set again for the next one.
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

  /** Runs the task when the time is over, unless the wait is ended before. */
  begin(task: () => void): Wait {
    const last = this.#ends.previous;
    const wait = { endsAt: this.#clock.elapsed() + this.#ms, task, previous: last, next: this.#ends };
    last.next = wait;
    this.#ends.previous = wait;
    if (this.#stopTimer === undefined) this.#setTimer(this.#ms);
    return wait;
  }

  /** Ends a wait, if it has not ended. */
  end(wait: Wait | undefined): void {
    if (wait?.task === undefined) return;
    wait.task = undefined;
    wait.previous.next = wait.next;
    wait.next.previous = wait.previous;
    // A reference to an ended wait must not retain the following ones.
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
    // A task may have begun another wait, and with it the timer.
    this.#stopTimer?.();
    this.#setTimer(first.endsAt - now);
  }
}
