/**
 * The port behind which it is counted what calls come to: sums in buckets of time. One contract suite
 * (test/contracts/counts.ts) says what every adapter promises.
 *
 * Owns: the sums. Does not own: what is counted, and what it means.
 *
 * K1 What several nodes add to one sum adds up.
 * K2 A flush that comes again, with its number, counts once; so one whose answer was lost can be sent again.
 * K3 A bucket is kept until its time, and forgotten some time after.
 */
import type { NodeId } from './call-store.ts';

/** Few sums of each bucket that are looked at often, or all the others. */
export type Sheet = 'calls' | 'steps';

/** How long a bucket lasts. */
export type Width = 'minute' | 'hour';

/** Whose sums, and of what. */
export interface Series {
  project: string;
  /** Name of the flow on which calls began. */
  flow: string;
  sheet: Sheet;
  width: Width;
}

/** What is added to the sums of a bucket. */
export interface Added extends Series {
  /** When the bucket begins, ms since the epoch. */
  at: number;
  /** Until when it is kept at least, ms since the epoch. */
  keptUntil: number;
  sums: Sum[];
}

/** How often something was so of calls on a version, which is written without a space. */
export interface Sum {
  version: string;
  name: string;
  count: number;
}

/** What one node adds at once. */
export interface Flush {
  node: NodeId;
  /** Greater than that of every flush of the node before. */
  number: number;
  /** The time now, ms since the epoch. */
  now: number;
  added: Added[];
}

/** Every member throws an `OperationalError` when the store is away, locked or full. */
export interface Counts {
  /** Adds all of it or nothing (K2). */
  add(flush: Flush): Promise<void>;
  /** The sums of the buckets that begin from `from` on and before `until`, each bucket by itself, in no order. */
  read(series: Series, span: { from: number; until: number }): Promise<(Sum & { at: number })[]>;
  /** The same buckets all together, in no order. */
  sum(series: Series, span: { from: number; until: number }): Promise<Sum[]>;
}

/** Sums of several buckets, all together. */
export function together(sums: Iterable<Sum>): Sum[] {
  const all = new Map<string, Sum>();
  for (const { version, name, count } of sums) {
    const key = `${version} ${name}`;
    all.set(key, { version, name, count: (all.get(key)?.count ?? 0) + count });
  }
  return [...all.values()];
}

/** How long a bucket of each width lasts, ms. */
export const WIDTH_MS: Readonly<Record<Width, number>> = { minute: 60_000, hour: 3_600_000 };
