/** Projects of a service of several nodes, on a real Redis. */
import { afterEach, expect, test } from 'vitest';
import { openRedisStore } from '../../../../src/adapters/store-redis/index.ts';
import { scryptSecrets } from '../../../../src/adapters/secrets-scrypt/index.ts';
import { startService } from '../../../../src/service/start.ts';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import { ApiKeys } from '../../../../src/service/management/index.ts';
import { configOf } from '../../../builders/config.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { until } from '../../../engine/until.ts';
import { flowSaying } from '../../../authoring/flow-files/folder.ts';
import { DURABLE, startRedis } from '../../../adapters/redis/server.ts';
import { asker } from './scene.ts';

const open: (() => PromiseLike<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const PUBLIC = 'https://ivr.example.com';
const environment = { RINGFLOW_PROJECT_SHOP_ID: 'shop-app', RINGFLOW_PROJECT_SHOP_KEY: 'shop-key' };

/** Nodes of one service, with somebody who may do everything. */
async function scene(environments: Record<string, string>[]) {
  const redis = await startRedis(...DURABLE);
  open.push(() => redis.stop());
  const emulator = await startEmulator({
    settings: { projects: [{ appId: 'shop-app', appKey: 'shop-key' }] },
  });
  open.push(() => emulator.close());
  const log = new RecordingLog();
  const urls: string[] = [];
  for (const secrets of environments) {
    const config = configOf(emulator.url, {
      store: { kind: 'redis', address: redis.address },
      publicUrl: PUBLIC,
      projectSecrets: { environment: secrets, directory: '/run/secrets' },
    });
    const service = await startService({ config, flows: [], log });
    open.push(() => service.stop());
    urls.push(service.url);
  }
  const store = await openRedisStore({ address: redis.address, log });
  const { token, change } = await new ApiKeys(store.registry, scryptSecrets).create(
    { name: 'test', grants: [{ project: '*', role: 'admin' }] },
    { id: 'test', at: Date.now() },
  );
  await store.registry.write([change]);
  await store.close();
  const [first = '', second = ''] = urls;
  return { first, second, log, emulator, ask: asker(`${first}/api/v1`, token) };
}

const platform = { appId: 'env:RINGFLOW_PROJECT_SHOP_ID', appKey: 'env:RINGFLOW_PROJECT_SHOP_KEY' };

/** Sets the project up, with a flow that takes its calls; gives where it is told of them, below the address of a node. */
async function setUp(ask: Awaited<ReturnType<typeof scene>>['ask']): Promise<{ id: string; path: string }> {
  expect((await ask('PUT', '/projects/shop', { platform, defaultFlow: 'desk' })).status).toBe(201);
  const files = { 'desk/flow.yaml': flowSaying('Hello.') };
  const { body } = await ask('POST', '/projects/shop/flows', { files });
  const [made] = (body as { versions: { version: string }[] }).versions;
  await ask('PUT', '/projects/shop/deployments/desk', { version: made?.version });
  const created = await ask('POST', '/projects/shop/hook-tokens', { name: 'test' });
  const { id, addresses } = created.body as { id: string; addresses: { voice: string } };
  return { id, path: addresses.voice.replace(PUBLIC, '') };
}

const told = async (url: string, body = '') => (await fetch(url, { method: 'POST', body })).status;

test('a project that is set up on one node takes calls on the other, until its token is revoked', async () => {
  const { first, second, ask, emulator } = await scene([environment, environment]);
  const { id, path } = await setUp(ask);
  expect(await told(first + path)).toBe(200);
  await until(async () => (await told(second + path)) === 200);
  emulator.act((model) => model.control.setNumber('+4930555000', { webhook: second + path }));
  emulator.act((model, now) => model.people.ring({ from: '+4915112345678', to: '+4930555000' }, now));
  await until(() =>
    emulator.act((model) => model.journal.readAfter(0)).some(({ kind }) => kind === 'speech'),
  );
  expect((await ask('DELETE', `/projects/shop/hook-tokens/${id}`)).status).toBe(204);
  expect(await told(first + path)).toBe(404);
  await until(async () => (await told(second + path)) === 404);
});

test('a node that has not the secrets of a project says so, and goes on with the others', async () => {
  const { second, ask, log } = await scene([environment, {}]);
  const { path } = await setUp(ask);
  await until(async () => (await told(second + path)) === 200);
  const [said] = log.lines.filter(({ level }) => level === 'error');
  expect(said).toMatchObject({
    message: 'cannot read project secrets; calls at the platform cannot be controlled on this node',
    fields: { project: 'shop', err: { code: 'no_secret' } },
  });
  expect((await fetch(`${second}/readyz`)).status).toBe(200);
});
