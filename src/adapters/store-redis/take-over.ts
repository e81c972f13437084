/**
 * What former releases have laid out, laid out as today: a step for each layout, to the next one. Nodes that do the same at
 * once do no harm, and what was broken off is begun anew.
 */
import { Cluster } from 'ioredis';
import { beginOf, WIDER, WIDTH_MS } from '../../ports/index.ts';
import type { Width } from '../../ports/index.ts';
import type { RedisAddress } from './address.ts';
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
  for (const width of ['minute', 'hour'] as const) {
    const widthMs = WIDTH_MS[width];
    const wide = await wideBuckets(connection, { prefix, width });
    for (const [key, { stem, at }] of wide) {
      const length = WIDTH_MS[WIDER[width]] / widthMs;
      const narrow = Array.from({ length }, (_, nth) => `${stem}${at + nth * widthMs}`);
      await sumUpScript.run(connection, [key, ...narrow], [widthMs]);
    }
  }
}

/** The wide buckets of those that there are, by key; with the beginning of the keys of the others, and when the first begins. */
async function wideBuckets(connection: Connection, { prefix, width }: { prefix: string; width: Width }) {
  const wider = WIDER[width];
  const found = new Map<string, { stem: string; at: number }>();
  for await (const key of keysLike(connection, `${bucketKeys(prefix)}*:${width}:*`)) {
    const stem = key.slice(0, key.lastIndexOf(':') + 1);
    const at = beginOf(wider, Number(key.slice(stem.length)));
    found.set(`${stem.slice(0, -width.length - 1)}${wider}:${at}`, { stem, at });
  }
  return found;
}

/** Some of them more than once. */
async function* keysLike(connection: Connection, match: string): AsyncGenerator<string> {
  const servers = connection instanceof Cluster ? connection.nodes('master') : [connection];
  for (const server of servers)
    for await (const keys of server.scanStream({ match, count: 1_000 }) as AsyncIterable<string[]>)
      yield* keys;
}
