/** Counts of a node that are not written yet. */
import { getBucketStart, getWidest, WIDTH_MS } from '../../engine/ports/index.ts';
import type { BucketAddition, Sheet, Width } from '../../engine/ports/index.ts';

/** Retention of minutes, ms; hours are kept as long as calls. */
export const MINUTES_KEPT_MS = 6 * WIDTH_MS.hour;
/** Maximum number of sums per write, each for all its buckets, so that calls do not wait. */
const AT_ONCE = 250;

/** Counts of one version of a flow in one minute. */
export interface Tally {
  project: string;
  flow: string;
  version: string;
  /** Start of the minute, ms since the epoch. */
  at: number;
  /** Sums by name. */
  sheets: Record<Sheet, Map<string, number>>;
}

/** Splits tallies into writes of limited size, for minutes and the hours that contain them. */
export function splitIntoWrites(tallies: Iterable<Tally>, retentionMs: number): BucketAddition[][] {
  const pieces: BucketAddition[][] = [];
  let room = 0;
  for (const tally of tallies)
    for (const added of splitIntoBuckets(tally, retentionMs)) {
      const last = pieces.at(-1);
      if (last === undefined || room < added.sums.length) {
        pieces.push([added]);
        room = AT_ONCE;
      } else last.push(added);
      room -= added.sums.length;
    }
  return pieces;
}

/** Returns every bucket of a tally, split to at most this many sums. */
function splitIntoBuckets(
  { sheets, at, version, project, flow }: Tally,
  retentionMs: number,
): BucketAddition[] {
  const keptMs: Record<Width, number> = { minute: MINUTES_KEPT_MS, hour: retentionMs };
  return (['calls', 'steps'] as const).flatMap((sheet) => {
    const sums = [...sheets[sheet]].map(([name, count]) => ({ version, name, count }));
    const parts = Array.from({ length: Math.ceil(sums.length / AT_ONCE) }, (_, part) =>
      sums.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
    );
    return (['minute', 'hour'] as const).flatMap((width) => {
      const begin = getBucketStart(width, at);
      const widest = getWidest(width);
      const keptUntil = getBucketStart(widest, at) + WIDTH_MS[widest] + keptMs[width];
      return parts.map((part) => ({ project, flow, sheet, width, at: begin, keptUntil, sums: part }));
    });
  });
}
