/** Counts by time as bars of equal width. */

/** A bar of a chart. */
export interface Bar {
  /** Start, ms since 1970. */
  at: number;
  whole: number;
  part: number;
}

/** A period with the start of each of its bars; it ends with the bar that is still growing. */
export interface Period {
  /** Start of the first bar, ms since 1970. */
  from: number;
  barMs: number;
  bars: number;
  bucket: 'minute' | 'hour';
}

/** Sums buckets into the bars of a period; bars without counts are there with zeros. */
export function fillBars<Bucket extends { at: number }>(
  { from, barMs, bars }: Period,
  buckets: readonly Bucket[],
  count: (bucket: Bucket) => Omit<Bar, 'at'>,
): Bar[] {
  const filled = Array.from({ length: bars }, (_, index) => ({
    at: from + index * barMs,
    whole: 0,
    part: 0,
  }));
  for (const bucket of buckets) {
    const bar = filled[Math.floor((bucket.at - from) / barMs)];
    if (bar === undefined) continue;
    const { whole, part } = count(bucket);
    bar.whole += whole;
    bar.part += part;
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
