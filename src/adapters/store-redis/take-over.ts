/**
 * Migrates the layouts of earlier releases, one step per version. Steps are idempotent: several nodes may run them at once, and
 * an interrupted migration starts again.
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

/** Number of entries per batch. */
const BATCH = 200;

const callInOneScript = new Script<0 | 1>('call-in-one');
const listApartScript = new Script<null>('list-apart');
const sumUpScript = new Script<null>('sum-up');

/** Parameters of the names of keys. */
interface Place {
  prefix: string;
  partitions: number;
}

type Step = (connection: Connection, place: Place) => Promise<void>;

/** Layout 2 added entries by project, which the last step derives from those by flow. */
const skip: Step = () => Promise.resolve();

/** Migrations from layout 1 to 2, from 2 to 3, and so on. */
export const steps: readonly Step[] = [skip, sumUp, layOutCalls];

/** Gives each call one key, instead of three for record, outbox and trace, and each list of calls a key of its own. */
async function layOutCalls(connection: Connection, place: Place): Promise<void> {
  for await (const records of scanKeys(connection, `${place.prefix}:{p*}:c:*`))
    await Promise.all(records.map((record) => mergeCallKeys(connection, record)));
  await splitIndex(connection, place);
}

async function mergeCallKeys(connection: Connection, record: string): Promise<void> {
  const [, tag = '', id = ''] = /^(.*?\}:)c:(.*)$/s.exec(record) ?? [];
  const keys = ['c:', 'o:', 't:'].map((kind) => tag + kind + id);
  if ((await callInOneScript.run(connection, keys, [])) === 1) return;
  const message = `the key "${record}" is not a call of an earlier release: remove it, then start again`;
  throw new OperationalError('store_layout', message, { retryable: false });
}

/** Gives each list a key of its own, instead of one index per partition. */
async function splitIndex(connection: Connection, { prefix, partitions }: Place): Promise<void> {
  for (const partition of new Keys(prefix, partitions).partitions) {
    const index = `${partition.tag}index`;
    for (;;) {
      const entries = await connection.zrange(index, '[f ', '(o', 'BYLEX', 'LIMIT', 0, BATCH);
      if (entries.length === 0) break;
      await listApartScript.run(connection, ...splitArgs(index, partition, entries));
    }
    // The remaining entries, by project, duplicate those by flow.
    await connection.unlink(index);
  }
}

/** Builds the input for entries `f <flow> L|E <time> <id>` and `n <number> <time> <id>`. */
function splitArgs(
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

/** Computes the wider buckets from the existing ones. */
async function sumUp(connection: Connection, { prefix }: Place): Promise<void> {
  for (const width of ['minute', 'hour'] as const)
    for (const keys of await findWidestBuckets(connection, { prefix, width }))
      await sumUpScript.run(connection, ...sumUpArgs(width, keys));
}

/** Widest bucket of a series that starts at a time. */
interface Widest {
  /** Prefix of the keys of a series. */
  series: string;
  at: number;
}

function sumUpArgs(width: Width, { series, at }: Widest): [keys: string[], args: number[]] {
  const until = at + WIDTH_MS[getWidest(width)];
  const starts = (of: BucketRange['width']) => listStarts({ width: of, from: at, until });
  const keys = [width, ...WIDER_WIDTHS[width]].flatMap((of) =>
    starts(of).map((start) => `${series}${of}:${start}`),
  );
  const held = WIDER_WIDTHS[width].flatMap((wider) => {
    const length = WIDTH_MS[wider] / WIDTH_MS[width];
    return starts(wider).flatMap((_, nth) => [nth * length + 1, (nth + 1) * length]);
  });
  return [keys, [starts(width).length, WIDTH_MS[width], ...held]];
}

/** Finds the widest buckets that contain existing buckets of a width. */
async function findWidestBuckets(
  connection: Connection,
  { prefix, width }: { prefix: string; width: Width },
): Promise<Iterable<Widest>> {
  const found = new Map<string, Widest>();
  for await (const keys of scanKeys(connection, `${bucketKeys(prefix)}*:${width}:*`))
    for (const key of keys) {
      const end = key.lastIndexOf(`${width}:`);
      const series = key.slice(0, end);
      const at = getBucketStart(getWidest(width), Number(key.slice(end + width.length + 1)));
      found.set(`${series}${at}`, { series, at });
    }
  return found.values();
}

/** Yields matching keys in batches; a key may appear more than once. */
async function* scanKeys(connection: Connection, match: string): AsyncGenerator<string[]> {
  const servers = connection instanceof Cluster ? connection.nodes('master') : [connection];
  for (const server of servers) yield* server.scanStream({ match, count: 1_000 }) as AsyncIterable<string[]>;
}
