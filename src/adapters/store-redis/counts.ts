import type {
  BucketAddition,
  Bucket,
  Counts,
  Flush,
  Period,
  Series,
  BucketRange,
  Sum,
} from '../../engine/ports/index.ts';
import { getBucketStart, splitPeriod, addUp, WIDER_WIDTHS, WIDTH_MS } from '../../engine/ports/index.ts';
import { bucketKey, flushKey } from './keys.ts';
import { Script } from './script.ts';
import type { RedisAccess } from './script.ts';

const addScript = new Script<null>('add-counts');
const readScript = new Script<string>('read-counts');
const sumScript = new Script<string>('sum-counts');

/** Time after its last flush in which a node may still repeat it, ms. */
const SENT_AGAIN_MS = 3_600_000;
/** Maximum number of buckets per script, because a script blocks Redis: buckets that are returned, or added up. */
const MAX_BUCKETS = { returned: 28, summed: 4 };
/** Maximum number of scripts sent at once. */
const MAX_CONCURRENT = 6;

/** Content of a hash: `version name` → sum, as text. */
type Fields = Record<string, string>;

/** Counts in a hash per bucket and wider bucket, with fields `version name`. Redis expires them (COUNTS-3). */
export class RedisCounts implements Counts {
  readonly #redis: RedisAccess;

  constructor(redis: RedisAccess) {
    this.#redis = redis;
  }

  async add({ node, number, now, added }: Flush): Promise<void> {
    const keys = added.flatMap((one) => this.#listKeys(one));
    const args = added.flatMap(({ width, keptUntil, sums }) => [
      1 + WIDER_WIDTHS[width].length,
      Math.max(1, keptUntil - now),
      sums.length,
      ...sums.flatMap(({ version, name, count }) => [`${version} ${name}`, count]),
    ]);
    const { connection, prefix, attempt } = this.#redis;
    await attempt(() =>
      addScript.run(connection, [flushKey(prefix, node), ...keys], [number, SENT_AGAIN_MS, ...args]),
    );
  }

  read(series: Series, period: Period): Promise<Bucket[]> {
    const starts = listStarts({ ...period, width: series.width });
    return this.#redis.attempt(async () => {
      const parts = await processInParts(starts, MAX_BUCKETS.returned, (some) =>
        this.#readBuckets(series, some),
      );
      return parts.flat();
    });
  }

  sum(series: Series, period: Period): Promise<Sum[]> {
    const { connection, prefix, attempt } = this.#redis;
    const keys = splitPeriod(series.width, period).flatMap((range) =>
      listStarts(range).map((at) => bucketKey(prefix, { ...series, width: range.width }, at)),
    );
    return attempt(async () => {
      const parts = await processInParts(keys, MAX_BUCKETS.summed, (some) =>
        sumScript.run(connection, some, []),
      );
      return addUp(parts.flatMap((json) => parseSums(JSON.parse(json) as Fields)));
    });
  }

  /** Lists the keys of a bucket and of the wider buckets that contain it. */
  #listKeys(added: BucketAddition): string[] {
    return [added.width, ...WIDER_WIDTHS[added.width]].map((width) =>
      bucketKey(this.#redis.prefix, { ...added, width }, getBucketStart(width, added.at)),
    );
  }

  async #readBuckets(series: Series, starts: readonly number[]): Promise<Bucket[]> {
    const { connection, prefix } = this.#redis;
    const keys = starts.map((at) => bucketKey(prefix, series, at));
    const found = JSON.parse(await readScript.run(connection, keys, [])) as Fields[];
    return starts.flatMap((at, nth) => parseBuckets(at, found[nth] ?? {}));
  }
}

/** Returns one bucket per version. */
function parseBuckets(at: number, fields: Fields): Bucket[] {
  const byVersion = new Map<string, [name: string, count: number][]>();
  for (const { version, name, count } of parseSums(fields)) {
    const sums = byVersion.get(version);
    if (sums === undefined) byVersion.set(version, [[name, count]]);
    else sums.push([name, count]);
  }
  return [...byVersion].map(([version, sums]) => ({ at, version, sums: Object.fromEntries(sums) }));
}

function parseSums(fields: Fields): Sum[] {
  return Object.entries(fields).map(([field, count]) => {
    const end = field.indexOf(' ');
    return { version: field.slice(0, end), name: field.slice(end + 1), count: Number(count) };
  });
}

/** Lists the starts of the buckets in a range. */
export function listStarts({ width, from, until }: BucketRange): number[] {
  const widthMs = WIDTH_MS[width];
  const first = Math.ceil(from / widthMs);
  const length = Math.max(0, Math.ceil(until / widthMs) - first);
  return Array.from({ length }, (_, nth) => (first + nth) * widthMs);
}

/** Processes a list in parts, some of them concurrently. */
async function processInParts<One, Result>(
  all: readonly One[],
  size: number,
  each: (part: One[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < all.length; from += size * MAX_CONCURRENT) {
    const parts = Array.from({ length: MAX_CONCURRENT }, (_, part) =>
      all.slice(from + part * size, from + (part + 1) * size),
    ).filter(({ length }) => length > 0);
    results.push(...(await Promise.all(parts.map((part) => each(part)))));
  }
  return results;
}
