/** The period that the overview shows, and its statistics as bars of equal width. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Periods by their name in the address. */
const ranges = {
  '20m': { label: 'Last 20 min', periodMs: 20 * MINUTE_MS, barMs: MINUTE_MS, bucket: 'minute' },
  '6h': { label: '6 h', periodMs: 6 * HOUR_MS, barMs: 10 * MINUTE_MS, bucket: 'minute' },
  '24h': { label: '24 h', periodMs: 24 * HOUR_MS, barMs: HOUR_MS, bucket: 'hour' },
  '7d': { label: '7 d', periodMs: 168 * HOUR_MS, barMs: 6 * HOUR_MS, bucket: 'hour' },
} as const;

type RangeName = keyof typeof ranges;

export const rangeOptions = (Object.keys(ranges) as RangeName[]).map((value) => ({
  value,
  label: ranges[value].label,
}));

/** Returns the period that the address asks for; the shortest for anything else. */
export function parseRange(text: string | undefined): RangeName {
  return rangeOptions.find(({ value }) => value === text)?.value ?? '20m';
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

/** Returns the top of the axis: a round number of at least the highest bar that splits into three. */
export function findAxisTop(highest: number): number {
  const third = Math.max(1, highest / 3);
  const power = 10 ** Math.floor(Math.log10(third));
  const step = [1, 2, 3, 5, 6, 8, 10].find((factor) => factor * power >= third) ?? 10;
  return 3 * step * power;
}
