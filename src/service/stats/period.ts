/** Periods of statistics, in whole buckets. */
import { Refusal } from '../management/index.ts';
import { getBucketStart, WIDTH_MS } from '../../engine/ports/index.ts';
import type { Width } from '../../engine/ports/index.ts';
import { MINUTES_KEPT_MS } from './tally.ts';

/** Maximum number of buckets of a period. */
export const MAX_BUCKETS = 2_500;
const DEFAULT_PERIOD_MS: Record<Width, number> = { minute: WIDTH_MS.hour, hour: 24 * WIDTH_MS.hour };

export interface PeriodQuery {
  /** ms since the epoch; default: a day before `to`, of minutes an hour. */
  from?: number;
  /** ms since the epoch, not included; default: now. */
  to?: number;
  /** Default: minutes for up to three hours that are not long ago, else hours. */
  bucket?: Width;
}

export interface StatsPeriod {
  /** Start, ms since the epoch: the beginning of a bucket. */
  from: number;
  /** End, ms since the epoch. */
  to: number;
  bucket: Width;
}

/** Rounds the period to whole buckets. Throws a `Refusal`: `invalid_period`. */
export function alignPeriod(query: PeriodQuery, now: number, maxBuckets = MAX_BUCKETS): StatsPeriod {
  const { to = now } = query;
  const asked = query.from ?? to - DEFAULT_PERIOD_MS[query.bucket ?? 'hour'];
  const isShort = to - asked <= 3 * WIDTH_MS.hour && now - asked <= MINUTES_KEPT_MS;
  const { bucket = isShort ? 'minute' : 'hour' } = query;
  const from = getBucketStart(bucket, asked);
  if (from >= to) throw new Refusal('invalid_period', 'the period ends before it begins');
  if ((to - from) / WIDTH_MS[bucket] > maxBuckets)
    throw new Refusal(
      'invalid_period',
      `the period has more than ${maxBuckets} ${bucket}s: shorten it${bucket === 'minute' ? ', or use hours' : ''}`,
    );
  return { from, to, bucket };
}
