/** The layout on which all nodes of one Redis must agree; written by the first. */
import { OperationalError } from '../../engine/ports/index.ts';
import type { RedisAddress } from './address.ts';
import { layoutKey } from './keys.ts';
import type { Keys } from './keys.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';
import { steps } from './take-over.ts';

/**
 * Version of the layout of keys and of what is in them. Before 2 no call was listed by its project, before 3 there were no
 * wider sums, before 4 a call had three keys and all lists one.
 */
const LAYOUT = steps.length + 1;

/** Stands behind a former layout from when the first node takes it over until one has done so. */
const UNFINISHED = ', being taken over';

/**
 * Into how many parts the calls of a new Redis are spread. A server has less to keep at hand with few; the masters of a
 * Cluster can have no more than there are.
 */
const PARTITIONS = { server: 8, sentinel: 8, cluster: 32 };

const replaceScript = new Script<0 | 1>('replace');

/**
 * Gives the number of partitions: that of the address, else the one in use. Throws `store_layout` where other nodes have laid
 * the data out in another way. What former releases have laid out is taken over if the address says so: their nodes must have
 * been stopped, since they would go on to write in their way. `confirmed` resolves when what was written is safe.
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
  const partitions = address.partitions ?? partitionsIn(found) ?? PARTITIONS[kind];
  if (found === layout(LAYOUT, partitions)) return partitions;
  const former = steps.findIndex(
    (_, place) => found.replace(UNFINISHED, '') === layout(place + 1, partitions),
  );
  if (former < 0) throw layoutRefusedError(address, found, layout(LAYOUT, partitions));
  if (!upgrade) throw formerRelease(address, former + 1);
  // From here on the former release would not find all that it has written.
  const marked = layout(former + 1, partitions) + UNFINISHED;
  if ((await replace(found, marked)) === 1) {
    for (const step of steps.slice(former)) await step(connection, { prefix, partitions });
    await confirmed();
    await replace(marked, layout(LAYOUT, partitions));
  }
  // Another node may have been quicker.
  return agreeOnLayout(connection, address, confirmed);
}

/**
 * Writes down again what was agreed on, where it is gone because Redis has lost everything: a node that starts then takes
 * what it finds. Throws `store_layout` where one has chosen another number before.
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

function partitionsIn(found: string): number | undefined {
  const [, partitions] = /^layout \d+, ([1-9]\d*) partitions/.exec(found) ?? [];
  return partitions === undefined ? undefined : Number(partitions);
}

function layoutChangedError(found: string | null, ours: string): OperationalError {
  const message =
    `the calls of this Redis are laid out in another way since this node has started (${String(found)}; here: ${ours}): ` +
    'start this node again, or the others with the number of partitions that it has';
  return new OperationalError('store_layout', message, { retryable: true });
}

function layoutRefusedError({ prefix }: RedisAddress, found: string, ours: string): OperationalError {
  const isLater = Number(/^layout (\d+),/.exec(found)?.[1] ?? 0) > LAYOUT;
  const message =
    `this Redis holds calls under the prefix "${prefix}" in another way (${found}; here: ${ours}): ` +
    (isLater
      ? 'a later release has done so, start that one'
      : 'set partitions to what it was, or choose another prefix');
  return new OperationalError('store_layout', message, { retryable: false });
}

function formerRelease({ prefix }: RedisAddress, former: number): OperationalError {
  const message =
    `an earlier release has laid out the calls under the prefix "${prefix}" (layout ${former}; here: ${LAYOUT}): ` +
    'stop all of its nodes, then start one of this release with upgrade=yes in the address of the store';
  return new OperationalError('store_layout', message, { retryable: false });
}
