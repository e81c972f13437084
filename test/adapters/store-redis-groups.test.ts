/** Commits of one turn of the event loop: how they go to Redis together, and that each is still one of its own. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { ask, startRedis } from './redis/server.ts';
import type { RedisServer } from './redis/server.ts';

let redis: RedisServer;
let store: Store;

beforeAll(async () => {
  redis = await startRedis();
  store = await openRedisStore({ address: redis.address, log: new RecordingLog() });
  // Redis knows the script from now on.
  await store.commit(commitOf({ id: 'default.first' }));
});
afterAll(async () => {
  await store.close();
  await redis.stop();
});

async function scriptsRun(): Promise<number> {
  const stats = await ask(redis.port, 'INFO commandstats');
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1]);
}

it('eight go as soon as they are together, the rest when the turn ends', async () => {
  const before = await scriptsRun();
  await Promise.all(Array.from({ length: 20 }, (_, at) => store.commit(commitOf({ id: `default.t${at}` }))));
  expect(await scriptsRun()).toBe(before + 3);
});

it('of those of one call one is made, in whichever script they are', async () => {
  const commits = Array.from({ length: 20 }, () => store.commit(commitOf({ id: 'default.one' })));
  const outcomes = (await Promise.all(commits)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['committed', ...Array<string>(19).fill('conflict')]);
});

it('those that are asked for while the store is closing go with those before them or are refused, and none is forgotten', async () => {
  const other = await openRedisStore({ address: `${redis.address}?prefix=other`, log: new RecordingLog() });
  const commit = (at: number) => other.commit(commitOf({ id: `default.c${at}` }));
  const before = Array.from({ length: 10 }, (_, at) => commit(at));
  const closing = other.close();
  const after = Array.from({ length: 10 }, (_, at) => commit(10 + at));
  const outcomes = await Promise.allSettled([...before, ...after]);
  expect(outcomes.slice(0, 16).map(({ status }) => status)).toEqual(Array<string>(16).fill('fulfilled'));
  for (const outcome of outcomes.slice(16))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'store_closed' } });
  await closing;
});
