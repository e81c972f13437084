import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator, EmulatorOptions } from '../../../../src/platform/emulator/http/index.ts';
import type { JournalEntry } from '../../../../src/platform/emulator/model/index.ts';
import { alice, authorization, bob, expectShape, ours } from '../platform.ts';
import { startReceiver } from '../receiver.ts';
import type { Receiver } from '../receiver.ts';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function emulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const started = await startEmulator(options);
  open.push(started);
  return started;
}

async function receiver(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...answer);
  open.push(started);
  return started;
}

const quick = {
  setupMs: 0,
  parties: { [alice]: { afterMs: 0 }, [bob]: { afterMs: 0 } },
  dtmf: { gapMs: 10 },
};

async function call(url: string, method: string, path: string, body?: unknown) {
  const headers = { authorization, 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body: text }) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** A request that fetch would not send: any method, any path, any headers. */
async function raw(
  url: string,
  options: { method: string; path: string; headers?: Record<string, string>; body?: string },
) {
  const { hostname, port } = new URL(url);
  const { method, path, headers = { authorization } } = options;
  const sent = httpRequest({ hostname, port, method, path, headers, agent: false });
  sent.end(options.body);
  const [answer] = (await once(sent, 'response')) as [
    NodeJS.ReadableStream & { statusCode: number; headers: object },
  ];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode, headers: answer.headers, text };
}

async function journalUntil(
  { act }: Emulator,
  fits: (entry: JournalEntry) => boolean,
): Promise<JournalEntry> {
  for (;;) {
    const found = act((model) => model.journal.readAfter(0).find(fits));
    if (found) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a call over HTTP', () => {
  test('out: dialled, answered, spoken to, keys, bridged, hung up', async () => {
    const { url, act } = await emulator({ settings: { ...quick, mediaMs: 0 } });
    const app = await receiver();
    const play = { prompt_name: 'menu', dtmf: true, prompt_ref: 'p1' };
    const dialled = await call(url, 'POST', '/voice/v1/call', {
      from: ours,
      to: alice,
      webhook: { url: app.url },
      owner_ref: 'o',
      action_on_connect: { play },
    });
    expectShape('CallAnswer', dialled.body);
    const voiceId = String(dialled.body.voice_id);

    await app.get((body) => body.playstate === 'initiated');
    expect(act((model, now) => model.people.press(voiceId, '12', now))).toBe(true);
    expect(await app.get((body) => body.playstate === 'digitcollected')).toMatchObject({
      digit: '12',
      owner_ref: 'o',
    });
    expect(
      (await call(url, 'PUT', `/voice/v1/call/${voiceId}/connect`, { from: ours, to: bob })).status,
    ).toBe(200);
    await app.get((body) => body.state === 'bridged');
    expect((await call(url, 'DELETE', `/voice/v1/call/${voiceId}`)).body).toMatchObject({ state: 'success' });
    await app.get((body) => body.state === 'disconnected');

    expect(app.received.map((body) => body.playstate ?? body.state)).toEqual([
      'initiated',
      'ringing',
      'connected',
      'initiated',
      'digitcollected',
      'bridged',
      'bridge_disconnected',
      'disconnected',
    ]);
  });

  test('in: announced, accepted with an empty body of JSON type', async () => {
    const app = await receiver();
    const { url, act } = await emulator({ settings: { numbers: { [ours]: { webhook: app.url } } } });
    const voiceId = act((model, now) => model.people.ring({ from: alice, to: ours }, now));
    await app.get((body) => body.state === 'incomingcall');
    const path = `/voice/v1/call/${String(voiceId)}/accept`;
    const headers = { authorization, 'content-type': 'application/json', 'content-length': '0' };
    expect((await raw(url, { method: 'PUT', path, headers })).status).toBe(200);
    expect(await app.get((body) => body.state === 'connected')).toMatchObject({ voice_id: voiceId });
  });

  test('with no settings at all: demo, demo-key, any number', async () => {
    const { url } = await emulator();
    expect((await call(url, 'POST', '/voice/v1/call', { from: ours, to: alice })).status).toBe(200);
  });

  test('ids differ from one start to the next', async () => {
    const ids = await Promise.all(
      [await emulator(), await emulator()].map(({ url }) =>
        call(url, 'POST', '/voice/v1/call', { from: ours, to: alice }),
      ),
    );
    expect(ids[0]?.body.voice_id).not.toBe(ids[1]?.body.voice_id);
  });

  test('concurrent duplicates execute once', async () => {
    const { url, act } = await emulator();
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': 'k' };
    const body = JSON.stringify({ from: ours, to: alice });
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () =>
        (await fetch(`${url}/voice/v1/call`, { method: 'POST', headers, body })).text(),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(act((model) => model.control.calls())).toHaveLength(1);
  });
});

describe('bad requests over HTTP', () => {
  const json = { authorization, 'content-type': 'application/json' };

  test.each([
    ['broken JSON', { method: 'POST', path: '/voice/v1/call', headers: json, body: '{"from":' }, 400],
    [
      'broken JSON of another type',
      {
        method: 'POST',
        path: '/voice/v1/call',
        headers: { authorization, 'content-type': 'a/b' },
        body: '{',
      },
      400,
    ],
    ['no content type', { method: 'POST', path: '/voice/v1/call', body: '{' }, 400],
    [
      'a content type that is none',
      {
        method: 'POST',
        path: '/voice/v1/call',
        headers: { authorization, 'content-type': '///' },
        body: '{}',
      },
      415,
    ],
    ['a path that cannot be decoded', { method: 'PUT', path: '/voice/v1/call/%zz/play' }, 404],
    ['a very long path', { method: 'PUT', path: `/voice/v1/call/${'x'.repeat(4_000)}/play` }, 404],
    ['an unusual method', { method: 'PROPFIND', path: '/voice/v1/call' }, 405],
    ['an unknown path', { method: 'GET', path: '/' }, 404],
    ['no credentials', { method: 'POST', path: '/voice/v1/call', headers: {} }, 401],
    [
      'a body above 1 MiB',
      { method: 'POST', path: '/voice/v1/call', headers: json, body: `{"name":"${'x'.repeat(1_048_576)}"}` },
      413,
    ],
  ] as const)('%s is answered in the platform’s form', async (_what, request, status) => {
    const { url } = await emulator();
    const answer = await raw(url, request);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json') as string,
    });
    expectShape('ErrorBody', JSON.parse(answer.text));
  });

  test('voice.md 7.1: 401 carries the challenge', async () => {
    const { url } = await emulator();
    const { headers } = await raw(url, { method: 'PUT', path: '/voice/v1/call/x/play', headers: {} });
    expect(headers).toMatchObject({ 'www-authenticate': 'Basic realm="voice"' });
  });

  test('voice.md 7.4: 429 carries Retry-After', async () => {
    const { url } = await emulator({ settings: { callsPerSecond: 1 } });
    const dial = {
      method: 'POST',
      path: '/voice/v1/call',
      headers: json,
      body: JSON.stringify({ from: ours, to: alice }),
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => raw(url, dial)));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers).toMatchObject({ 'retry-after': '1' });
  });
});

describe('voice.md 6, 7.4: receivers of notifications', () => {
  test('one that does not answer in time has missed it, and the next one goes out', async () => {
    const app = await receiver((body, reply) => (body.state === 'initiated' ? reply.hijack() : {}));
    const running = await emulator({ settings: { ...quick, webhookTimeoutMs: 50 } });
    await call(running.url, 'POST', '/voice/v1/call', { from: ours, to: alice, event_url: app.url });
    await app.get((body) => body.state === 'connected');
    expect(await journalUntil(running, ({ kind }) => kind === 'webhook_failed')).toMatchObject({
      code: 'WEBHOOK_TIMEOUT',
      url: app.url,
    });
    expect(app.received.map((body) => body.state)).toEqual(['initiated', 'ringing', 'connected']);
  });

  test('one that answers an error has missed it', async () => {
    const app = await receiver((_body, reply) => reply.code(503).send());
    const running = await emulator({ settings: quick });
    await call(running.url, 'POST', '/voice/v1/call', { from: ours, to: alice, event_url: app.url });
    expect(await journalUntil(running, ({ kind }) => kind === 'webhook_failed')).toMatchObject({
      code: 'WEBHOOK_HTTP_ERROR',
      detail: 'HTTP 503',
    });
  });

  test('one that is not there has missed it, and that is reported', async () => {
    const reports: object[] = [];
    const log = { warn: (fields: object) => reports.push(fields), error: () => undefined };
    const running = await emulator({ settings: quick, log });
    await call(running.url, 'POST', '/voice/v1/call', {
      from: ours,
      to: alice,
      event_url: 'http://127.0.0.1:1/',
    });
    await journalUntil(running, ({ kind }) => kind === 'webhook_failed');
    expect(reports[0]).toMatchObject({ url: 'http://127.0.0.1:1/', code: 'WEBHOOK_HTTP_ERROR' });
  });

  test('with redeliver a missed one is sent again', async () => {
    let times = 0;
    const app = await receiver((_body, reply) => reply.code(++times === 1 ? 500 : 200).send());
    const { url } = await emulator({ settings: { ...quick, redeliver: 1 } });
    await call(url, 'POST', '/voice/v1/call', { from: ours, to: alice, event_url: app.url });
    await app.get((body) => body.state === 'connected');
    expect(app.received.map((body) => body.state)).toEqual([
      'initiated',
      'initiated',
      'ringing',
      'connected',
    ]);
  });

  test('a slow one holds up its own call only', async () => {
    const slow = await receiver((_body, reply) => reply.hijack());
    const fast = await receiver();
    const { url } = await emulator({ settings: quick });
    await call(url, 'POST', '/voice/v1/call', { from: ours, to: alice, event_url: slow.url });
    await slow.get(() => true);
    await call(url, 'POST', '/voice/v1/call', { from: ours, to: alice, event_url: fast.url });
    await fast.get((body) => body.state === 'connected');
    expect(slow.received.map((body) => body.state)).toEqual(['initiated']);
  });
});

test('a fault of status 0 cuts the connection', async () => {
  const { url, act } = await emulator();
  act(({ control }) => {
    control.failNext({ route: 'dial', status: 0 });
  });
  await expect(call(url, 'POST', '/voice/v1/call', { from: ours, to: alice })).rejects.toThrow(
    'fetch failed',
  );
  expect((await call(url, 'POST', '/voice/v1/call', { from: ours, to: alice })).status).toBe(200);
});

test('a fault may answer a page that is not JSON', async () => {
  const { url, act } = await emulator();
  const fault = { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' };
  act(({ control }) => {
    control.failNext(fault);
  });
  const answer = await raw(url, { method: 'POST', path: '/voice/v1/call' });
  expect(answer).toMatchObject({ status: 502, text: fault.body, headers: { 'content-type': 'text/html' } });
});

test('a port that is taken is a clear error', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  open.push({
    close: () =>
      new Promise((resolve) =>
        occupant.close(() => {
          resolve();
        }),
      ),
  });
  await once(occupant, 'listening');
  const { port } = occupant.address() as AddressInfo;
  await expect(startEmulator({ port })).rejects.toThrow(`port ${port} on 127.0.0.1 is already in use`);
});

test('after close nothing is sent any more', async () => {
  const app = await receiver();
  const running = await startEmulator({ settings: quick });
  await call(running.url, 'POST', '/voice/v1/call', { from: ours, to: alice, event_url: app.url });
  await app.get((body) => body.state === 'initiated');
  await running.close();
  const before = app.received.length;
  running.act((model, now) => model.people.ring({ from: alice, to: ours }, now + 60_000));
  await expect(fetch(running.url)).rejects.toThrow('fetch failed');
  expect(app.received).toHaveLength(before);
});
