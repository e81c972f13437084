import { together } from '../../ports/index.ts';
import type { Added, Counts, Flush, Period, Series, Sum } from '../../ports/index.ts';

interface Bucket {
  at: number;
  keptUntil: number;
  /** By version and name. */
  sums: Map<string, Sum>;
}

/** Sums in maps: promises K1 to K3, and forgets with the process. */
export class MemoryCounts implements Counts {
  readonly #series = new Map<string, Map<number, Bucket>>();
  readonly #flushed = new Map<string, number>();

  add({ node, number, added }: Flush): Promise<void> {
    if (number <= (this.#flushed.get(node) ?? -Infinity)) return Promise.resolve();
    this.#flushed.set(node, number);
    for (const one of added) addTo(this.#bucket(one), one.sums);
    return Promise.resolve();
  }

  read(series: Series, { from, until }: Period): Promise<(Sum & { at: number })[]> {
    const buckets = [...(this.#series.get(keyOf(series))?.values() ?? [])];
    return Promise.resolve(
      buckets
        .filter(({ at }) => at >= from && at < until)
        .flatMap(({ at, sums }) => [...sums.values()].map((sum) => ({ ...sum, at }))),
    );
  }

  async sum(series: Series, period: Period): Promise<Sum[]> {
    return together(await this.read(series, period));
  }

  /** Forgets buckets whose time has come. */
  forget(now: number): void {
    for (const buckets of this.#series.values())
      for (const { at, keptUntil } of buckets.values()) if (keptUntil <= now) buckets.delete(at);
  }

  #bucket(added: Added): Bucket {
    const key = keyOf(added);
    const buckets = this.#series.get(key) ?? new Map<number, Bucket>();
    this.#series.set(key, buckets);
    const { at, keptUntil } = added;
    const bucket = buckets.get(at) ?? { at, keptUntil, sums: new Map<string, Sum>() };
    buckets.set(at, { ...bucket, keptUntil: Math.max(bucket.keptUntil, keptUntil) });
    return bucket;
  }
}

function addTo({ sums }: Bucket, more: readonly Sum[]): void {
  for (const { version, name, count } of more) {
    const key = `${version} ${name}`;
    sums.set(key, { version, name, count: (sums.get(key)?.count ?? 0) + count });
  }
}

function keyOf({ project, flow, sheet, width }: Series): string {
  return [project, flow, sheet, width].join(' ');
}
