/** The period of a campaign as bars, and what its statistics count in each. */
import type { GetCampaignStatsResponse } from '../../api/generated/types.gen.ts';
import { fillBars } from '../../data/periods.ts';
import type { Bar, Period } from '../../data/periods.ts';
import type { Campaign } from './progress.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Counts by minute are kept this long. */
const MINUTES_KEPT_MS = 6 * HOUR_MS;
const BARS = { least: 12, most: 60 };

/** Returns the period from the start of a campaign to its end or now, in at most 60 bars; undefined before the start. */
export function findCampaignPeriod(
  { startedAt, endedAt }: Pick<Campaign, 'startedAt' | 'endedAt'>,
  now: number,
): Period | undefined {
  if (startedAt === undefined) return undefined;
  const bucket = now - startedAt < MINUTES_KEPT_MS - MINUTE_MS ? 'minute' : 'hour';
  const bucketMs = bucket === 'minute' ? MINUTE_MS : HOUR_MS;
  const from = startedAt - (startedAt % bucketMs);
  const buckets = Math.floor(((endedAt ?? now) - from) / bucketMs) + 1;
  const perBar = Math.ceil(buckets / BARS.most);
  return { from, bucket, barMs: perBar * bucketMs, bars: Math.max(BARS.least, Math.ceil(buckets / perBar)) };
}

/** Counts the calls that were requested in each bar. */
export function countPlaced(period: Period, { buckets }: Pick<GetCampaignStatsResponse, 'buckets'>): Bar[] {
  return fillBars(period, buckets, ({ attempts }) => ({ whole: attempts, part: 0 }));
}

/** Returns the calls that the pace permits in a bar. */
export function computeBarLimit({ barMs }: Pick<Period, 'barMs'>, { pace }: Pick<Campaign, 'pace'>): number {
  return (pace.perSecond * barMs) / 1_000;
}

/** Counts the calls that ended in each bar, and of them those without an answer. */
export function countResults(period: Period, { buckets }: Pick<GetCampaignStatsResponse, 'buckets'>): Bar[] {
  return fillBars(period, buckets, ({ answered, byResult }) => {
    const ended = Object.values(byResult).reduce((sum, count) => sum + count, 0);
    return { whole: ended, part: ended - answered };
  });
}

/** Names the width of a bar: `minute`, `5 minutes`, `hour`. */
export function nameWidth({ barMs, bucket }: Pick<Period, 'barMs' | 'bucket'>): string {
  const count = barMs / (bucket === 'minute' ? MINUTE_MS : HOUR_MS);
  return count === 1 ? bucket : `${count} ${bucket}s`;
}
