import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { callId } from '../../src/call/index.ts';
import type { OperationalError, Store } from '../../src/engine/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { startSentinels } from './redis/sentinel.ts';
import { ask, startRedis, until } from './redis/server.ts';
import type { RedisServer } from './redis/server.ts';

const OLD = callId('default.old');
const SENT = callId('default.sent');
const NEW = callId('default.new');
const BOTH = callId('default.both');

const LONG = { timeout: 300_000 };

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
      message: 'only 0 of 1 replicas of Redis confirmed a write in time: check its replicas',
    });
  } finally {
    replica.process.kill('SIGCONT');
  }
  expect(await store.commit(commitOf())).toEqual({ outcome: 'conflict' });
  await store.close();
});

/** Undone after each test, the last first. */
const started: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of started.splice(0).reverse()) await stop();
});

/** What is to be stopped after the test. */
function stopped<One extends { stop(): Promise<void> }>(one: One): One {
  started.push(() => one.stop());
  return one;
}

async function openAt(address: string): Promise<Store> {
  const store = await openRedisStore({ address, log: new RecordingLog() });
  started.push(() => store.close());
  return store;
}

/**
 * A store that is still connected to a master after the sentinels have made another one: what would have told it is lost,
 * and nobody can make a replica of the old one. The new one has a replica.
 */
async function onDeposedMaster() {
  const sentinels = stopped(await startSentinels('--rename-command', 'SLAVEOF', 'NOT-TO-BE-FOUND'));
  const { replica: next, ports, name } = sentinels;
  const store = await openAt(`${sentinels.address}?replicas=1&timeout=2000`);
  for (const id of [OLD, SENT]) await store.commit(commitOf({ id, commands: [1] }));
  for (const port of ports) await ask(port, 'CLIENT KILL TYPE pubsub');
  await until(
    'a failover begins',
    async () => (await ask(ports[0] ?? 0, `SENTINEL FAILOVER ${name}`)) === '+OK\r\n',
  );
  await until('the replica is master', async () => (await sentinels.masterPort()) === next.port);
  stopped(await startRedis('--replicaof', `127.0.0.1 ${next.port}`));
  await until('the new master has a replica', async () =>
    (await ask(next.port, 'INFO replication')).includes('state=online'),
  );
  return { next, store };
}

/** What must not be taken from a master that was deposed, and what the new one says. */
const questions: Record<string, { ask: (store: Store) => Promise<unknown>; answer: unknown }> = {
  'a commit': { ask: (store) => store.commit(commitOf({ id: BOTH })), answer: { outcome: 'conflict' } },
  'no such call': { ask: async (store) => (await store.load(NEW))?.record.id, answer: NEW },
  'no call waits': { ask: (store) => store.findWaiting('word'), answer: NEW },
  'a claim': { ask: (store) => store.claim('b', 20_000, 30_000, 10), answer: [] },
  'a lease': { ask: (store) => store.renew(OLD, 'a', 15_000), answer: false },
  'what is settled': { ask: (store) => store.settle(SENT, 1, 'a'), answer: [] },
};

it('a master without its replicas is left for the one that the sentinels name', LONG, async () => {
  const { next, store } = await onDeposedMaster();
  const elsewhere = await openAt(next.address);
  await elsewhere.commit(commitOf({ id: NEW, awaits: 'word' }));
  await elsewhere.commit(commitOf({ id: BOTH }));
  await elsewhere.claim('c', 20_000, 30_000, 10);
  const asked = Object.entries(questions);
  const answers = await Promise.all(
    asked.map(([what, { ask: question }]) =>
      question(store).then(
        (answer) => ({ what, answer }),
        (error: unknown) => ({ what, code: (error as OperationalError).code }),
      ),
    ),
  );
  expect(answers).toEqual(asked.map(([what]) => ({ what, code: 'store_unavailable' })));
  for (const [what, { ask: question, answer }] of asked)
    await until(`the new master is asked: ${what}`, () =>
      question(store).then(
        (given) => isDeepStrictEqual(given, answer),
        () => false,
      ),
    );
});
