/**
 * The rows of the list of live calls. Each row has a signal of its own, so that an event renders one row.
 *
 * ROWS-1 While the list is held, no row is added, removed or moved: calls that have begun are counted, ended ones stay as ended.
 */
import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { CallSummary } from './live-calls.ts';

export interface LiveRow {
  id: string;
  call: Signal<CallSummary>;
  hasEnded: Signal<boolean>;
}

export class LiveRows {
  /** In the order of the list. */
  readonly rows = signal<readonly LiveRow[]>([]);
  /** Number of calls that have begun while the list is held. */
  readonly waiting = signal(0);
  readonly #known = new Map<string, LiveRow>();
  #calls: readonly CallSummary[] = [];
  #isHeld = false;

  /** Takes the present calls in the order of the list. */
  update(calls: readonly CallSummary[]): void {
    this.#calls = calls;
    const present = new Set(calls.map(({ id }) => id));
    for (const call of calls) {
      const row = this.#known.get(call.id);
      if (row !== undefined && row.call.peek() !== call) row.call.value = call;
    }
    if (this.#isHeld) this.#countWaiting(present);
    else this.#arrange(present);
  }

  /** Keeps the rows in place. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Shows what was waiting, and goes on. */
  release(): void {
    this.#isHeld = false;
    this.showWaiting();
  }

  /** Shows what was waiting; a held list stays held. */
  showWaiting(): void {
    this.#arrange(new Set(this.#calls.map(({ id }) => id)));
  }

  #countWaiting(present: ReadonlySet<string>): void {
    for (const { id, hasEnded } of this.rows.peek()) hasEnded.value = !present.has(id);
    this.waiting.value = this.#calls.filter(({ id }) => !this.#known.has(id)).length;
  }

  #arrange(present: ReadonlySet<string>): void {
    for (const id of this.#known.keys()) if (!present.has(id)) this.#known.delete(id);
    const rows = this.#calls.map((call) => this.#known.get(call.id) ?? this.#addRow(call));
    this.waiting.value = 0;
    const shown = this.rows.peek();
    if (rows.length !== shown.length || rows.some((row, index) => row !== shown[index]))
      this.rows.value = rows;
  }

  #addRow(call: CallSummary): LiveRow {
    const row = { id: call.id, call: signal(call), hasEnded: signal(false) };
    this.#known.set(call.id, row);
    return row;
  }
}
