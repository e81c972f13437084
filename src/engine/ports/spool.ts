/**
 * The port behind which notifications wait while the store is away.
 *
 * SPOOL-1 What `append` has resolved for survives the death of the process, until it is taken off.
 * SPOOL-2 Entries come back in the order in which they were appended, whichever process appended them.
 * SPOOL-3 An entry that was taken off may come back after a crash: whoever applies it must know a repetition.
 */

/** An entry of the spool. */
export interface Spooled {
  /** JSON of the entry. */
  entry: string;
  /** The subject, such as a call; entries about the same subject are applied in order. */
  about: string;
  /** When it came, ms since the epoch. */
  at: number;
}

export interface SpoolState {
  entries: number;
  bytes: number;
  /** When the oldest came, ms since the epoch; undefined when the spool is empty. */
  oldestAt: number | undefined;
  /** No entry is accepted until some are taken off. */
  isFull: boolean;
}

export interface Spool {
  /** Keeps an entry. Throws an `OperationalError`: `spool_full`, or `spool_failed` when the disk does not take it. */
  append(entry: Spooled): Promise<void>;
  /** Up to `limit` of the oldest entries, in order; they stay where they are. */
  oldest(limit: number): Promise<Spooled[]>;
  /** Removes the oldest entries, as many as given. */
  takeOff(count: number): Promise<void>;
  /** Number of entries about a subject. */
  count(about: string): number;
  state(): SpoolState;
  /** Finishes the writes under way. */
  close(): Promise<void>;
}
