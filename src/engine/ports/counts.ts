/**
 * The port that stores statistics of calls: sums in buckets of time. A contract suite
 * (test/adapters/contracts/counts.ts) specifies what every adapter promises.
 *
 * Owns: the sums. Does not own: what is counted, and what it means.
 *
 * COUNTS-1 Additions of several nodes to one sum add up.
 * COUNTS-2 A repeated flush, with the same number, counts once, so a flush without an answer can be sent again.
 * COUNTS-3 A bucket is kept until its time, and deleted some time after.
 * COUNTS-4 `sum` returns the total of what `read` returns. Stores also hold the sums of wider buckets, changed in the same
 *    write, so that a long period consists of few buckets.
 */
import type { NodeId } from './call-store.ts';

/**
 * The group of sums. Of a flow: `calls`, the few that are read often, and `steps`. Of a project: `flows`, by flow, and
 * `project`, of all flows together. `campaign`: of a campaign.
 */
export type Sheet = 'calls' | 'steps' | 'flows' | 'project' | 'campaign';

/** Stands for the flow of a series of a project, and for the version where all are counted together. */
export const ALL_COUNTED = '*';

/** Width of a bucket. */
export type Width = 'minute' | 'hour';

/** Width of a bucket that holds the sums of others; it is never read on its own. */
export type WideWidth = 'ten_minutes' | 'quarter_day' | 'day';

/** The key of a series of buckets. */
export interface Series {
  project: string;
  /** Name of the flow on which calls began; `ALL_COUNTED` in series of a project, the id in those of a campaign. */
  flow: string;
  sheet: Sheet;
  width: Width;
}

/** Additions to the sums of one bucket. */
export interface BucketAddition extends Series {
  /** When the bucket begins, ms since the epoch. */
  at: number;
  /** Minimum retention, ms since the epoch; the same for all buckets within one of the widest. */
  keptUntil: number;
  sums: Sum[];
}

/** A count of calls. */
export interface Sum {
  /** Version of the flow; in the sheet `flows` the name of the flow. Has no space. */
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

/** Every member throws an `OperationalError` when the store is unavailable, locked or full. */
export interface Counts {
  /** Adds all of it or nothing (COUNTS-2). */
  add(flush: Flush): Promise<void>;
  /** The buckets of a period that are not empty, in no order. */
  read(series: Series, period: Period): Promise<Bucket[]>;
  /** The total of the same buckets, in no order (COUNTS-4). */
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

/** Adds up the sums of several buckets. */
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

/** The wider buckets that also hold the sums of each width, the widest last; each consists of whole narrower ones. */
export const WIDER_WIDTHS: Readonly<Record<Width, readonly WideWidth[]>> = {
  minute: ['ten_minutes'],
  hour: ['quarter_day', 'day'],
};

/** Returns the widest bucket that holds the sums of a width. */
export function getWidest(width: Width): BucketRange['width'] {
  return WIDER_WIDTHS[width].at(-1) ?? width;
}

/** Returns the beginning of the bucket that contains a time, ms since the epoch. */
export function getBucketStart(width: Width | WideWidth, time: number): number {
  return time - (time % WIDTH_MS[width]);
}

/** Splits a period into as few buckets as possible, wider ones where they fit. */
export function splitPeriod(width: Width, { from, until }: Period): BucketRange[] {
  return coverPeriod([width, ...WIDER_WIDTHS[width]], {
    from: roundUp(width, from),
    until: roundUp(width, until),
  });
}

/** Splits a period of whole buckets of the first width. */
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

/** Returns the beginning of the first bucket at or after a time. */
function roundUp(width: Width | WideWidth, time: number): number {
  return Math.ceil(time / WIDTH_MS[width]) * WIDTH_MS[width];
}
