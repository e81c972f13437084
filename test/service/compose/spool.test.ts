/** The service while its Redis is away, as operators see it: /readyz, /metrics, the log. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startService } from '../../../src/service/start.ts';
import type { Service } from '../../../src/service/start.ts';
import { callId } from '../../../src/call/index.ts';
import type { Config } from '../../../src/service/config/config.ts';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import { configOf } from '../../builders/config.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { flowOf } from '../../engine/scene.ts';
import { flowSaying, useFolders } from '../../authoring/flow-files/folder.ts';
import { ask, startRedis, until } from '../../adapters/redis/server.ts';
import type { RedisServer } from '../../adapters/redis/server.ts';

const newFolder = useFolders();
const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

interface Scene {
  redis: RedisServer;
  directory: string;
  log: RecordingLog;
  service: Service;
}

async function scene(parts: Partial<Config> = {}, maxBytes = 100_000): Promise<Scene> {
  const emulator = await startEmulator();
  opened.push(() => emulator.close());
  const redis = await startRedis('--appendonly', 'yes');
  opened.push(() => redis.stop());
  const log = new RecordingLog();
  const directory = join(newFolder().path, 'spool');
  const service = await startService({
    config: configOf(emulator.url, {
      store: { kind: 'redis', address: `${redis.address}?timeout=1500` },
      spool: { directory, maxBytes },
      ...parts,
    }),
    flows: [flowOf(flowSaying('Hello.'))],
    log,
  });
  opened.push(() => service.stop());
  return { redis, directory, log, service };
}

function rings({ service }: Scene, voice: string): Promise<Response> {
  const body = JSON.stringify({ voice_id: voice, state: 'incomingcall', from: '+4930111', to: '+4930222' });
  return fetch(service.hookUrl, { method: 'POST', body });
}

async function ready({ service }: Scene): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${service.url}/readyz`);
  return { status: answer.status, body: await answer.json() };
}

/** The gauges of the spool, by what follows in their names. */
async function gauges({ service }: Scene): Promise<Record<string, number>> {
  const answer = await fetch(`${service.url}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  const found = [...text.matchAll(/^ringflow_spool_(\w+) (\S+)$/gm)];
  return Object.fromEntries(found.map(([, name = '', value]) => [name, Number(value)]));
}

test('it is ready while Redis is away, says that it spools and how much, and applies it all afterwards', async () => {
  const all = await scene();
  expect(await ready(all)).toEqual({
    status: 200,
    body: { status: 'ready', spool: { entries: 0, bytes: 0 } },
  });
  expect(await gauges(all)).toEqual({ entries: 0, bytes: 0, oldest_age_seconds: 0, full: 0 });
  await all.redis.kill();
  expect((await rings(all, 'v1')).status).toBe(200);
  expect((await rings(all, 'v2')).status).toBe(200);
  const told = await gauges(all);
  expect(told).toMatchObject({ entries: 2, full: 0 });
  expect(told.bytes).toBeGreaterThan(100);
  await until('it spools', async () =>
    JSON.stringify(await ready(all)).includes(`"status":"spooling","spool":{"entries":2`),
  );
  await all.redis.restart();
  await until('nothing waits', async () => (await gauges(all)).entries === 0);
  await until('it is ready', async () => JSON.stringify(await ready(all)).includes('"status":"ready"'));
  expect((await all.service.engine.loadCall(callId('default.v2')))?.context.call.from).toBe('+4930111');
});

test('it is not ready when the spool is full as well, and takes calls again once there is room', async () => {
  const all = await scene({}, 500);
  await all.redis.kill();
  let answer = await rings(all, 'v0');
  for (let call = 1; answer.status === 200; call += 1) answer = await rings(all, `v${call}`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'spool_full' });
  expect(await gauges(all)).toMatchObject({ full: 1 });
  expect(all.log.lines.filter(({ level }) => level === 'error').at(-1)).toMatchObject({
    fields: { code: 'spool_full', reason: expect.stringMatching(/is full \(500 bytes\)/) as string },
  });
  await until('it is not ready', async () => (await ready(all)).status === 503);
  await all.redis.restart();
  await until('it takes calls', async () => (await rings(all, 'v-last')).status === 200);
  await until('nothing waits', async () => (await gauges(all)).entries === 0);
});

test('with a key nothing that callers enter is in clear on the disk (I7)', async () => {
  const all = await scene({ secretKeys: ['a passphrase that is long enough'] });
  await all.redis.kill();
  await rings(all, 'v1');
  const files = readdirSync(all.directory).filter((name) => name.endsWith('.ndjson'));
  const text = files.map((name) => readFileSync(join(all.directory, name), 'utf8')).join('');
  expect(text).toContain('sealed:');
  expect(text).not.toContain('4930111');
});

test('a spool of another process ends the start, and leaves no connection that would keep the process alive', async () => {
  const redis = await startRedis();
  opened.push(() => redis.stop());
  const folder = newFolder();
  folder.write('spool/in-use-by', String(process.ppid));
  await expect(startAt(redis, join(folder.path, 'spool'))).rejects.toMatchObject({ code: 'spool_in_use' });
  expect(await ask(redis.port, 'CLIENT LIST')).not.toContain('name=ringflow');
});

test('a start without a Redis lets go of the spool', async () => {
  const redis = await startRedis();
  await redis.stop();
  const directory = join(newFolder().path, 'spool');
  await expect(startAt(redis, directory)).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(readdirSync(directory)).toEqual([]);
});

function startAt({ address }: RedisServer, directory: string): Promise<Service> {
  const config = configOf('http://127.0.0.1:9', {
    store: { kind: 'redis', address },
    spool: { directory, maxBytes: 100_000 },
  });
  return startService({ config, flows: [flowOf(flowSaying('Hello.'))], log: new RecordingLog() });
}
