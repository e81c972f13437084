/**
 * The port behind which notifications wait while the store is away.
 *
 * SPOOL-1 What `append` has resolved for survives the death of the process, until it is taken off.
 * SPOOL-2 Entries come back in the order in which they were appended, whichever process appended them.
 * SPOOL-3 An entry that was taken off may come back after a crash: whoever applies it must know a repetition.
 */

/** What waits. */
export interface Spooled {
  /** JSON of what came in. */
  entry: string;
  /** What it is about, such as a call; entries about the same thing are applied in order. */
  about: string;
  /** When it came, ms since the epoch. */
  at: number;
}

export interface SpoolState {
  entries: number;
  bytes: number;
  /** When the oldest came, ms since the epoch; undefined when the spool is empty. */
  oldestAt: number | undefined;
  /** It takes nothing more until some of it was taken off. */
  isFull: boolean;
}

export interface Spool {
  /** Keeps an entry. Throws an `OperationalError`: `spool_full`, or `spool_failed` when the disk does not take it. */
  append(entry: Spooled): Promise<void>;
  /** Up to `limit` of the oldest entries, in order; they stay where they are. */
  oldest(limit: number): Promise<Spooled[]>;
  /** Takes the oldest entries off, so many. */
  takeOff(count: number): Promise<void>;
  /** How many entries about this are kept. */
  count(about: string): number;
  state(): SpoolState;
  /** Finishes the writes under way. */
  close(): Promise<void>;
}
