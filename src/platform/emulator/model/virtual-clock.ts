/**
 * Virtual time and what is due in it: a binary heap. Owns the order of things, not their meaning.
 *
 * 1. `now` never goes back; while a task runs it is exactly the time for which the task was planned.
 * 2. Tasks run by time, and at the same time in the order in which they were planned, so that a run repeats exactly.
 * 3. A cancelled ticket never runs, and never shows in `nextAt`.
 */

/** One thing to be done later. */
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

  /** Plans a task; it is cancelled by setting the ticket's `task` to undefined. */
  plan(at: number, task: () => void): Ticket {
    const ticket: Ticket = { at, order: this.#planned++, task };
    this.#heap.push(ticket);
    this.#rise(this.#heap.length - 1, ticket);
    return ticket;
  }

  /** When the next task is due; undefined when there is none. */
  nextAt(): number | undefined {
    let first = this.#heap[0];
    while (first !== undefined && first.task === undefined) {
      this.#removeFirst(first);
      first = this.#heap[0];
    }
    return first?.at;
  }

  /** Moves time forward and runs what is due on the way. */
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
