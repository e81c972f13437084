/**
 * The port by which nodes publish live events to readers on all nodes. It is for watching only: durable facts are in the
 * store. A contract suite (test/adapters/contracts/feed.ts) specifies what every adapter promises.
 *
 * FEED-1 Entries added to an open feed reach all its readers on all nodes, in one order.
 * FEED-2 A reader gets all entries after its position, or learns that some are missing.
 * FEED-3 A feed that nobody has opened for a while is deleted; entries added to it later are dropped.
 * FEED-4 The length of each feed is bounded, whether or not it is read.
 */

/** A published event. */
export interface FeedEntry {
  /** Its position in the feed: two numbers, such as `1700000000000-0`. */
  id: string;
  /** Empty for an entry that only marks a position. */
  text: string;
}

/** Every member throws an `OperationalError` when the feed is unavailable. */
export interface Feed {
  /** Opens a feed, or keeps it open; returns the position of its end. */
  open(name: string): Promise<string>;
  /** True when it was opened within the retention time. */
  isOpen(name: string): Promise<boolean>;
  /** Adds entries in order, if the feed is open. */
  add(name: string, texts: readonly string[]): Promise<void>;
  /** Up to `limit` entries after a position, in order; undefined when entries after it are missing. */
  read(name: string, after: string, limit: number): Promise<FeedEntry[] | undefined>;
}

/** Retention of a feed that nobody opens, ms. */
export const FEED_RETENTION_MS = 300_000;
/** Minimum number of entries that are kept. */
export const MIN_FEED_LENGTH = 10_000;
