/** The feed of one process, and the one that nodes share in a Redis. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryFeed } from '../../src/adapters/feed-memory/index.ts';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { FEED_RETENTION_MS } from '../../src/engine/ports/index.ts';
import { feedContract } from './contracts/feed.ts';
import { HandClock } from '../engine/hand-clock.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { ask, startRedis } from './redis/server.ts';
import type { RedisServer } from './redis/server.ts';

let redis: RedisServer;
let opened = 0;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

feedContract('of one process', () => {
  const clock = new HandClock();
  const feed = new MemoryFeed(clock);
  const forget = () => {
    clock.pass(FEED_RETENTION_MS);
    return Promise.resolve();
  };
  return Promise.resolve({ one: feed, two: feed, forget, close: () => Promise.resolve() });
});

feedContract('in Redis', async () => {
  opened += 1;
  const prefix = `f${opened}`;
  const address = `${redis.address}?prefix=${prefix}&partitions=1`;
  const open = () => openRedisStore({ address, log: new RecordingLog() });
  const [one, two] = [await open(), await open()];
  return {
    ...{ one: one.feed, two: two.feed },
    async forget(name) {
      expect(await ask(redis.port, `PEXPIRE ${prefix}:{live:${name}} 0`)).toBe(':1\r\n');
    },
    close: async () => {
      await Promise.all([one.close(), two.close()]);
    },
  };
});

describe('a feed in Redis', () => {
  test('expires by itself', async () => {
    const store = await openRedisStore({ address: `${redis.address}?prefix=x`, log: new RecordingLog() });
    await store.feed.open('a');
    const [, left] = /:(\d+)/.exec(await ask(redis.port, 'PTTL x:{live:a}')) ?? [];
    expect(Number(left)).toBeGreaterThan(FEED_RETENTION_MS - 30_000);
    expect(Number(left)).toBeLessThanOrEqual(FEED_RETENTION_MS);
    await store.close();
    await expect(store.feed.open('a')).rejects.toMatchObject({ code: 'store_closed' });
  });

  test('tells of a Redis that is away as the store does', async () => {
    const server = await startRedis();
    const store = await openRedisStore({ address: server.address, log: new RecordingLog() });
    await server.kill();
    await expect(store.feed.read('a', '1-1', 1)).rejects.toMatchObject({ code: 'store_unavailable' });
    await store.close();
    await server.stop();
  });
});

test('the ids of another process are unknown to the feed of one process', async () => {
  const clock = new HandClock();
  const before = await new MemoryFeed(clock).open('a');
  clock.pass(1);
  const feed = new MemoryFeed(clock);
  await feed.open('a');
  expect(await feed.read('a', before, 10)).toBeUndefined();
});
