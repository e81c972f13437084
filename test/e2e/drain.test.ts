/** A node of several that is told to end: load balancers notice, callers do not. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import { until } from '../engine/until.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';
import { startRedis } from '../adapters/redis/server.ts';
import { Command, ready } from './command.ts';
import { freePort } from '../setup/free-port.ts';

const newFolder = useFolders();
const running: { close(): PromiseLike<unknown> }[] = [];

afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});

const TOKEN = 'drain-test-hook-token';

const flow = (service: string, timeout: string) => `
ringflow: 1
name: desk
languages: [en-US]
on: { error: sorry }
steps:
  asked:
    http: { get: "${service}", timeout: ${timeout} }
    on: { client_error: sorry, failed: sorry }
  hello:
    say: Hello.
    next: hangup
  sorry:
    say: Sorry.
    next: hangup
`;

/** A web service whose answers are given by hand. */
async function slowService() {
  const open: ServerResponse[] = [];
  const server = createServer((_request, response) => open.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push({
    close: () => {
      server.closeAllConnections();
      return once(server.close(), 'close');
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, open };
}

async function node({
  folder,
  store,
  platform,
  drain,
}: Record<'folder' | 'store' | 'platform' | 'drain', string>) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    RINGFLOW_PORT: String(port),
    RINGFLOW_STORE: store,
    RINGFLOW_PLATFORM_URL: platform,
    RINGFLOW_APP_ID: 'demo',
    RINGFLOW_APP_KEY: 'demo-key',
    RINGFLOW_HOOK_TOKEN: TOKEN,
    RINGFLOW_PUBLIC_URL: url,
    RINGFLOW_EGRESS: '127.0.0.0/8',
  };
  const command = new Command(['serve', folder, '--drain', drain, '--spool', `${folder}/spool-${port}`], {
    env,
  });
  running.push({ close: () => (command.isOver ? Promise.resolve() : command.kill()) });
  await ready(url, command);
  return { command, url, hook: `${url}/hooks/default/${TOKEN}/voice` };
}

async function scene(drain: string, timeout = '60s') {
  const service = await slowService();
  const redis = await startRedis('--appendonly', 'yes');
  running.push({ close: () => redis.stop() });
  const emulator = await startEmulator({ settings: { setupMs: 0, charactersPerSecond: 1_000 } });
  running.push(emulator);
  const { path, write } = newFolder();
  write('flow.yaml', flow(service.url, timeout));
  const one = () => node({ folder: path, store: redis.address, platform: emulator.url, drain });
  const ring = (webhook: string) =>
    emulator.act(({ people, control }, now) => {
      control.setNumber('+4930222', { webhook });
      return people.ring({ from: '+4930111', to: '+4930222' }, now);
    });
  const journal = (voiceId: string | undefined) =>
    emulator.act((model) => model.journal.readAfter(0, voiceId));
  const said = (voiceId: string | undefined) =>
    journal(voiceId).flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));
  return { service, one, ring, said, journal };
}

test('says at once that it is not ready, takes calls on, finishes what is under way, and ends in time', async () => {
  const { service, one, ring, said } = await scene('16s');
  const { command, url, hook } = await one();
  const first = ring(hook);
  await until(() => service.open.length === 1);
  const ended = command.stop();
  const refused = await until(async () => {
    const answer = await fetch(`${url}/readyz`);
    return answer.status === 503 ? answer : undefined;
  });
  expect(await refused.json()).toMatchObject({ code: 'draining' });
  expect(refused.headers.get('connection')).toBe('close');
  const second = ring(hook);
  await until(() => service.open.length === 2);
  for (const response of service.open) response.end('{}');
  expect(await ended).toBe(0);
  expect(said(first)).toEqual(['Hello.']);
  expect(said(second)).toEqual(['Hello.']);
  expect(command.stderr).not.toMatch(/"level":50/);
});

test('leaves to the other nodes what it cannot finish in time', async () => {
  const { service, one, ring, journal } = await scene('1s', '5s');
  const first = await one();
  const second = await one();
  const voiceId = ring(first.hook);
  await until(() => service.open.length === 1);
  expect(await first.command.stop()).toBe(0);
  expect(service.open).toHaveLength(1);
  // The step's time passes on the other node, which takes the call to where the flow says.
  await until(() => journal(voiceId).some(({ kind }) => kind === 'answered'));
  expect(second.command.isOver).toBe(false);
});

test('ends at once when somebody at a terminal stops it', async () => {
  const { service, one, ring } = await scene('3600s');
  const { command, hook } = await one();
  ring(hook);
  await until(() => service.open.length === 1);
  const ended = command.stop('SIGINT');
  for (const response of service.open) response.end('{}');
  expect(await ended).toBe(0);
});
