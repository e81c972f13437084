import type { Added, Counts, Flush, Period, Series, Stretch, Sum } from '../../ports/index.ts';
import { beginOf, stretchesOf, together, WIDER, WIDTH_MS } from '../../ports/index.ts';
import { bucketKey, flushKey } from './keys.ts';
import { Script } from './script.ts';
import type { Attempt, Connection } from './script.ts';

const addScript = new Script<null>('add-counts');
const sumScript = new Script<string[]>('sum-counts');

/** So long after its last flush a node sends none of them again, ms. */
const SENT_AGAIN_MS = 3_600_000;
/** So many buckets are asked for at once. */
const AT_ONCE = 100;
/** So many one script adds up, and so many are added up at once: others wait for it meanwhile. */
const SUMMED = 4;
const SUMMED_AT_ONCE = 20;

/** Sums in a hash for each bucket and each wider one: fields are `version name`. They expire by themselves (K3). */
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
    const keys = added.flatMap((one) => this.#keysOf(one));
    const args = added.flatMap(({ width, keptUntil, sums }) => [
      1 + WIDER[width].length,
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

  read(series: Series, period: Period): Promise<(Sum & { at: number })[]> {
    return this.#attempt(async () => {
      const found: (Sum & { at: number })[] = [];
      for (const some of inParts(beginsOf({ ...period, width: series.width }), AT_ONCE))
        found.push(...(await Promise.all(some.map((at) => this.#bucket(series, at)))).flat());
      return found;
    });
  }

  sum(series: Series, period: Period): Promise<Sum[]> {
    const keys = stretchesOf(series.width, period).flatMap((stretch) =>
      beginsOf(stretch).map((at) => bucketKey(this.#prefix, { ...series, width: stretch.width }, at)),
    );
    return this.#attempt(async () => {
      const found: Sum[] = [];
      for (const some of inParts(keys, SUMMED_AT_ONCE))
        found.push(...(await Promise.all(inParts(some, SUMMED).map((part) => this.#sumOf(part)))).flat());
      return together(found);
    });
  }

  /** Of a bucket, and of the wider ones that hold its sums too. */
  #keysOf(added: Added): string[] {
    return [added.width, ...WIDER[added.width]].map((width) =>
      bucketKey(this.#prefix, { ...added, width }, beginOf(width, added.at)),
    );
  }

  async #bucket(series: Series, at: number): Promise<(Sum & { at: number })[]> {
    const sums = await this.#connection.hgetall(bucketKey(this.#prefix, series, at));
    return Object.entries(sums).map(([field, count]) => ({ at, ...sumOf(field, count) }));
  }

  async #sumOf(keys: string[]): Promise<Sum[]> {
    const found = await sumScript.run(this.#connection, keys, []);
    return found.flatMap((field, at) => (at % 2 === 1 ? [] : [sumOf(field, found[at + 1])]));
  }
}

function sumOf(field: string, count: string | undefined): Sum {
  const end = field.indexOf(' ');
  return { version: field.slice(0, end), name: field.slice(end + 1), count: Number(count) };
}

/** When the buckets of a stretch begin. */
export function beginsOf({ width, from, until }: Stretch): number[] {
  const widthMs = WIDTH_MS[width];
  const first = Math.ceil(from / widthMs);
  const length = Math.max(0, Math.ceil(until / widthMs) - first);
  return Array.from({ length }, (_, nth) => (first + nth) * widthMs);
}

function inParts<One>(all: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  );
}
