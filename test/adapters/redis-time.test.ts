import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { startProxy } from './redis/proxy.ts';
import { startRedis } from './redis/server.ts';
import type { RedisServer } from './redis/server.ts';

/** Far more than anything here takes. */
const WRONG_MS = 3_600_000;
const CLOSE_MS = 60_000;

let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(() => redis.stop());

/** What a node whose clock is wrong takes for the time, beside the right one, ms. */
async function wrongBy(clockMs: number, address = redis.address): Promise<number> {
  const store = await openRedisStore({
    address,
    log: new RecordingLog(),
    localNow: () => Date.now() + clockMs,
  });
  const [before, shared, after] = [Date.now(), store.now(), Date.now()];
  await store.close();
  return shared < before ? shared - before : Math.max(0, shared - after);
}

test.each([-WRONG_MS, WRONG_MS])(
  'nodes whose clocks are wrong by %i ms have the time of Redis',
  async (clockMs) => {
    expect(Math.abs(await wrongBy(clockMs))).toBeLessThan(CLOSE_MS);
  },
);

test('a clock that is right within the time that the answer takes is left alone', async () => {
  const network = await startProxy(redis.port);
  network.become({ delayMs: 50 });
  expect(await wrongBy(0, network.address)).toBe(0);
  await network.stop();
});
