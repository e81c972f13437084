/** What all nodes of one Redis must agree on; written by the first. */
import { OperationalError } from '../../ports/index.ts';
import type { RedisAddress } from './address.ts';
import { layoutKey } from './keys.ts';
import type { Connection } from './script.ts';
import { steps } from './take-over.ts';

/** Version of the layout of keys and of what is in them. Before 2 no call was listed by its project, before 3 there were no wider sums. */
const LAYOUT = steps.length + 1;

/**
 * Throws `store_layout` where other nodes have laid the data out in another way. What former releases have laid out is
 * taken over if the address says so: their nodes must have been stopped, since they would go on to write in their way.
 */
export async function agreeOnLayout(connection: Connection, address: RedisAddress): Promise<void> {
  const { prefix, partitions, upgrade } = address;
  const layout = (version: number) => `layout ${version}, ${partitions} partitions`;
  const key = layoutKey(prefix);
  await connection.setnx(key, layout(LAYOUT));
  const found = await connection.get(key);
  if (found === layout(LAYOUT)) return;
  const former = steps.findIndex((_, place) => found === layout(place + 1));
  if (former < 0) throw refusal(address, found, layout(LAYOUT));
  if (!upgrade) throw formerRelease(address, former + 1);
  for (const step of steps.slice(former)) await step(connection, address);
  await connection.set(key, layout(LAYOUT));
}

function refusal({ prefix }: RedisAddress, found: string | null, ours: string): OperationalError {
  const message =
    `this Redis holds calls under the prefix "${prefix}" in another way (${String(found)}; here: ${ours}): ` +
    'set partitions to what it was, or choose another prefix';
  return new OperationalError('store_layout', message, { retryable: false });
}

function formerRelease({ prefix }: RedisAddress, former: number): OperationalError {
  const message =
    `an earlier release has laid out the calls under the prefix "${prefix}" (layout ${former}; here: ${LAYOUT}): ` +
    'stop all of its nodes, then start one of this release with upgrade=yes in the address of the store';
  return new OperationalError('store_layout', message, { retryable: false });
}
