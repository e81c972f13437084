import { addUp } from '../../engine/ports/index.ts';
import type { BucketAddition, Bucket, Counts, Flush, Period, Series, Sum } from '../../engine/ports/index.ts';

interface Kept {
  at: number;
  keptUntil: number;
  /** Sums by version and name. */
  sums: Map<string, Sum>;
}

/** Counts in memory; satisfies COUNTS-1 to COUNTS-3. */
export class MemoryCounts implements Counts {
  readonly #series = new Map<string, Map<number, Kept>>();
  readonly #flushed = new Map<string, number>();

  add({ node, number, added }: Flush): Promise<void> {
    if (number <= (this.#flushed.get(node) ?? -Infinity)) return Promise.resolve();
    this.#flushed.set(node, number);
    for (const one of added) addTo(this.#bucket(one), one.sums);
    return Promise.resolve();
  }

  read(series: Series, period: Period): Promise<Bucket[]> {
    return Promise.resolve(
      this.#listBuckets(series, period).flatMap(({ at, sums }) =>
        [...Map.groupBy(sums.values(), ({ version }) => version)].map(([version, some]) => ({
          at,
          version,
          sums: Object.fromEntries(some.map(({ name, count }) => [name, count])),
        })),
      ),
    );
  }

  sum(series: Series, period: Period): Promise<Sum[]> {
    return Promise.resolve(
      addUp(this.#listBuckets(series, period).flatMap(({ sums }) => [...sums.values()])),
    );
  }

  /** Deletes expired buckets. */
  forget(now: number): void {
    for (const buckets of this.#series.values())
      for (const { at, keptUntil } of buckets.values()) if (keptUntil <= now) buckets.delete(at);
  }

  #listBuckets(series: Series, { from, until }: Period): Kept[] {
    const all = [...(this.#series.get(toSeriesKey(series))?.values() ?? [])];
    return all.filter(({ at }) => at >= from && at < until);
  }

  #bucket(added: BucketAddition): Kept {
    const key = toSeriesKey(added);
    const buckets = this.#series.get(key) ?? new Map<number, Kept>();
    this.#series.set(key, buckets);
    const { at, keptUntil } = added;
    const bucket = buckets.get(at) ?? { at, keptUntil, sums: new Map<string, Sum>() };
    buckets.set(at, { ...bucket, keptUntil: Math.max(bucket.keptUntil, keptUntil) });
    return bucket;
  }
}

function addTo({ sums }: Kept, more: readonly Sum[]): void {
  for (const { version, name, count } of more) {
    const key = `${version} ${name}`;
    sums.set(key, { version, name, count: (sums.get(key)?.count ?? 0) + count });
  }
}

function toSeriesKey({ project, flow, sheet, width }: Series): string {
  return [project, flow, sheet, width].join(' ');
}
