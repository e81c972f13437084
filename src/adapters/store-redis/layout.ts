/** Layout on which all nodes of one Redis must agree; the first node writes it. */
import { OperationalError } from '../../engine/ports/index.ts';
import type { RedisAddress } from './address.ts';
import { layoutKey } from './keys.ts';
import type { Keys } from './keys.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';
import { steps } from './take-over.ts';

/**
 * Version of the layout of keys and their contents. Version 2 added lists by project, version 3 wider buckets, version 4 one
 * key per call and one per list.
 */
const LAYOUT = steps.length + 1;

/** Suffix of an earlier layout while it is being migrated. */
const UNFINISHED = ', being taken over';

/**
 * Default number of partitions of a new Redis. Few are cheaper on a server; a Cluster needs at least one per master.
 */
const PARTITIONS = { server: 8, sentinel: 8, cluster: 32 };

const replaceScript = new Script<0 | 1>('replace');

/**
 * Returns the number of partitions: that of the address, or the one in use. Throws `store_layout` if other nodes use another
 * layout. Migrates the layout of an earlier release if the address says so; its nodes must be stopped, because they would
 * continue to write the old layout. `confirmed` resolves when the writes are replicated.
 */
export async function agreeOnLayout(
  connection: Connection,
  address: RedisAddress,
  confirmed: () => Promise<unknown>,
): Promise<number> {
  const { kind, prefix, upgrade } = address;
  const key = layoutKey(prefix);
  const replace = (read: string, written: string) => replaceScript.run(connection, [key], [read, written]);
  await connection.setnx(key, layout(LAYOUT, address.partitions ?? PARTITIONS[kind]));
  const found = (await connection.get(key)) ?? '';
  const partitions = address.partitions ?? parsePartitions(found) ?? PARTITIONS[kind];
  if (found === layout(LAYOUT, partitions)) return partitions;
  const former = steps.findIndex(
    (_, place) => found.replace(UNFINISHED, '') === layout(place + 1, partitions),
  );
  if (former < 0) throw layoutRefusedError(address, found, layout(LAYOUT, partitions));
  if (!upgrade) throw formerReleaseError(address, former + 1);
  // From here on, the earlier release would not find all of its data.
  const marked = layout(former + 1, partitions) + UNFINISHED;
  if ((await replace(found, marked)) === 1) {
    for (const step of steps.slice(former)) await step(connection, { prefix, partitions });
    await confirmed();
    await replace(marked, layout(LAYOUT, partitions));
  }
  // Another node may have migrated first.
  return agreeOnLayout(connection, address, confirmed);
}

/**
 * Writes the layout again if Redis has lost its data, so that new nodes use the same one. Throws `store_layout` if another node
 * has chosen another layout first.
 */
export async function keepLayout(connection: Connection, keys: Keys): Promise<void> {
  const ours = layout(LAYOUT, keys.partitions.length);
  await connection.setnx(keys.layout, ours);
  const found = await connection.get(keys.layout);
  if (found !== ours) throw layoutChangedError(found, ours);
}

function layout(version: number, partitions: number): string {
  return `layout ${version}, ${partitions} partitions`;
}

function parsePartitions(found: string): number | undefined {
  const [, partitions] = /^layout \d+, ([1-9]\d*) partitions/.exec(found) ?? [];
  return partitions === undefined ? undefined : Number(partitions);
}

function layoutChangedError(found: string | null, ours: string): OperationalError {
  const message =
    `the layout of this Redis has changed since this node was started (${String(found)}; here: ${ours}): ` +
    'restart this node, or start the others with its number of partitions';
  return new OperationalError('store_layout', message, { retryable: true });
}

function layoutRefusedError({ prefix }: RedisAddress, found: string, ours: string): OperationalError {
  const isLater = Number(/^layout (\d+),/.exec(found)?.[1] ?? 0) > LAYOUT;
  const message =
    `this Redis holds calls under the prefix "${prefix}" in another layout (${found}; here: ${ours}): ` +
    (isLater
      ? 'it belongs to a later release, start that one'
      : 'restore the number of partitions, or choose another prefix');
  return new OperationalError('store_layout', message, { retryable: false });
}

function formerReleaseError({ prefix }: RedisAddress, former: number): OperationalError {
  const message =
    `the calls under the prefix "${prefix}" have the layout of an earlier release (layout ${former}; here: ${LAYOUT}): ` +
    'stop all of its nodes, then start one of this release with upgrade=yes in the address of the store';
  return new OperationalError('store_layout', message, { retryable: false });
}
