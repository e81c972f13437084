/** Pages of calls that lie in many partitions: the same as of one list, however unevenly they are spread. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { startRedis } from './redis/server.ts';
import type { RedisServer } from './redis/server.ts';

let redis: RedisServer;
const stores: Store[] = [];

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(async () => {
  for (const store of stores) await store.close();
  await redis.stop();
});

test.each([
  ['in one partition', 1],
  ['in few', 4],
  ['in more than there are on a page', 64],
])('calls %s come newest first, each once, in pages of any size', async (_where, partitions) => {
  const address = `${redis.address}?prefix=p${partitions}&partitions=${partitions}`;
  const store = await openRedisStore({ address, log: new RecordingLog() });
  stores.push(store);
  // Some begin in the same moment, and some are over.
  const calls = Array.from({ length: 150 }, (_, at) => ({
    id: `default.${(at * 7_919) % 1_000}-${at}`,
    startedAt: 1_000 + Math.floor(at / 3),
    ...(at % 4 === 0 && { expiresAt: 9_000_000 }),
  }));
  for (const call of calls) await store.commit(commitOf(call));
  const expected = calls
    .toSorted((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? 1 : -1))
    .map(({ id }) => id);
  for (const limit of [1, 2, 7, 50, 149, 150, 200]) {
    const listed: string[] = [];
    for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const page = await store.list({}, { limit, ...(after !== undefined && { after }) });
      expect(page.calls.length).toBeLessThanOrEqual(limit);
      listed.push(...page.calls.map(({ id }) => id));
      after = page.next;
    }
    expect(listed).toEqual(expected);
  }
});
