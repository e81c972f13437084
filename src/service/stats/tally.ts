/** What a node has counted and not added yet, and how that is added. */
import { getBucketStart, getWidest, WIDTH_MS } from '../../engine/ports/index.ts';
import type { BucketAddition, Sheet, Width } from '../../engine/ports/index.ts';

/** So long minutes are kept, ms; hours as long as calls. */
export const MINUTES_KEPT_MS = 6 * WIDTH_MS.hour;
/** So many sums are added at once, each to all buckets that hold it, so that calls do not wait behind them. */
const AT_ONCE = 250;

/** What was counted of the calls of a flow on one version in one minute. */
export interface Tally {
  project: string;
  flow: string;
  version: string;
  /** When the minute begins, ms since the epoch. */
  at: number;
  /** Sums by name. */
  sheets: Record<Sheet, Map<string, number>>;
}

/** Tallies as they are added: minutes, and the hours that they are part of, in pieces of a size that nobody waits for. */
export function piecesOf(tallies: Iterable<Tally>, retentionMs: number): BucketAddition[][] {
  const pieces: BucketAddition[][] = [];
  let room = 0;
  for (const tally of tallies)
    for (const added of bucketsOf(tally, retentionMs)) {
      const last = pieces.at(-1);
      if (last === undefined || room < added.sums.length) {
        pieces.push([added]);
        room = AT_ONCE;
      } else last.push(added);
      room -= added.sums.length;
    }
  return pieces;
}

/** Every bucket that a tally adds to, in parts of at most so many sums. */
function bucketsOf({ sheets, at, version, project, flow }: Tally, retentionMs: number): BucketAddition[] {
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
