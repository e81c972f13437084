/** Over HTTP, with a service on SQLite: whoever hangs up on a bridge ends the call too, and nothing is said to it any more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService } from '../../src/service/start.ts';
import type { Service } from '../../src/service/start.ts';
import { configOf } from '../builders/config.ts';
import { flowOf } from '../engine/scene.ts';
import { PlatformServer } from '../engine/platform-server.ts';
import { until } from '../engine/until.ts';

/** Longer than a command waits for word of the call's end, ms. */
const LONG_ENOUGH_MS = 600;
/** Calls whose notifications come in between. */
const others = Array.from({ length: 20 }, (_, index) => `other-${index}`);

const ignore = () => undefined;
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const flow = flowOf(`
ringflow: 1
name: desk
languages: [en-US]
steps:
  person: { connect: { to: "+4930333" }, on: { busy: bye, no_answer: bye, failed: bye } }
  bye: { say: Goodbye., next: hangup }
`);

let directory: string;
let platform: PlatformServer;
let service: Service;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ringflow-bridge-'));
  platform = new PlatformServer();
  await platform.listen();
  service = await startService({
    config: configOf(platform.url, {
      defaultFlow: 'desk',
      store: { kind: 'sqlite', file: join(directory, 'calls.db') },
    }),
    flows: [flow],
    log: silent,
  });
});

afterEach(async () => {
  await service.stop();
  await platform.close();
  rmSync(directory, { recursive: true });
});

type Notification = Record<string, unknown>;

let told = 0;

function about(call: string, state: string, fields: Notification = {}): Notification {
  told += 1;
  const timestamp = new Date(Date.UTC(2026, 7, 1, 12, 0, told)).toISOString();
  return { voice_id: call, state, from: '+4930111', to: '+4930222', timestamp, ...fields };
}

async function post(body: Notification | Notification[]): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(service.hookUrl, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}

const asked = (what: string) => until(() => (platform.whats.includes(what) ? true : undefined));

/** The call is in a conversation. */
async function talks(call: string): Promise<void> {
  await post(about(call, 'incomingcall'));
  await asked(`PUT ${call}/accept`);
  await post(about(call, 'connected'));
  await asked(`PUT ${call}/connect`);
  await post(about(call, 'bridged'));
}

const ends = (call: string): [Notification, Notification] => [
  about(call, 'bridge_disconnected', { disconnect_reason: 'Normal Clearing' }),
  about(call, 'disconnected', { disconnect_reason: 'Normal Clearing' }),
];

/** Everything that is played, or hung up, to this call. */
async function saidTo(call: string): Promise<string[]> {
  await sleep(LONG_ENOUGH_MS);
  return platform.whats.filter((what) => what === `PUT ${call}/play` || what === `DELETE ${call}`);
}

test.each([
  { name: 'at once, the bridge first', order: (both: Notification[]) => both },
  { name: 'at once, the call first', order: (both: Notification[]) => both.toReversed() },
])('both ends are told $name', async ({ order }) => {
  await talks('v1');
  await Promise.all(order(ends('v1')).map((one) => post(one)));
  expect(await saidTo('v1')).toEqual([]);
});

test('both ends are told in a burst of other calls', async () => {
  await talks('v1');
  const [bridge, call] = ends('v1');
  const burst = (state: string) => others.map((other) => post(about(other, state)));
  await Promise.all([
    ...burst('incomingcall'),
    post(bridge),
    ...burst('connected'),
    post(call),
    ...burst('ringing'),
  ]);
  expect(await saidTo('v1')).toEqual([]);
});

test.each([
  { name: 'the bridge first', order: (both: Notification[]) => both },
  { name: 'the call first', order: (both: Notification[]) => both.toReversed() },
])('both ends are told in one list, $name', async ({ order }) => {
  await talks('v1');
  await post(order(ends('v1')));
  expect(await saidTo('v1')).toEqual([]);
});

test('a caller whose partner alone has hung up hears the goodbye', async () => {
  await talks('v1');
  await post(ends('v1')[0]);
  await asked('PUT v1/play');
});
