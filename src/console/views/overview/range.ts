/** The period that the overview shows. */
import type { Period } from '../../ui/bars.ts';

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

/** Returns the period that ends now, in whole bars. */
export function findPeriod(name: RangeName, now: number): Period {
  const { periodMs, barMs, bucket } = ranges[name];
  const bars = periodMs / barMs;
  const last = now - (now % barMs);
  return { from: last - (bars - 1) * barMs, barMs, bars, bucket };
}
