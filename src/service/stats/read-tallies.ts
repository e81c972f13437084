/** Reads how the calls of versions have ended since a time. */
import type { FlowRef, Tally } from '../management/index.ts';
import { getBucketStart } from '../../engine/ports/index.ts';
import type { Counts } from '../../engine/ports/index.ts';
import { ENDED, FAILED, HUNG_UP } from './counted.ts';
import { MINUTES_KEPT_MS } from './tally.ts';

/** Returns the results of a version's calls that ended since a time, from the beginning of that minute, or of that hour if minutes have expired. */
export async function readTallies(
  counts: Pick<Counts, 'sum'>,
  { project, flow }: FlowRef,
  { since, now }: { since: number; now: number },
): Promise<(version: string) => Tally> {
  const width = now - since < MINUTES_KEPT_MS ? 'minute' : 'hour';
  const span = { from: getBucketStart(width, since), until: now + 1 };
  const found = await counts.sum({ project, flow, sheet: 'calls', width }, span);
  const sums = new Map(found.map(({ version, name, count }) => [`${version} ${name}`, count]));
  const seen = (version: string, name: string) => sums.get(`${version} ${name}`) ?? 0;
  return (version) => ({
    ended: seen(version, ENDED),
    failed: seen(version, FAILED),
    hungUp: seen(version, HUNG_UP),
  });
}
