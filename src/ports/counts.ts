/**
 * The port behind which it is counted what calls come to: sums in buckets of time. One contract suite
 * (test/contracts/counts.ts) says what every adapter promises.
 *
 * Owns: the sums. Does not own: what is counted, and what it means.
 *
 * K1 What several nodes add to one sum adds up.
 * K2 A flush that comes again, with its number, counts once; so one whose answer was lost can be sent again.
 * K3 A bucket is kept until its time, and forgotten some time after.
 * K4 `sum` tells what `read` tells, all together. Stores hold sums of wider buckets beside those of each, and change both in
 *    one write, so that a long period is few of them.
 */
import type { NodeId } from './call-store.ts';

/** Few sums of each bucket that are looked at often, or all the others. */
export type Sheet = 'calls' | 'steps';

/** How long a bucket lasts. */
export type Width = 'minute' | 'hour';

/** How long one lasts that holds the sums of others; nothing is told of it by itself. */
export type WideWidth = 'ten_minutes' | 'day';

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
  /** Until when it is kept at least, ms since the epoch; the same for all buckets of a wider one, whose sums go with them. */
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
  read(series: Series, period: Period): Promise<(Sum & { at: number })[]>;
  /** The same buckets all together, in no order (K4). */
  sum(series: Series, period: Period): Promise<Sum[]>;
}

/** Buckets that begin from `from` on and before `until`, ms since the epoch. */
export interface Period {
  from: number;
  until: number;
}

/** Some buckets of one width. */
export interface Stretch extends Period {
  width: Width | WideWidth;
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
export const WIDTH_MS: Readonly<Record<Width | WideWidth, number>> = {
  minute: 60_000,
  ten_minutes: 600_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** The wider bucket that holds the sums of each. */
export const WIDER: Readonly<Record<Width, WideWidth>> = { minute: 'ten_minutes', hour: 'day' };

/** When the bucket begins that a time is in, ms since the epoch. */
export function beginOf(width: Width | WideWidth, time: number): number {
  return time - (time % WIDTH_MS[width]);
}

/** The fewest buckets that together are those of a period: wider ones where all of one lies in it. */
export function stretchesOf(width: Width, { from, until }: Period): Stretch[] {
  const wider = WIDER[width];
  const [first, end] = [nextOf(width, from), nextOf(width, until)];
  const [wideFirst, wideEnd] = [nextOf(wider, first), beginOf(wider, end)];
  if (wideFirst >= wideEnd) return first < end ? [{ width, from: first, until: end }] : [];
  const all: Stretch[] = [
    { width, from: first, until: wideFirst },
    { width: wider, from: wideFirst, until: wideEnd },
    { width, from: wideEnd, until: end },
  ];
  return all.filter((one) => one.from < one.until);
}

/** When the first bucket begins that does so from a time on. */
function nextOf(width: Width | WideWidth, time: number): number {
  return Math.ceil(time / WIDTH_MS[width]) * WIDTH_MS[width];
}
