/**
 * Virtual time and scheduled tasks, in a binary heap. Owns the order of tasks, not their meaning.
 *
 * VIRTUAL-CLOCK-1. `now` never goes back; while a task runs it is exactly the time the task was scheduled for.
 * VIRTUAL-CLOCK-2. Tasks run in order of time, and simultaneous ones in the order in which they were scheduled, so that a run
 *   is repeatable.
 * VIRTUAL-CLOCK-3. A cancelled task never runs and does not appear in `nextAt`.
 */

/** A scheduled task. */
export interface Ticket {
  /** Virtual time, ms. */
  readonly at: number;
  readonly order: number;
  /** Undefined once cancelled. */
  task: (() => void) | undefined;
}

export class VirtualClock {
  #now = 0;
  #planned = 0;
  readonly #heap: Ticket[] = [];

  /** Virtual time, ms since the epoch. */
  get now(): number {
    return this.#now;
  }

  /** Schedules a task; cancel it by setting the ticket's `task` to undefined. */
  plan(at: number, task: () => void): Ticket {
    const ticket: Ticket = { at, order: this.#planned++, task };
    this.#heap.push(ticket);
    this.#rise(this.#heap.length - 1, ticket);
    return ticket;
  }

  /** Returns the time of the next task, if any. */
  nextAt(): number | undefined {
    let first = this.#heap[0];
    while (first !== undefined && first.task === undefined) {
      this.#removeFirst(first);
      first = this.#heap[0];
    }
    return first?.at;
  }

  /** Advances the time and runs the tasks due until then. */
  runUntil(now: number): void {
    for (let at = this.nextAt(); at !== undefined && at <= now; at = this.nextAt()) {
      this.#now = Math.max(this.#now, at);
      this.#runFirst();
    }
    this.#now = Math.max(this.#now, now);
  }

  #runFirst(): void {
    const first = this.#heap[0];
    if (first === undefined) return;
    this.#removeFirst(first);
    first.task?.();
  }

  #removeFirst(first: Ticket): void {
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) this.#sink(last);
  }

  #rise(from: number, ticket: Ticket): void {
    let index = from;
    while (index > 0) {
      const up = (index - 1) >> 1;
      const parent = this.#heap[up];
      if (parent === undefined || !isBefore(ticket, parent)) break;
      this.#heap[index] = parent;
      index = up;
    }
    this.#heap[index] = ticket;
  }

  #sink(ticket: Ticket): void {
    let index = 0;
    for (;;) {
      const down = this.#earlierChild(index);
      const child = this.#heap[down];
      if (child === undefined || !isBefore(child, ticket)) break;
      this.#heap[index] = child;
      index = down;
    }
    this.#heap[index] = ticket;
  }

  #earlierChild(index: number): number {
    const left = this.#heap[2 * index + 1];
    const right = this.#heap[2 * index + 2];
    return left && right && isBefore(right, left) ? 2 * index + 2 : 2 * index + 1;
  }
}

function isBefore(one: Ticket, other: Ticket): boolean {
  return one.at === other.at ? one.order < other.order : one.at < other.at;
}
