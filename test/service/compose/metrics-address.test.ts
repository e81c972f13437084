/** /metrics at an address of its own, and behind a token. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startService } from '../../../src/service/start.ts';
import type { Config } from '../../../src/service/config/config.ts';
import { configOf } from '../../builders/config.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { desk } from '../../engine/scene.ts';
import { freePort } from '../../setup/free-port.ts';

const open: (() => PromiseLike<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function started(config: Partial<Config>) {
  const service = await startService({
    config: configOf('http://127.0.0.1:9', config),
    flows: [desk],
    log: new RecordingLog(),
  });
  open.push(() => service.stop());
  return service;
}

test('metrics at an address of their own are not beside the hooks, and end with the service', async () => {
  const metricsListen = { host: '127.0.0.1', port: await freePort() };
  const service = await started({ metricsListen });
  const address = `http://127.0.0.1:${metricsListen.port}/metrics`;
  expect(await (await fetch(address)).text()).toContain('ringflow_live_calls 0');
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  await service.stop();
  open.pop();
  await expect(fetch(address)).rejects.toThrow();
});

test('a token closes them wherever they are', async () => {
  const metricsToken = 'metrics-token-0123456789';
  const { url } = await started({ metricsToken });
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
  const headers = { authorization: `Bearer ${metricsToken}` };
  expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200);
});

test('an address that is taken is told, and nothing runs', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  open.push(async () => {
    other.close();
    await once(other, 'close');
  });
  const { port } = other.address() as AddressInfo;
  await expect(started({ metricsListen: { host: '127.0.0.1', port } })).rejects.toMatchObject({
    code: 'cannot_listen',
    message: expect.stringContaining(`cannot listen on 127.0.0.1:${port}: the port is in use`) as string,
  });
});
