/** What all nodes of one Redis must agree on; written by the first. */
import { OperationalError } from '../../ports/index.ts';
import type { RedisAddress } from './address.ts';
import { Keys, layoutKey } from './keys.ts';
import { Script } from './script.ts';
import type { Connection } from './script.ts';

/** Version of the layout of keys and of what is in them. Before 2 no call was listed by its project. */
const LAYOUT = 2;
/** The version that can be taken over. */
const FORMER = 1;
/** So many entries one script takes over: about a millisecond, for which others wait. */
const AT_ONCE = 200;

const takeOverScript = new Script<string>('take-over', 'facts');

/**
 * Throws `store_layout` where other nodes have laid the data out in another way. What the release before has laid out is
 * taken over if the address says so: its nodes must have been stopped, since they would go on to write in their way.
 */
export async function agreeOnLayout(connection: Connection, address: RedisAddress): Promise<void> {
  const { prefix, partitions, upgrade } = address;
  const layout = (version: number) => `layout ${version}, ${partitions} partitions`;
  const key = layoutKey(prefix);
  await connection.setnx(key, layout(LAYOUT));
  const found = await connection.get(key);
  if (found === layout(LAYOUT)) return;
  if (found !== layout(FORMER)) throw refusal(address, found, layout(LAYOUT));
  if (!upgrade) throw formerRelease(address);
  for (const { index } of new Keys(prefix, partitions).partitions) await takeOver(connection, index);
  await connection.set(key, layout(LAYOUT));
}

/** Nodes that do the same at once do no harm: what is listed by flow in any moment gets its entry by project from each. */
async function takeOver(connection: Connection, index: string): Promise<void> {
  // Where it was begun before and not finished, calls may have ended and been forgotten since.
  await connection.zremrangebylex(index, '[p ', '(p!');
  for (let last = 'f '; last !== '';) last = await takeOverScript.run(connection, [index], [last, AT_ONCE]);
}

function refusal({ prefix }: RedisAddress, found: string | null, ours: string): OperationalError {
  const message =
    `this Redis holds calls under the prefix "${prefix}" in another way (${String(found)}; here: ${ours}): ` +
    'set partitions to what it was, or choose another prefix';
  return new OperationalError('store_layout', message, { retryable: false });
}

function formerRelease({ prefix }: RedisAddress): OperationalError {
  const message =
    `an earlier release has laid out the calls under the prefix "${prefix}" (layout ${FORMER}; here: ${LAYOUT}): ` +
    'stop all of its nodes, then start one of this release with upgrade=yes in the address of the store';
  return new OperationalError('store_layout', message, { retryable: false });
}
