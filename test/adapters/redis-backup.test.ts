/** Backups of a Redis as docs/operations.md tells: its files, copied while it serves, started elsewhere. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openRedisStore } from '../../src/adapters/store-redis/index.ts';
import { callId } from '../../src/call/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import { folderWith } from '../cli/command.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { ask, DURABLE, startRedis, until } from './redis/server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function redisIn(path: string, ...args: string[]) {
  const server = await startRedis('--dir', path, ...args);
  closing.push(() => server.stop());
  return server;
}

async function open(address: string): Promise<Store> {
  const store = await openRedisStore({ address, log: new RecordingLog() });
  closing.push(() => store.close());
  return store;
}

function folder(): string {
  const made = folderWith({});
  closing.push(made.remove);
  return made.path;
}

async function fill(store: Store): Promise<void> {
  await store.commit(commitOf({ commands: [1], wakeAt: 1 }));
  await store.commit(commitOf({ id: 'default.over', expiresAt: 9 }));
  await store.putFlow('v1', '{}', 99);
  await store.registry.write([{ kind: 'routes', id: '1', was: 0, json: '{}' }]);
}

/** Everything is there, and the call goes on. */
async function expectGoesOn(store: Store): Promise<void> {
  expect(await store.count({})).toBe(2);
  expect(await store.getFlow('v1')).toBe('{}');
  expect(await store.registry.count('routes')).toBe(1);
  const claimed = await store.claim('b', 20_000, 30_000, 10);
  expect(claimed).toMatchObject([{ record: { id: 'default.call-1' }, outbox: [{ number: 1 }], lane: true }]);
  expect(await store.settle(callId('default.call-1'), 1, 'b')).toEqual([]);
  expect(await store.commit(commitOf({ seq: 2, node: 'b' }))).toMatchObject({ outcome: 'committed' });
}

test('a snapshot of BGSAVE, copied while calls are written, starts elsewhere and its calls go on', async () => {
  const [here, there] = [folder(), folder()];
  const server = await redisIn(here, ...DURABLE);
  const store = await open(server.address);
  await fill(store);
  await ask(server.port, 'BGSAVE');
  await until('the snapshot is written', async () =>
    /rdb_bgsave_in_progress:0[^]*rdb_last_bgsave_status:ok/.test(await ask(server.port, 'INFO persistence')),
  );
  cpSync(join(here, 'dump.rdb'), join(there, 'dump.rdb'));
  // What comes after it is not in it.
  await store.commit(commitOf({ id: 'default.later' }));
  await expectGoesOn(await open((await redisIn(there)).address));
});

test('its append-only files, copied once it is stopped, start elsewhere and its calls go on', async () => {
  const [here, there] = [folder(), folder()];
  const server = await redisIn(here, ...DURABLE);
  const store = await open(server.address);
  await fill(store);
  await server.kill();
  cpSync(join(here, 'appendonlydir'), join(there, 'appendonlydir'), { recursive: true });
  await expectGoesOn(await open((await redisIn(there, ...DURABLE)).address));
});
