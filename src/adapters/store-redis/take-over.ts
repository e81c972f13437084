/**
 * Migrates the layouts of former releases: one step for each layout, to the next one. Nodes that do the same at
 * once do no harm, and what was broken off is begun anew.
 */
import { Cluster } from 'ioredis';
import {
  getBucketStart,
  OperationalError,
  WIDER_WIDTHS,
  getWidest,
  WIDTH_MS,
} from '../../engine/ports/index.ts';
import type { BucketRange, Width } from '../../engine/ports/index.ts';
import { listStarts } from './counts.ts';
import { toLists } from './fields.ts';
import { bucketKeys, Keys, listKey } from './keys.ts';
import type { PartitionKeys } from './keys.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';

/** Number of entries migrated at once. */
const AT_ONCE = 200;

const callInOneScript = new Script<0 | 1>('call-in-one');
const listApartScript = new Script<null>('list-apart');
const sumUpScript = new Script<null>('sum-up');

/** Names of keys of a layout. */
interface Place {
  prefix: string;
  partitions: number;
}

type Step = (connection: Connection, place: Place) => Promise<void>;

/** Layout 2 added entries by project, which the last step makes from those by flow. */
const nothing: Step = () => Promise.resolve();

/** From the layout of each place, beginning with 1, to the one after it. */
export const steps: readonly Step[] = [nothing, sumUp, layOutCalls];

/** Each call gets one key, and each list of calls one of its own. */
async function layOutCalls(connection: Connection, place: Place): Promise<void> {
  await putInOne(connection, place);
  await listApart(connection, place);
}

/** Record, outbox and trace were under a key each. */
async function putInOne(connection: Connection, { prefix }: Place): Promise<void> {
  for await (const records of keysLike(connection, `${prefix}:{p*}:c:*`)) {
    await Promise.all(records.map((record) => putCallInOne(connection, record)));
  }
}

async function putCallInOne(connection: Connection, record: string): Promise<void> {
  const [, tag = '', id = ''] = /^(.*?\}:)c:(.*)$/s.exec(record) ?? [];
  const keys = ['c:', 'o:', 't:'].map((kind) => tag + kind + id);
  if ((await callInOneScript.run(connection, keys, [])) === 1) return;
  const message = `what is under the key "${record}" is no call of a former release: take it out, then start again`;
  throw new OperationalError('store_layout', message, { retryable: false });
}

/** Each list gets a key of its own, where there was one index of a partition for all. */
async function listApart(connection: Connection, { prefix, partitions }: Place): Promise<void> {
  for (const partition of new Keys(prefix, partitions).partitions) {
    const index = `${partition.tag}index`;
    for (;;) {
      const entries = await connection.zrange(index, '[f ', '(o', 'BYLEX', 'LIMIT', 0, AT_ONCE);
      if (entries.length === 0) break;
      await listApartScript.run(connection, ...listApartArgs(index, partition, entries));
    }
    // What is left was there by project, beside the same by flow.
    await connection.unlink(index);
  }
}

/** Of entries `f <flow> L|E <time> <id>` and `n <number> <time> <id>`. */
function listApartArgs(
  index: string,
  partition: PartitionKeys,
  entries: readonly string[],
): [keys: string[], args: (string | number)[]] {
  const keys = [index, partition.numbers];
  const places = new Map<string, number>();
  const args = entries.flatMap((entry) => {
    const [kind, flow = '', letter, time = '', ...id] = entry.split(' ');
    if (kind === 'n') return [entry, 2, 2, 0, entry.slice('n '.length)];
    const state = letter === 'E' ? 'E' : 'L';
    const first = places.get(`${state} ${flow}`) ?? keys.length + 1;
    if (first > keys.length) {
      places.set(`${state} ${flow}`, first);
      keys.push(...toLists(flow).map((list) => listKey(partition, state, list)));
    }
    return [entry, first, first + 1, time, id.join(' ')];
  });
  return [keys, args];
}

/** Wider buckets get the sums that there are in any moment. */
async function sumUp(connection: Connection, { prefix }: Place): Promise<void> {
  for (const width of ['minute', 'hour'] as const)
    for (const keys of await widestBuckets(connection, { prefix, width }))
      await sumUpScript.run(connection, ...sumUpArgs(width, keys));
}

/** Of one series, the widest bucket that begins at a time. */
interface Widest {
  /** Prefix of the keys of a series. */
  series: string;
  at: number;
}

function sumUpArgs(width: Width, { series, at }: Widest): [keys: string[], args: number[]] {
  const until = at + WIDTH_MS[getWidest(width)];
  const begins = (of: BucketRange['width']) => listStarts({ width: of, from: at, until });
  const keys = [width, ...WIDER_WIDTHS[width]].flatMap((of) =>
    begins(of).map((begin) => `${series}${of}:${begin}`),
  );
  const held = WIDER_WIDTHS[width].flatMap((wider) => {
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
  for await (const keys of keysLike(connection, `${bucketKeys(prefix)}*:${width}:*`))
    for (const key of keys) {
      const end = key.lastIndexOf(`${width}:`);
      const series = key.slice(0, end);
      const at = getBucketStart(getWidest(width), Number(key.slice(end + width.length + 1)));
      found.set(`${series}${at}`, { series, at });
    }
  return found.values();
}

/** Some at a time, and some of them more than once. */
async function* keysLike(connection: Connection, match: string): AsyncGenerator<string[]> {
  const servers = connection instanceof Cluster ? connection.nodes('master') : [connection];
  for (const server of servers) yield* server.scanStream({ match, count: 1_000 }) as AsyncIterable<string[]>;
}
