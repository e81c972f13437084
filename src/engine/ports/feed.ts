/**
 * The port by which nodes publish live events to watchers on any of them. It is for watching only: what has to be known is
 * in the store. One contract suite (test/adapters/contracts/feed.ts) says what every adapter promises.
 *
 * FEED-1 What is added to a feed that is open comes to every reader of it, whichever node adds and reads, in one order.
 * FEED-2 Behind an entry a reader gets all that was added since, or learns that something is missing.
 * FEED-3 A feed that nobody has opened for a while is gone; what is added to it then is dropped.
 * FEED-4 Of each feed only so much is kept, whether or not it is read.
 */

/** A published event. */
export interface FeedEntry {
  /** Names its place in the feed: two numbers, such as `1700000000000-0`. */
  id: string;
  /** Empty for an entry that only marks a place. */
  text: string;
}

/** Every member throws an `OperationalError` when what nodes share is away. */
export interface Feed {
  /** Opens a feed, or keeps it open; gives the place behind which the next entry will be. */
  open(name: string): Promise<string>;
  /** True when anybody has opened it lately. */
  isOpen(name: string): Promise<boolean>;
  /** Adds entries in order, if it is open. */
  add(name: string, texts: readonly string[]): Promise<void>;
  /** Up to `limit` entries behind one, in order; undefined where it is not known any more what was behind it. */
  read(name: string, after: string, limit: number): Promise<FeedEntry[] | undefined>;
}

/** Retention of a feed that nobody opens, ms. */
export const FEED_RETENTION_MS = 300_000;
/** Minimum number of entries that are kept. */
export const MIN_FEED_LENGTH = 10_000;
