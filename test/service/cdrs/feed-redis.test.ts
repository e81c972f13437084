/** Two nodes on one Redis bring the CDRs of calls that end on both of them. */
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/adapters/clock-system/index.ts';
import { openRedisStore } from '../../../src/adapters/store-redis/index.ts';
import { CdrFeed } from '../../../src/service/cdrs/index.ts';
import type { CdrSink, Store } from '../../../src/engine/ports/index.ts';
import { commitOf } from '../../builders/commit.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { until } from '../../engine/until.ts';
import { startRedis } from '../../adapters/redis/server.ts';

const CALLS = 240;
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test('each at least once, from whichever partition, and one node alone at a time', async () => {
  const redis = await startRedis();
  closing.push(() => redis.stop());
  const brought: { node: string; id: string }[] = [];
  const log = new RecordingLog();
  const nodes = await Promise.all(
    ['one', 'two'].map(async (node) => {
      const store: Store = await openRedisStore({ address: redis.address, log });
      closing.push(() => store.close());
      const sink: CdrSink = {
        name: 'test',
        deliver(lines) {
          for (const line of lines) brought.push({ node, id: (JSON.parse(line) as { id: string }).id });
          return Promise.resolve();
        },
      };
      const { registry } = store;
      const feed = new CdrFeed({
        registry,
        calls: store,
        sink,
        clock: systemClock,
        log,
        node,
        maskDigits: 0,
      });
      closing.push(() => feed.stop());
      return { store, feed };
    }),
  );
  for (const { feed } of nodes) feed.start();
  const ids = Array.from({ length: CALLS }, (_, at) => `default.c${at}`);
  await Promise.all(
    ids.map(async (id, at) => {
      const { store } = nodes[at % nodes.length] ?? {};
      await store?.commit(commitOf({ id }));
      await store?.commit(commitOf({ id, seq: 2, expiresAt: 50_000 }));
    }),
  );
  const known = () => new Set(brought.map(({ id }) => id));
  await until(() => (known().size === CALLS ? true : undefined));
  expect([...known()].toSorted()).toEqual(ids.toSorted());
  expect(brought).toHaveLength(CALLS);
  expect(new Set(brought.map(({ node }) => node)).size).toBe(1);
  expect(log.of('warn').filter((line) => line.includes('CDRs'))).toEqual([]);
});
