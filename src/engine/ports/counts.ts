/**
 * The port that keeps statistics of calls: sums in buckets of time. One contract suite
 * (test/adapters/contracts/counts.ts) says what every adapter promises.
 *
 * Owns: the sums. Does not own: what is counted, and what it means.
 *
 * COUNTS-1 What several nodes add to one sum adds up.
 * COUNTS-2 A flush that comes again, with its number, counts once; so one whose answer was lost can be sent again.
 * COUNTS-3 A bucket is kept until its time, and forgotten some time after.
 * COUNTS-4 `sum` tells what `read` tells, all together. Stores hold sums of wider buckets beside those of each, and change both in
 *    one write, so that a long period is few of them.
 */
import type { NodeId } from './call-store.ts';

/** The group of sums: the few of each bucket that are read often, or all others. */
export type Sheet = 'calls' | 'steps';

/** Width of a bucket. */
export type Width = 'minute' | 'hour';

/** Width of a bucket that holds the sums of others; it is never read by itself. */
export type WideWidth = 'ten_minutes' | 'quarter_day' | 'day';

/** Whose sums, and of what. */
export interface Series {
  project: string;
  /** Name of the flow on which calls began. */
  flow: string;
  sheet: Sheet;
  width: Width;
}

/** Additions to the sums of one bucket. */
export interface BucketAddition extends Series {
  /** When the bucket begins, ms since the epoch. */
  at: number;
  /** Until when it is kept at least, ms since the epoch; the same for all buckets of a widest one, which goes with them. */
  keptUntil: number;
  sums: Sum[];
}

/** The number of times that something was true of calls on a version, whose name has no space. */
export interface Sum {
  version: string;
  name: string;
  count: number;
}

/** A batch of additions of one node. */
export interface Flush {
  node: NodeId;
  /** Greater than that of every flush of the node before. */
  number: number;
  /** The time now, ms since the epoch. */
  now: number;
  added: BucketAddition[];
}

/** Every member throws an `OperationalError` when the store is away, locked or full. */
export interface Counts {
  /** Adds all of it or nothing (COUNTS-2). */
  add(flush: Flush): Promise<void>;
  /** The buckets of a period, those in which there is something, in no order. */
  read(series: Series, period: Period): Promise<Bucket[]>;
  /** The same buckets all together, in no order (COUNTS-4). */
  sum(series: Series, period: Period): Promise<Sum[]>;
}

/** Buckets that begin from `from` on and before `until`, ms since the epoch. */
export interface Period {
  from: number;
  until: number;
}

/** Sums of calls on one version in one bucket. */
export interface Bucket {
  /** When it begins, ms since the epoch. */
  at: number;
  version: string;
  /** By name. */
  sums: Readonly<Record<string, number>>;
}

/** Some buckets of one width. */
export interface BucketRange extends Period {
  width: Width | WideWidth;
}

/** Sums of several buckets, all together. */
export function addUp(sums: Iterable<Sum>): Sum[] {
  const all = new Map<string, Map<string, Sum>>();
  for (const { version, name, count } of sums) {
    const ofVersion = all.get(version) ?? new Map<string, Sum>();
    all.set(version, ofVersion);
    const sum = ofVersion.get(name);
    if (sum === undefined) ofVersion.set(name, { version, name, count });
    else sum.count += count;
  }
  return [...all.values()].flatMap((ofVersion) => [...ofVersion.values()]);
}

/** Duration of a bucket of each width, ms. */
export const WIDTH_MS: Readonly<Record<Width | WideWidth, number>> = {
  minute: 60_000,
  ten_minutes: 600_000,
  hour: 3_600_000,
  quarter_day: 21_600_000,
  day: 86_400_000,
};

/** The wider buckets that hold the sums of each, the widest last: each is whole ones of those before it. */
export const WIDER_WIDTHS: Readonly<Record<Width, readonly WideWidth[]>> = {
  minute: ['ten_minutes'],
  hour: ['quarter_day', 'day'],
};

/** The widest of them. */
export function getWidest(width: Width): BucketRange['width'] {
  return WIDER_WIDTHS[width].at(-1) ?? width;
}

/** When the bucket begins that a time is in, ms since the epoch. */
export function getBucketStart(width: Width | WideWidth, time: number): number {
  return time - (time % WIDTH_MS[width]);
}

/** The fewest buckets that together are those of a period: wider ones where all of one lies in it. */
export function splitPeriod(width: Width, { from, until }: Period): BucketRange[] {
  return coverPeriod([width, ...WIDER_WIDTHS[width]], {
    from: roundUp(width, from),
    until: roundUp(width, until),
  });
}

/** Period: whole buckets of the first width. */
function coverPeriod(
  [width, wider, ...widest]: readonly BucketRange['width'][],
  { from, until }: Period,
): BucketRange[] {
  if (width === undefined || from >= until) return [];
  const [first, end] =
    wider === undefined ? [until, until] : [roundUp(wider, from), getBucketStart(wider, until)];
  if (wider === undefined || first >= end) return [{ width, from, until }];
  return [
    ...coverPeriod([width], { from, until: first }),
    ...coverPeriod([wider, ...widest], { from: first, until: end }),
    ...coverPeriod([width], { from: end, until }),
  ];
}

/** When the first bucket begins that does so from a time on. */
function roundUp(width: Width | WideWidth, time: number): number {
  return Math.ceil(time / WIDTH_MS[width]) * WIDTH_MS[width];
}
