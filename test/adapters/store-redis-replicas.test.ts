import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { callId } from '../../src/call/index.ts';
import type { Store } from '../../src/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { startSentinels } from '../redis/sentinel.ts';
import { ask, startRedis, until } from '../redis/server.ts';
import type { RedisServer } from '../redis/server.ts';

const NEW = callId('default.new');

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

/**
 * A store that is still connected to a master after the sentinels have made another one: what would have told it is lost,
 * and nobody can make a replica of the old one. The new one has a replica.
 */
async function onDeposedMaster() {
  const sentinels = await startSentinels('--rename-command', 'SLAVEOF', 'NOT-TO-BE-FOUND');
  const { replica, ports, name } = sentinels;
  const address = `${sentinels.address}?replicas=1&timeout=2000`;
  const store = await openRedisStore({ address, log: new RecordingLog() });
  await store.commit(commitOf({ id: 'default.before', commands: [1] }));
  for (const port of ports) await ask(port, 'CLIENT KILL TYPE pubsub');
  await ask(ports[0] ?? 0, `SENTINEL FAILOVER ${name}`);
  await until('the replica is master', async () => (await sentinels.masterPort()) === replica.port);
  const next = await startRedis('--replicaof', `127.0.0.1 ${replica.port}`);
  await until('the new master has a replica', async () =>
    (await ask(replica.port, 'INFO replication')).includes('state=online'),
  );
  return { replica, store, stop: () => stopAll([store.close(), next.stop(), sentinels.stop()]) };
}

async function stopAll(stopping: Promise<void>[]): Promise<void> {
  await Promise.all(stopping);
}

const FAILOVER = { timeout: 300_000 };

/** What must not be taken from a master that was deposed, and what the new one says. */
const asked: [string, (store: Store) => Promise<unknown>, answer: unknown][] = [
  ['a commit', (store) => store.commit(commitOf({ id: NEW })), { outcome: 'conflict' }],
  ['that there is no such call', async (store) => (await store.load(NEW))?.record.id, NEW],
  ['a claim', (store) => store.claim('b', 20_000, 30_000, 10), []],
];

it.each(asked)(
  'a master without its replicas is left for the one that the sentinels name: %s',
  FAILOVER,
  async (_what, ask, answer) => {
    const { replica, store, stop } = await onDeposedMaster();
    const elsewhere = await openRedisStore({ address: replica.address, log: new RecordingLog() });
    await elsewhere.commit(commitOf({ id: NEW }));
    await elsewhere.claim('c', 20_000, 30_000, 10);
    await expect(ask(store)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('replicas') as string,
    });
    await until('the new master is asked', () =>
      ask(store).then(
        (given) => isDeepStrictEqual(given, answer),
        () => false,
      ),
    );
    await elsewhere.close();
    await stop();
  },
);
