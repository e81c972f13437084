/** Counts of a node that are not written yet. */
import { addUp, ALL_COUNTED, getBucketStart, getWidest, WIDTH_MS } from '../../engine/ports/index.ts';
import type { BucketAddition, Series, Sum, Width } from '../../engine/ports/index.ts';
import { ENDINGS } from './counted.ts';
import type { CallSheet } from './counted.ts';

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
  sheets: Record<CallSheet, Map<string, number>>;
}

/** Sums of one sheet in one minute. */
export type SheetTally = Omit<Series, 'width'> & Pick<Tally, 'at'> & { sums: Sum[] };

/** Splits tallies into writes of limited size, for minutes and the hours that contain them. */
export function splitIntoWrites(
  { tallies, sheets }: { tallies: readonly Tally[]; sheets: readonly SheetTally[] },
  retentionMs: number,
): BucketAddition[][] {
  const pieces: BucketAddition[][] = [];
  let room = 0;
  for (const tally of [...tallies.flatMap(listSheets), ...addUpProjects(tallies), ...sheets])
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

function listSheets({ sheets, version, ...key }: Tally): SheetTally[] {
  return (['calls', 'steps'] as const).map((sheet) => ({
    ...key,
    sheet,
    sums: [...sheets[sheet]].map(([name, count]) => ({ version, name, count })),
  }));
}

/** Adds up how calls ended for each project and minute: by flow, and of all flows together. */
function addUpProjects(tallies: readonly Tally[]): SheetTally[] {
  return [...Map.groupBy(tallies, ({ project, at }) => `${project} ${at}`).values()].flatMap((some) => {
    const sums = some.flatMap(({ flow, sheets }) =>
      ENDINGS.flatMap((name) => {
        const count = sheets.calls.get(name);
        return count === undefined ? [] : [{ version: flow, name, count }];
      }),
    );
    const together = addUp(sums.map((sum) => ({ ...sum, version: ALL_COUNTED })));
    return some.slice(0, 1).flatMap(({ project, at }) => [
      { project, flow: ALL_COUNTED, sheet: 'flows' as const, at, sums: addUp(sums) },
      { project, flow: ALL_COUNTED, sheet: 'project' as const, at, sums: together },
    ]);
  });
}

/** Returns the minute and the hour of the sums, each split to at most this many sums. */
function splitIntoBuckets({ sums, at, ...key }: SheetTally, retentionMs: number): BucketAddition[] {
  const keptMs: Record<Width, number> = { minute: MINUTES_KEPT_MS, hour: retentionMs };
  const parts = Array.from({ length: Math.ceil(sums.length / AT_ONCE) }, (_, part) =>
    sums.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );
  return (['minute', 'hour'] as const).flatMap((width) => {
    const begin = getBucketStart(width, at);
    const widest = getWidest(width);
    const keptUntil = getBucketStart(widest, at) + WIDTH_MS[widest] + keptMs[width];
    return parts.map((part) => ({ ...key, width, at: begin, keptUntil, sums: part }));
  });
}
