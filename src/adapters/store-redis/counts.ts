import type { Counts, Flush, Series, Sum } from '../../ports/index.ts';
import { together, WIDTH_MS } from '../../ports/index.ts';
import { bucketKey, flushKey } from './keys.ts';
import { Script } from './script.ts';
import type { Attempt, Connection } from './script.ts';

const addScript = new Script<null>('add-counts');

/** So long after its last flush a node sends none of them again, ms. */
const SENT_AGAIN_MS = 3_600_000;
/** So many buckets are asked for at once. */
const AT_ONCE = 100;

/** Sums in a hash for each bucket: fields are `version name`. Buckets expire by themselves (K3). */
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
    const keys = added.map((one) => bucketKey(this.#prefix, one, one.at));
    const args = added.flatMap(({ keptUntil, sums }) => [
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

  read(series: Series, { from, until }: { from: number; until: number }): Promise<(Sum & { at: number })[]> {
    const widthMs = WIDTH_MS[series.width];
    const first = Math.ceil(from / widthMs);
    const begins = Array.from(
      { length: Math.max(0, Math.ceil(until / widthMs) - first) },
      (_, nth) => (first + nth) * widthMs,
    );
    return this.#attempt(async () => {
      const found: (Sum & { at: number })[] = [];
      for (let nth = 0; nth < begins.length; nth += AT_ONCE) {
        const some = begins.slice(nth, nth + AT_ONCE);
        found.push(...(await Promise.all(some.map((at) => this.#bucket(series, at)))).flat());
      }
      return found;
    });
  }

  async sum(series: Series, span: { from: number; until: number }): Promise<Sum[]> {
    return together(await this.read(series, span));
  }

  async #bucket(series: Series, at: number): Promise<(Sum & { at: number })[]> {
    const sums = await this.#connection.hgetall(bucketKey(this.#prefix, series, at));
    return Object.entries(sums).map(([field, count]) => {
      const end = field.indexOf(' ');
      return { at, version: field.slice(0, end), name: field.slice(end + 1), count: Number(count) };
    });
  }
}
