import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { commitOf } from '../builders/commit.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { ask, startRedis, until } from '../redis/server.ts';
import type { RedisServer } from '../redis/server.ts';

let master: RedisServer;
let replica: RedisServer;

beforeAll(async () => {
  master = await startRedis();
  replica = await startRedis('--replicaof', `127.0.0.1 ${master.port}`);
  await until('the replica follows', async () =>
    (await ask(master.port, 'INFO replication')).includes('state=online'),
  );
});
afterAll(() => Promise.all([master.stop(), replica.stop()]));

function open(prefix: string, timeoutMs: number) {
  const address = `${master.address}?prefix=${prefix}&replicas=1&timeout=${timeoutMs}`;
  return openRedisStore({ address, log: new RecordingLog() });
}

it('a commit is done when the replica has it', async () => {
  const store = await open('a', 10_000);
  await Promise.all(Array.from({ length: 50 }, (_, at) => store.commit(commitOf({ id: `default.c${at}` }))));
  expect(await ask(replica.port, 'DBSIZE')).toBe(await ask(master.port, 'DBSIZE'));
  await store.close();
});

it('a commit that no replica takes is in doubt, and known when it is tried again', async () => {
  const store = await open('b', 8_000);
  replica.process.kill('SIGSTOP');
  try {
    await expect(store.commit(commitOf())).rejects.toMatchObject({
      code: 'store_unavailable',
      message: 'only 0 of 1 replicas of Redis took a write in time: see to its replicas',
    });
  } finally {
    replica.process.kill('SIGCONT');
  }
  expect(await store.commit(commitOf())).toEqual({ outcome: 'conflict' });
  await store.close();
});
