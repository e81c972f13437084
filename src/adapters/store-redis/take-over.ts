/**
 * What former releases have laid out, laid out as today: a step for each layout, to the next one. Nodes that do the same at
 * once do no harm, and what was broken off is begun anew.
 */
import { Cluster } from 'ioredis';
import { beginOf, WIDER, widestOf, WIDTH_MS } from '../../ports/index.ts';
import type { Stretch, Width } from '../../ports/index.ts';
import type { RedisAddress } from './address.ts';
import { beginsOf } from './counts.ts';
import { bucketKeys, Keys } from './keys.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';

/** So many entries one script takes over: about a millisecond, for which others wait. */
const AT_ONCE = 200;

const listByProjectScript = new Script<string>('list-by-project', 'facts');
const sumUpScript = new Script<null>('sum-up');

type Step = (connection: Connection, address: RedisAddress) => Promise<void>;

/** From the layout of each place, beginning with 1, to the one after it. */
export const steps: readonly Step[] = [listByProject, sumUp];

/** What is listed by flow in any moment gets its entry by project. */
async function listByProject(connection: Connection, { prefix, partitions }: RedisAddress): Promise<void> {
  for (const { index } of new Keys(prefix, partitions).partitions) {
    // Where it was begun before and not finished, calls may have ended and been forgotten since.
    await connection.zremrangebylex(index, '[p ', '(p!');
    for (let last = 'f '; last !== '';)
      last = await listByProjectScript.run(connection, [index], [last, AT_ONCE]);
  }
}

/** Wider buckets get the sums that there are in any moment. */
async function sumUp(connection: Connection, { prefix }: RedisAddress): Promise<void> {
  for (const width of ['minute', 'hour'] as const)
    for (const keys of await widestBuckets(connection, { prefix, width }))
      await sumUpScript.run(connection, ...sumUpArgs(width, keys));
}

/** Of one series, the widest bucket that begins at a time. */
interface Widest {
  /** What keys of the series begin with. */
  series: string;
  at: number;
}

function sumUpArgs(width: Width, { series, at }: Widest): [keys: string[], args: number[]] {
  const until = at + WIDTH_MS[widestOf(width)];
  const begins = (of: Stretch['width']) => beginsOf({ width: of, from: at, until });
  const keys = [width, ...WIDER[width]].flatMap((of) => begins(of).map((begin) => `${series}${of}:${begin}`));
  const held = WIDER[width].flatMap((wider) => {
    const length = WIDTH_MS[wider] / WIDTH_MS[width];
    return begins(wider).flatMap((_, nth) => [nth * length + 1, (nth + 1) * length]);
  });
  return [keys, [begins(width).length, WIDTH_MS[width], ...held]];
}

/** Each widest bucket of which there are some of a width. */
async function widestBuckets(
  connection: Connection,
  { prefix, width }: { prefix: string; width: Width },
): Promise<Iterable<Widest>> {
  const found = new Map<string, Widest>();
  for await (const key of keysLike(connection, `${bucketKeys(prefix)}*:${width}:*`)) {
    const end = key.lastIndexOf(`${width}:`);
    const series = key.slice(0, end);
    const at = beginOf(widestOf(width), Number(key.slice(end + width.length + 1)));
    found.set(`${series}${at}`, { series, at });
  }
  return found.values();
}

/** Some of them more than once. */
async function* keysLike(connection: Connection, match: string): AsyncGenerator<string> {
  const servers = connection instanceof Cluster ? connection.nodes('master') : [connection];
  for (const server of servers)
    for await (const keys of server.scanStream({ match, count: 1_000 }) as AsyncIterable<string[]>)
      yield* keys;
}
