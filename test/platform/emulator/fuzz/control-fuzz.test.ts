import { readdirSync, readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addControlRoutes } from '../../../../src/platform/emulator/http/control/control-routes.ts';
import { ControlPaths } from '../../../../src/platform/emulator/http/control/controls.ts';
import { Driver } from '../../../../src/platform/emulator/http/driver.ts';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import { JournalStream } from '../../../../src/platform/emulator/http/journal-sinks.ts';
import { createPlatformModel } from '../../../../src/platform/emulator/model/index.ts';
import { alice, authorization, bob, ours } from '../platform.ts';
import { Scene } from './endpoints.ts';
import { brokenBodies, contentTypes, methods, otherHeaders, segments } from './hostile-http.ts';
import { hostileBodies, nonsense, placesIn } from './hostile.ts';
import type { Schema } from './hostile.ts';
import { forEach, Wire } from './wire.ts';
import type { Answered, Sent } from './wire.ts';

let emulator: Emulator;
let scene: Scene;
let wire: Wire;

beforeAll(async () => {
  const settings = { numbers: { [ours]: {} }, parties: { [bob]: { afterMs: 0 } }, setupMs: 0 };
  emulator = await startEmulator({ settings: { ...settings, callsPerSecond: 1_000_000 } });
  scene = new Scene(emulator);
  wire = new Wire(emulator.url);
});

beforeEach(async () => {
  await wire.send({ method: 'POST', path: '/_emulator/reset', headers: {} });
});

afterAll(async () => {
  await wire.close();
  await emulator.close();
});

interface Control {
  /** A body, or a query, that is taken. */
  body?: object;
  query?: Record<string, string>;
  /** Fresh values for what its path names. */
  of?: () => string;
}

/** Somebody who is in a room, and somebody who waits before one. */
function guest(settings: object = {}): { room: string; participant: string } {
  const { room } = scene.ask('POST', '/video/v2/rooms', { name: 'Board', owner_ref: 'o', settings });
  const { room_id: id } = room as { room_id: string };
  const outcome = emulator.act((model, now) => model.rooms.join(token(id), now));
  if (!outcome.ok) throw new Error(outcome.message);
  return { room: id, participant: outcome.participant_id };
}

function token(room: string): string {
  const body = { name: 'Ann', role: 'participant', user_ref: 'ann' };
  return String(scene.ask('POST', `/video/v2/rooms/${room}/tokens`, body).token);
}

/** A room that takes telephones. */
function dialInRoom(): string {
  const body = { name: 'Board', owner_ref: 'o', sip: { enabled: true } };
  return (scene.ask('POST', '/video/v2/rooms', body).room as { room_id: string }).room_id;
}

const acts = [{ afterMs: 1, presses: '1' }];
const party = { on_ring: 'answers', afterMs: 1, acts, recording: 'fails' };

/** What a good request of every control looks like, by method and path. */
const controls: Record<string, Control> = {
  'GET /calls': { query: { limit: '1' } },
  'GET /calls/:id': { of: () => scene.connected() },
  'POST /calls': { body: { from: alice, to: ours, acts } },
  'POST /calls/:id/press': { body: { keys: '1' }, of: () => scene.connected() },
  'POST /calls/:id/speak': { body: { ms: 1_000 }, of: () => scene.connected() },
  'POST /calls/:id/say': { body: { text: 'hello' }, of: () => scene.connected() },
  'POST /calls/:id/hangup': { body: { who: 'ours' }, of: () => scene.connected() },
  'GET /journal': { query: { after: '0', voice_id: 'v', kind: 'request' } },
  'GET /journal/stream': { query: { after: '0', voice_id: 'v' } },
  'GET /numbers': {},
  'PUT /numbers/:number': { body: { label: 'l', webhook: 'http://127.0.0.1:1/', party }, of: () => '+4917155555' },
  'PUT /projects/:id': { body: { webhook: 'http://127.0.0.1:1/', smsWebhook: 'http://127.0.0.1:1/' }, of: () => 'demo' },
  'POST /faults': { body: { status: 418, route: 'dial', times: 1, headers: { 'x-a': 'b' }, body: {}, executes: true, remembered: true } },
  'POST /reset': {},
  'GET /clock': {},
  'POST /clock': { body: { advance: 1 } },
  'POST /sms': { body: { from: alice, to: '+4930100200', text: 'STOP' } },
  'GET /phones/:number': { of: () => alice },
  'PUT /phones/:number': { body: { on_sms: 'fails', afterMs: 1, errorCode: 'E', errorText: 'e' }, of: () => alice },
  'GET /rooms': {},
  'POST /rooms/join': { body: { token: 'nonsense' } },
  'POST /rooms/:id/dial-in': { body: { from: alice }, of: () => dialInRoom() },
  'PUT /rooms/:id/lock': { body: { locked: true }, of: () => guest().room },
  'POST /rooms/:id/recording': { body: { action: 'start' }, of: () => guest().room },
  'POST /participants/:id/admit': { of: () => guest({ knock: true }).participant },
  'POST /participants/:id/leave': { of: () => guest().participant },
  'GET /': {},
  'GET /assets/:file': { of: pageFile },
}; // prettier-ignore

/** A file of the page, which `npm ci` builds. */
function pageFile(): string {
  const [file = ''] = readdirSync(new URL('../../../../dist/emulator/assets', import.meta.url));
  return file;
}

/** Refused for their content: a number of no campaign, a token that is none. */
const refused = ['POST /sms', 'POST /rooms/join'];

interface Target extends Control {
  title: string;
  method: string;
  path: string;
  schemas: { body?: Schema; querystring?: Schema };
}

/** The routes as they are, with the schemas that they check by. */
function targetsOf(): Target[] {
  const targets: Target[] = [];
  const app = Fastify();
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method === 'HEAD' || Array.isArray(method) || url === '/*') return;
    const title = `${method} ${url}`;
    const schemas = (schema ?? {}) as Target['schemas'];
    targets.push({ ...controls[title], title, method, path: `/_emulator${url}`, schemas });
  });
  const idle = () => undefined;
  const driver = new Driver({
    createModel: () => createPlatformModel(),
    ...{ deliver: idle, stream: idle, restarted: idle, changed: idle, failed: idle },
  });
  addControlRoutes(app, {
    driver,
    stream: new JournalStream(),
    controls: new ControlPaths(),
    host: undefined,
    origins: new Set(),
  });
  return targets;
}

const targets = targetsOf();

test('every control is here, and nothing else', () => {
  expect(targets.map(({ title }) => title).sort()).toEqual(Object.keys(controls).sort());
});

test('every control is in the table of docs/emulator.md, and nothing else', () => {
  const page = readFileSync(new URL('../../../../docs/emulator.md', import.meta.url), 'utf8');
  const [, table = ''] = /## Control API\n(.*)/s.exec(page) ?? [];
  const told = [...table.matchAll(/`(GET|POST|PUT) (\/[^`?]*)[^`]*`/g)].map(([, method, path = '']) =>
    [method, path].join(' '),
  );
  const there = targets.map(({ title }) => title.replace(/:(\w+)/, '{$1}'));
  expect(told.toSorted()).toEqual(there.toSorted());
});

function goodRequest({ method, path, body, query, of }: Target): Sent {
  const named = path.replace(/:\w+/, () => encodeURIComponent(of?.() ?? ''));
  const asked = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const headers = { 'content-type': 'application/json' };
  return { method, path: named + asked, headers, ...(body && { body: JSON.stringify(body) }) };
}

/** Why an answer is not one of the control plane; undefined when it is. */
function complaintOf({ status, text }: Answered): string | undefined {
  // Headers that are too long are refused before their path is known.
  if ((status >= 200 && status < 400) || status === 431) return undefined;
  const isTold = status < 500 && /^\{"error":".+"(,"code":.+)?\}$/s.test(text);
  return isTold ? undefined : `${status} ${text.slice(0, 200)}`;
}

function* hostileRequests(target: Target): Generator<[string, Sent]> {
  const good = () => goodRequest(target);
  for (const method of methods) yield [`method ${method}`, { ...good(), method }];
  for (const headers of otherHeaders)
    yield [
      `headers ${JSON.stringify(headers).slice(0, 60)}`,
      { ...good(), headers: { ...good().headers, ...headers } },
    ];
  if (target.of !== undefined)
    for (const segment of segments)
      yield [`named ${segment.slice(0, 40)}`, { ...good(), path: target.path.replace(/:\w+/, segment) }];
  for (const query of [
    '?',
    '?a',
    '?a=%',
    '?a=%ff&a=1',
    '?__proto__=1',
    '?after=1&after=2',
    '?limit=1&limit=2',
  ])
    yield [`query ${query}`, { ...good(), path: (good().path.split('?')[0] ?? '') + query }];
  if (target.method === 'GET') return;
  for (const body of brokenBodies) yield [`body ${body.toString().slice(0, 40)}`, { ...good(), body }];
  for (const type of contentTypes)
    yield [`content type ${type.slice(0, 40)}`, { ...good(), headers: { 'content-type': type } }];
}

function* hostileContents(target: Target): Generator<[string, Sent]> {
  const { body, querystring } = target.schemas;
  if (body !== undefined)
    for (const { what, text } of hostileBodies({ document: body }, [target.body]))
      yield [what, { ...goodRequest(target), body: text }];
  if (querystring !== undefined)
    for (const { path } of placesIn({ document: querystring }))
      for (const text of [...nonsense, '', 'x'.repeat(8_000)])
        yield [path.join(), goodRequest({ ...target, query: { ...target.query, [path.join()]: text } })];
}

async function expectGood(target: Target): Promise<void> {
  const { status, text } = await wire.send(goodRequest(target));
  expect([status < 400 || refused.includes(target.title), text]).toEqual([true, text]);
}

describe.each(targets)('control $title', (target) => {
  test('answers whatever is bad with what is wrong, and goes on', async () => {
    await expectGood(target);
    const wrong: string[] = [];
    const attempt = async ([what, sent]: [string, Sent]) => {
      const complaint = complaintOf(await wire.send(sent));
      if (complaint !== undefined) wrong.push(`${what}: ${complaint}`);
    };
    await forEach(hostileRequests(target), attempt);
    await forEach(hostileContents(target), attempt);
    expect(wrong).toEqual([]);
    await expectGood(target);
  }, 180_000);
});

test('whatever fault is taken, the next request meets it as it was ordered, or is answered', async () => {
  const [target] = targets.filter(({ title }) => title === 'POST /faults');
  const good = { status: 418, headers: { 'x-a': 'b' }, body: { a: 1 } };
  const headers = { authorization };
  for (const { text } of hostileBodies({ document: target?.schemas.body ?? {} }, [good])) {
    const order = {
      method: 'POST',
      path: '/_emulator/faults',
      headers: { 'content-type': 'application/json' },
    };
    if ((await wire.send({ ...order, body: text })).status !== 200) continue;
    const { status } = JSON.parse(text) as { status: number };
    const met = await wire
      .send({ method: 'GET', path: '/video/v2/rooms', headers })
      .catch(() => ({ status: 0 }));
    expect([status, 200], text.slice(0, 200)).toContain(met.status);
    await wire.send({ method: 'POST', path: '/_emulator/reset', headers: {} });
  }
});
