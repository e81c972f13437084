/** Periods of statistics that views offer, and their counts as bars of equal width. */

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

/** A bar of the chart. */
export interface Bar {
  /** Start, ms since 1970. */
  at: number;
  begun: number;
  /** Ended calls that failed or in which the caller hung up early. */
  lost: number;
}

interface Bucket {
  at: number;
  begun: number;
  failed: number;
  hungUp: number;
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

/** Sums the buckets of the statistics into the bars of the period; bars without calls are there with zeros. */
export function fillBars({ from, barMs, bars }: Period, buckets: readonly Bucket[]): Bar[] {
  const filled = Array.from({ length: bars }, (_, index) => ({
    at: from + index * barMs,
    begun: 0,
    lost: 0,
  }));
  for (const { at, begun, failed, hungUp } of buckets) {
    const bar = filled[Math.floor((at - from) / barMs)];
    if (bar === undefined) continue;
    bar.begun += begun;
    bar.lost += failed + hungUp;
  }
  return filled;
}

/** Returns the length of a period in words: `24 hours`. */
export function describeSpan(name: RangeName): string {
  return ranges[name].span;
}

/** Returns the period as the API takes it. */
export function toPeriodQuery({ from, bucket }: Period) {
  return { from: new Date(from).toISOString(), bucket };
}
