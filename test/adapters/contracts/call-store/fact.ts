import type { Store } from '../../../../src/engine/ports/index.ts';

/** One body of data, seen by two writers. */
export interface Stores {
  /** What the first node holds. */
  one: Store;
  /** What the second node holds: another connection to the same data, where the store has connections. */
  two: Store;
  /** Closes both and opens the data again, as a new process would. */
  reopen: () => Promise<Store>;
  /** Closes and removes everything. */
  close(): Promise<void>;
}

export interface Fact {
  title: string;
  holds: (stores: Stores) => Promise<void>;
}
