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
import type { Attempt, Connection } from './script.ts';

const addScript = new Script<null>('add-counts');
const readScript = new Script<string>('read-counts');
const sumScript = new Script<string>('sum-counts');

/** Time after its last flush in which a node may still repeat it, ms. */
const SENT_AGAIN_MS = 3_600_000;
/** Others wait for a script meanwhile: so many buckets it reads of those that are told, or adds up of those that are not. */
const READ = { told: 28, summed: 4 };
/** Maximum number of scripts sent at once. */
const MAX_CONCURRENT = 6;

/** The content of a hash: `version name` to sum, as text. */
type Fields = Record<string, string>;

/** Sums in a hash for each bucket and each wider one: fields are `version name`. They expire by themselves (COUNTS-3). */
export class RedisCounts implements Counts {
  readonly #connection: Connection;
  readonly #prefix: string;
  readonly #attempt: Attempt;

  constructor(connection: Connection, prefix: string, attempt: Attempt) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#attempt = attempt;
  }

  async add({ node, number, now, added }: Flush): Promise<void> {
    const keys = added.flatMap((one) => this.#listKeys(one));
    const args = added.flatMap(({ width, keptUntil, sums }) => [
      1 + WIDER_WIDTHS[width].length,
      Math.max(1, keptUntil - now),
      sums.length,
      ...sums.flatMap(({ version, name, count }) => [`${version} ${name}`, count]),
    ]);
    await this.#attempt(() =>
      addScript.run(
        this.#connection,
        [flushKey(this.#prefix, node), ...keys],
        [number, SENT_AGAIN_MS, ...args],
      ),
    );
  }

  read(series: Series, period: Period): Promise<Bucket[]> {
    const begins = listStarts({ ...period, width: series.width });
    return this.#attempt(async () => {
      const parts = await processInParts(begins, READ.told, (some) => this.#readBuckets(series, some));
      return parts.flat();
    });
  }

  sum(series: Series, period: Period): Promise<Sum[]> {
    const keys = splitPeriod(series.width, period).flatMap((stretch) =>
      listStarts(stretch).map((at) => bucketKey(this.#prefix, { ...series, width: stretch.width }, at)),
    );
    return this.#attempt(async () => {
      const parts = await processInParts(keys, READ.summed, (some) =>
        sumScript.run(this.#connection, some, []),
      );
      return addUp(parts.flatMap((json) => sumsIn(JSON.parse(json) as Fields)));
    });
  }

  /** Of a bucket, and of the wider ones that hold its sums too. */
  #listKeys(added: BucketAddition): string[] {
    return [added.width, ...WIDER_WIDTHS[added.width]].map((width) =>
      bucketKey(this.#prefix, { ...added, width }, getBucketStart(width, added.at)),
    );
  }

  async #readBuckets(series: Series, begins: readonly number[]): Promise<Bucket[]> {
    const keys = begins.map((at) => bucketKey(this.#prefix, series, at));
    const found = JSON.parse(await readScript.run(this.#connection, keys, [])) as Fields[];
    return begins.flatMap((at, nth) => bucketsIn(at, found[nth] ?? {}));
  }
}

/** A bucket for each version. */
function bucketsIn(at: number, fields: Fields): Bucket[] {
  const byVersion = new Map<string, [name: string, count: number][]>();
  for (const { version, name, count } of sumsIn(fields)) {
    const sums = byVersion.get(version);
    if (sums === undefined) byVersion.set(version, [[name, count]]);
    else sums.push([name, count]);
  }
  return [...byVersion].map(([version, sums]) => ({ at, version, sums: Object.fromEntries(sums) }));
}

function sumsIn(fields: Fields): Sum[] {
  return Object.entries(fields).map(([field, count]) => {
    const end = field.indexOf(' ');
    return { version: field.slice(0, end), name: field.slice(end + 1), count: Number(count) };
  });
}

/** When the buckets of a stretch begin. */
export function listStarts({ width, from, until }: BucketRange): number[] {
  const widthMs = WIDTH_MS[width];
  const first = Math.ceil(from / widthMs);
  const length = Math.max(0, Math.ceil(until / widthMs) - first);
  return Array.from({ length }, (_, nth) => (first + nth) * widthMs);
}

/** Does it part by part, some at once. */
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
