/** Reads the counts of a campaign by time. */
import { getBucketStart } from '../../engine/ports/index.ts';
import type { Bucket, Counts } from '../../engine/ports/index.ts';
import { alignPeriod } from './period.ts';
import type { PeriodQuery, StatsPeriod } from './period.ts';

/** Counts of a campaign in one bucket. */
interface CampaignBucket {
  /** When it begins, ms since the epoch. */
  at: number;
  /** Requested calls. */
  attempts: number;
  /** Calls that ended with the result `answered`. */
  answered: number;
  /** Calls that ended without a result of the recipient: `failed` or `unknown`. */
  failed: number;
  /** Recipients who will not be called again. */
  finished: number;
  /** Ended calls by result. */
  byResult: Record<string, number>;
}

export interface CampaignStats extends StatsPeriod {
  /** Ordered by time; empty buckets are omitted. */
  buckets: CampaignBucket[];
}

interface CampaignQuery extends PeriodQuery {
  project: string;
  id: string;
  /** Creation of the campaign, ms since the epoch: counts of an earlier one with the same id are left out. */
  createdAt: number;
}

const BY_RESULT = 'ended ';

/** Reads a period of at most 2,500 buckets. Throws a `Refusal`: `invalid_period`. */
export async function readCampaignStats(
  counts: Pick<Counts, 'read'>,
  { project, id, createdAt, ...query }: CampaignQuery,
  now: number,
): Promise<CampaignStats> {
  const span = alignPeriod(query, now);
  const series = { project, flow: id, sheet: 'campaign' as const, width: span.bucket };
  const from = Math.max(span.from, getBucketStart(span.bucket, createdAt));
  const buckets = await counts.read(series, { from, until: span.to });
  return { ...span, buckets: buckets.map(readBucket).sort((one, other) => one.at - other.at) };
}

function readBucket({ at, sums }: Bucket): CampaignBucket {
  const ended = Object.entries(sums).filter(([name]) => name.startsWith(BY_RESULT));
  const byResult: Record<string, number> = Object.fromEntries(
    ended.map(([name, count]) => [name.slice(BY_RESULT.length), count]),
  );
  const { attempts = 0, finished = 0 } = sums;
  const { answered = 0, failed = 0, unknown = 0 } = byResult;
  return { at, attempts, answered, failed: failed + unknown, finished, byResult };
}
