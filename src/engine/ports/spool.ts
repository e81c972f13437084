/**
 * The port that keeps notifications while the store is unavailable.
 *
 * SPOOL-1 An entry survives a crash of the process from the moment `append` resolves until it is taken off.
 * SPOOL-2 Entries are returned in the order in which they were appended, by whichever process.
 * SPOOL-3 An entry that was taken off may be returned again after a crash, so applying it must be idempotent.
 */

/** An entry of the spool. */
export interface Spooled {
  /** JSON of the entry. */
  entry: string;
  /** The subject, such as a call; entries about the same subject are applied in order. */
  about: string;
  /** Time of arrival, ms since the epoch. */
  at: number;
}

export interface SpoolState {
  entries: number;
  bytes: number;
  /** Time of arrival of the oldest entry, ms since the epoch; undefined when the spool is empty. */
  oldestAt: number | undefined;
  /** No entry is accepted until some are taken off. */
  isFull: boolean;
}

export interface Spool {
  /** Stores an entry. Throws an `OperationalError`: `spool_full`, or `spool_failed` when writing fails. */
  append(entry: Spooled): Promise<void>;
  /** Returns up to `limit` of the oldest entries, in order, without removing them. */
  oldest(limit: number): Promise<Spooled[]>;
  /** Removes this number of the oldest entries. */
  takeOff(count: number): Promise<void>;
  /** Number of entries about a subject. */
  count(about: string): number;
  state(): SpoolState;
  /** Finishes the writes under way. */
  close(): Promise<void>;
}
