/** Periods of statistics that views offer, and their counts as bars of equal width. */
import type { GetProjectStatsResponse } from '../api/generated/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Periods by their name in the address. */
const ranges = {
  '20m': {
    label: 'Last 20 min',
    span: '20 minutes',
    periodMs: 20 * MINUTE_MS,
    barMs: MINUTE_MS,
    bucket: 'minute',
  },
  '6h': { label: '6 h', span: '6 hours', periodMs: 6 * HOUR_MS, barMs: 10 * MINUTE_MS, bucket: 'minute' },
  '24h': { label: '24 h', span: '24 hours', periodMs: 24 * HOUR_MS, barMs: HOUR_MS, bucket: 'hour' },
  '7d': { label: '7 d', span: '7 days', periodMs: 168 * HOUR_MS, barMs: 6 * HOUR_MS, bucket: 'hour' },
} as const;

export type RangeName = keyof typeof ranges;

export const rangeOptions = (Object.keys(ranges) as RangeName[]).map((value) => ({
  value,
  label: ranges[value].label,
}));

/** Returns the period that the address asks for; the other one for anything else. */
export function parseRange(text: string | undefined, otherwise: RangeName): RangeName {
  return rangeOptions.find(({ value }) => value === text)?.value ?? otherwise;
}

/** A bar of a chart. */
export interface Bar {
  /** Start, ms since 1970. */
  at: number;
  whole: number;
  part: number;
}

/** A period with the start of each of its bars; it ends with the bar that is still growing. */
export interface Period {
  /** Start of the first bar, ms since 1970. */
  from: number;
  barMs: number;
  bars: number;
  bucket: 'minute' | 'hour';
}

/** Returns the period that ends now, in whole bars. */
export function findPeriod(name: RangeName, now: number): Period {
  const { periodMs, barMs, bucket } = ranges[name];
  const bars = periodMs / barMs;
  const last = now - (now % barMs);
  return { from: last - (bars - 1) * barMs, barMs, bars, bucket };
}

/** Returns the last minute that is over, as the API takes it. */
export function findLastMinute(now: number) {
  const to = now - (now % MINUTE_MS);
  return {
    from: new Date(to - MINUTE_MS).toISOString(),
    to: new Date(to).toISOString(),
    bucket: 'minute' as const,
  };
}

/** Sums a count of buckets into the bars of the period; bars without buckets are 0. */
export function sumIntoBars<Bucket extends { at: number }>(
  { from, barMs, bars }: Period,
  buckets: readonly Bucket[],
  count: (bucket: Bucket) => number,
): number[] {
  const sums = Array.from({ length: bars }, () => 0);
  for (const bucket of buckets) {
    const index = Math.floor((bucket.at - from) / barMs);
    const sum = sums[index];
    if (sum !== undefined) sums[index] = sum + count(bucket);
  }
  return sums;
}

/** Sums buckets into the bars of a period. */
export function fillBars<Bucket extends { at: number }>(
  period: Period,
  buckets: readonly Bucket[],
  count: (bucket: Bucket) => Omit<Bar, 'at'>,
): Bar[] {
  const whole = sumIntoBars(period, buckets, (bucket) => count(bucket).whole);
  const part = sumIntoBars(period, buckets, (bucket) => count(bucket).part);
  return whole.map((sum, index) => ({
    at: period.from + index * period.barMs,
    whole: sum,
    part: part[index] ?? 0,
  }));
}

/** Returns the live calls at the end of each bar: those of now, less those that began since, and those that ended since. */
export function traceLive(
  live: number,
  period: Period,
  buckets: readonly Pick<GetProjectStatsResponse['buckets'][number], 'at' | 'begun' | 'ended'>[],
): number[] {
  const growth = sumIntoBars(period, buckets, ({ begun, ended }) => begun - ended);
  const traced: number[] = [];
  let now = live;
  for (const change of growth.toReversed()) {
    traced.unshift(Math.max(0, now));
    now -= change;
  }
  return traced;
}

/** Returns the length of a period in words: `24 hours`. */
export function describeSpan(name: RangeName): string {
  return ranges[name].span;
}

/** Returns the period as the API takes it. */
export function toPeriodQuery({ from, bucket }: Period) {
  return { from: new Date(from).toISOString(), bucket };
}
