/** What all nodes of one Redis must agree on; written by the first. */
import { OperationalError } from '../../ports/index.ts';
import type { RedisAddress } from './address.ts';
import { layoutKey } from './keys.ts';
import type { Connection } from './script.ts';

/** Version of the layout of keys and of what is in them. */
const LAYOUT = 1;

/** Throws `store_layout` where other nodes have laid the data out in another way. */
export async function agreeOnLayout(
  connection: Connection,
  { prefix, partitions }: Pick<RedisAddress, 'prefix' | 'partitions'>,
): Promise<void> {
  const ours = `layout ${LAYOUT}, ${partitions} partitions`;
  const key = layoutKey(prefix);
  await connection.setnx(key, ours);
  const found = await connection.get(key);
  if (found === ours) return;
  const message =
    `this Redis holds calls under the prefix "${prefix}" in another way (${String(found)}; here: ${ours}): ` +
    'set partitions to what it was, or choose another prefix';
  throw new OperationalError('store_layout', message, { retryable: false });
}
