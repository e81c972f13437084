/**
 * Waits of one length, most of which are over before their time. They share one timer, since there are some for every
 * notification, and setting and stopping a timer costs more than what is waited for here (docs/performance.md).
 *
 * The one that began first ends first, so the timer is that of the first, and set anew when it was for one that is over. A
 * clock that is set forward ends waits by as much earlier, one that is set back by as much later, but never by more than their length.
 */
import type { Clock } from '../ports/index.ts';

export interface Wait {
  /** ms since the epoch. */
  endsAt: number;
  /** What is done when it has taken its time; undefined once it is over. */
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
    const wait = { endsAt: this.#clock.now() + this.#ms, task, previous: last, next: this.#ends };
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
    const now = this.#clock.now();
    let first = this.#ends.next;
    for (; first.task !== undefined && this.#isOver(first, now); first = this.#ends.next) {
      const { task } = first;
      this.end(first);
      task();
    }
    if (first === this.#ends) return;
    // What was done may have begun another wait, which is not the first.
    this.#stopTimer?.();
    this.#setTimer(first.endsAt - now);
  }

  /** One that would take longer than at its beginning has a clock that was set back meanwhile; not by what sums of fractions are wrong. */
  #isOver({ endsAt }: Wait, now: number): boolean {
    return endsAt <= now || endsAt - now > this.#ms + 1;
  }
}
