import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import { alice, authorization, bob, ours } from '../platform.ts';
import { startReceiver } from '../receiver.ts';
import type { Receiver } from '../receiver.ts';

let emulator: Emulator;
let app: Receiver;

beforeEach(async () => {
  app = await startReceiver();
  emulator = await startEmulator({
    settings: { setupMs: 0, numbers: { [ours]: { webhook: app.url } }, dtmf: { gapMs: 10 } },
  });
});

afterEach(async () => {
  await emulator.close();
  await app.close();
});

async function control(method: string, path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const init = body === undefined ? { method } : { method, headers, body: text };
  const answer = await fetch(`${emulator.url}/_emulator${path}`, init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

function platform(method: string, path: string, body?: unknown) {
  const headers = { authorization, 'content-type': 'application/json' };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return fetch(`${emulator.url}/voice/v1/call${path}`, init);
}

async function ring(acts?: unknown): Promise<string> {
  const { body } = await control('POST', '/calls', {
    from: alice,
    to: ours,
    ...(acts !== undefined && { acts }),
  });
  return String(body.voice_id);
}

async function journal(query = ''): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${emulator.url}/_emulator/journal${query}`);
  const lines = (await answer.text()).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('calls', () => {
  test('are rung in, spoken on, and hung up', async () => {
    const voiceId = await ring();
    await app.get((body) => body.voice_id === voiceId && body.state === 'incomingcall');
    await platform('PUT', `/${voiceId}/accept`);
    await platform('PUT', `/${voiceId}/play`, {
      text: 'Which department do you want?',
      dtmf: true,
      asr: true,
    });
    expect(await control('POST', `/calls/${voiceId}/press`, { keys: '12' })).toEqual({
      status: 200,
      body: {},
    });
    expect(await app.get((body) => body.playstate === 'digitcollected')).toMatchObject({ digit: '12' });
    await platform('PUT', `/${voiceId}/play`, { text: 'Say it', asr: true });
    expect((await control('POST', `/calls/${voiceId}/say`, { text: 'sales' })).status).toBe(200);
    expect(await app.get((body) => body.playstate === 'speech_recognized')).toMatchObject({ text: 'sales' });
    expect((await control('POST', `/calls/${voiceId}/hangup`)).status).toBe(200);
    await app.get((body) => body.state === 'disconnected');
  });

  test('are listed and shown', async () => {
    const voiceId = await ring();
    const shown = await control('GET', `/calls/${voiceId}`);
    expect(shown.body).toMatchObject({ voice_id: voiceId, state: 'ringing', from: alice, to: ours });
    expect((await control('GET', '/calls')).body).toEqual([shown.body]);
  });

  test('are listed with a limit, the newest first', async () => {
    const [, second, third] = [await ring(), await ring(), await ring()];
    const { body } = await control('GET', '/calls?limit=2');
    expect(body).toMatchObject([{ voice_id: third }, { voice_id: second }]);
    expect((await control('GET', '/calls?limit=0')).status).toBe(400);
  });

  test('carry what the caller will do', async () => {
    const voiceId = await ring([{ afterMs: 0, hangsUp: true }]);
    await platform('PUT', `/${voiceId}/accept`);
    expect(await app.get((body) => body.state === 'disconnected')).toMatchObject({ voice_id: voiceId });
  });

  test('the second party can be made to hang up', async () => {
    await control('PUT', `/numbers/${bob}`, { party: { afterMs: 0 } });
    const voiceId = await ring();
    await platform('PUT', `/${voiceId}/accept`);
    await platform('PUT', `/${voiceId}/connect`, { from: ours, to: bob });
    await app.get((body) => body.state === 'bridged');
    expect((await control('POST', `/calls/${voiceId}/hangup`, { who: 'second' })).status).toBe(200);
    await app.get((body) => body.state === 'bridge_disconnected');
  });
});

describe('numbers, faults, reset', () => {
  test('a number gets a webhook of its own', async () => {
    expect((await control('POST', '/calls', { from: alice, to: bob })).status).toBe(400);
    await control('PUT', `/numbers/${bob}`, { webhook: app.url });
    expect((await control('POST', '/calls', { from: alice, to: bob })).status).toBe(200);
    await app.get((body) => body.to === bob);
  });

  test('a party alone does not provision its number', async () => {
    await control('PUT', `/numbers/${bob}`, { party: [{ on_ring: 'busy' }, {}] });
    expect((await control('POST', '/calls', { from: alice, to: bob })).status).toBe(400);
  });

  test('a failure is ordered', async () => {
    const fault = {
      route: 'dial',
      status: 503,
      headers: { 'retry-after': '2' },
      body: { result: 503, msg: 'x' },
    };
    expect(await control('POST', '/faults', fault)).toEqual({ status: 200, body: {} });
    const answer = await platform('POST', '', { from: ours, to: alice });
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '2',
      fault.body,
    ]);
    expect((await platform('POST', '', { from: ours, to: alice })).status).toBe(200);
  });

  test('reset forgets everything and starts with other ids', async () => {
    const before = await ring();
    await control('PUT', `/numbers/${bob}`, { webhook: app.url });
    expect((await control('POST', '/reset')).status).toBe(200);
    expect((await control('GET', '/calls')).body).toEqual([]);
    expect(await journal()).toEqual([]);
    expect((await control('POST', '/calls', { from: alice, to: bob })).status).toBe(400);
    expect(await ring()).not.toBe(before);
  });
});

describe('the journal', () => {
  test('is NDJSON, from a number on, for one call', async () => {
    const [one, other] = [await ring(), await ring()];
    const all = await journal();
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_entry, index) => index + 1));
    expect((await journal('?after=2')).map(({ seq }) => seq)).toEqual([3, 4]);
    expect((await journal(`?voice_id=${other}`)).map(({ voice_id }) => voice_id)).toEqual([other, other]);
    expect(await journal(`?after=2&voice_id=${one}`)).toEqual([]);
  });

  /** Reads events until one fits; gives all of them. */
  async function readEvents(
    init: { query?: string; lastEventId?: string },
    fits: (event: string) => boolean,
  ) {
    const leave = new AbortController();
    const headers = init.lastEventId === undefined ? {} : { 'last-event-id': init.lastEventId };
    const url = `${emulator.url}/_emulator/journal/stream${init.query ?? ''}`;
    const answer = await fetch(url, { headers, signal: leave.signal });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const events: string[] = [];
    let text = '';
    for await (const chunk of answer.body ?? []) {
      text += new TextDecoder().decode(chunk as Uint8Array);
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      events.push(...parts);
      if (events.some(fits)) break;
    }
    leave.abort();
    return events;
  }

  const idsOf = (events: string[]) => events.map((event) => Number(/^id: (\d+)$/m.exec(event)?.[1]));

  test('can be followed as it is written', async () => {
    const following = readEvents({}, (event) => event.includes('"ended"'));
    const voiceId = await ring();
    await control('POST', `/calls/${voiceId}/hangup`);
    const events = await following;
    expect(idsOf(events).slice(0, 3)).toEqual([1, 2, 3]);
    expect(JSON.parse(events[0]?.split('data: ')[1] ?? '')).toMatchObject({
      seq: 1,
      kind: 'ringing',
      voice_id: voiceId,
    });
  });

  test('is resumed after Last-Event-ID, or after a number', async () => {
    await ring();
    await ring();
    const untilFour = (event: string) => event.startsWith('id: 4\n');
    expect(idsOf(await readEvents({ lastEventId: '3' }, untilFour))).toEqual([4]);
    expect(idsOf(await readEvents({ query: '?after=2' }, untilFour))).toEqual([3, 4]);
    expect(idsOf(await readEvents({ lastEventId: 'nonsense' }, untilFour))).toEqual([1, 2, 3, 4]);
  });

  test('is followed for one call', async () => {
    await ring();
    const other = await ring();
    const events = await readEvents({ query: `?voice_id=${other}` }, (event) => event.startsWith('id: 4\n'));
    expect(idsOf(events)).toEqual([3, 4]);
  });

  test('a follower from before a reset starts at the beginning', async () => {
    await ring();
    await control('POST', '/reset');
    await ring();
    expect(idsOf(await readEvents({ lastEventId: '77' }, (event) => event.startsWith('id: 2\n')))).toEqual([
      1, 2,
    ]);
  });
});

describe('bad control requests', () => {
  test.each([
    ['POST', '/calls', '{"from"'],
    ['POST', '/calls', undefined],
    ['POST', '/calls', []],
    ['POST', '/calls', { from: alice }],
    ['POST', '/calls', { from: alice, to: 7 }],
    ['POST', '/calls', { from: alice, to: ours, extra: 1 }],
    ['POST', '/calls', { from: alice, to: ours, acts: [{ afterMs: 1 }] }],
    ['POST', '/calls', { from: alice, to: ours, acts: [{ afterMs: -1, presses: '1' }] }],
    ['POST', '/calls', { from: alice, to: ours, acts: [{ afterMs: 1, presses: 'x' }] }],
    ['POST', '/calls', { from: alice, to: 'nonsense' }],
    ['POST', '/calls/x/press', { keys: 'x' }],
    ['POST', '/calls/x/press', {}],
    ['POST', '/calls/x/say', { text: 7 }],
    ['POST', '/calls/x/hangup', { who: 'nobody' }],
    ['PUT', `/numbers/${bob}`, { webhook: 'nowhere' }],
    ['PUT', `/numbers/${bob}`, { party: { on_ring: 'sings' } }],
    ['PUT', `/numbers/${bob}`, { party: [] }],
    ['PUT', '/numbers/abc', { label: 'letters' }],
    ['PUT', `/numbers/${bob}`, { project: 'nobody' }],
    ['PUT', '/numbers/sip:a@b.example', { webhook: 'http://127.0.0.1:1/' }],
    ['POST', '/faults', { status: 500, headers: { 'a b': 'c' } }],
    ['POST', '/faults', { status: 500, headers: { a: 'b\nc' } }],
    ['POST', '/faults', { status: 500, headers: { a: '\u2028' } }],
    ['POST', '/faults', {}],
    ['POST', '/faults', { status: 99 }],
    ['POST', '/faults', { status: 500, route: 'dance' }],
    ['GET', '/journal?after=x', undefined],
    ['GET', '/journal?kind=nope', undefined],
    ['GET', '/journal/stream?after=-1', undefined],
  ])('%s %s %j is answered 400 with an error', async (method, path, body) => {
    const answer = await control(method, path, body);
    expect(answer).toEqual({ status: 400, body: { error: expect.stringMatching(/./) as string } });
  });

  test.each([
    ['GET', '/calls/nobody', undefined],
    ['POST', '/calls/nobody/press', { keys: '1' }],
    ['POST', '/calls/nobody/say', { text: 'hello' }],
    ['POST', '/calls/nobody/hangup', undefined],
    ['GET', '/nothing', undefined],
  ])('%s %s is answered 404 with an error', async (method, path, body) => {
    const answer = await control(method, path, body);
    expect(answer).toEqual({ status: 404, body: { error: expect.stringMatching(/./) as string } });
  });
});

test('a wrong name is answered with the right ones', async () => {
  const { body } = await control('POST', '/faults', { status: 500, route: 'dance' });
  expect(body.error).toMatch(/^body\/route must be one of dial, accept, hangup, /);
  const party = { party: { on_ring: 'sings' } };
  expect((await control('PUT', `/numbers/${bob}`, party)).body.error).toBe(
    'body/party/on_ring must be one of answers, busy, no_answer, rejects, fails, unreachable',
  );
});

test.each([
  ['POST', '/calls/x/press', { keys: 'one' }, 'body/keys must be from 1 to 128 keys of a telephone: 0-9, *, #, A-D'],
  ['PUT', '/numbers/abc', {}, 'params/number must be a phone number such as +4930100100, or a SIP URI such as sip:desk@example.com'],
  ['PUT', '/phones/abc', {}, 'params/number must be a phone number such as +4930100100'],
  ['PUT', `/numbers/${bob}`, { webhook: 'here' }, 'body/webhook must be an address such as http://127.0.0.1:3000/hook'],
  ['PUT', `/numbers/${bob}`, { party: { on_rign: 'busy' } }, 'body/party/on_rign is not allowed; allowed are on_ring, reason, afterMs, acts, recording'],
  ['POST', '/faults', { status: 500, headers: { 'a b': 'c' } }, 'body/headers/a b must be the name of a header, such as retry-after'],
  ['POST', '/faults', { status: 500, headers: { a: 'b\nc' } }, 'body/headers/a must be one line of Latin characters'],
  ['GET', '/calls?limit=0', undefined, 'querystring/limit must be a number from 1 to 999999'],
])('%s %s with what is no such thing is told what would be', async (method, path, body, advice) => {
  expect((await control(method, path, body)).body.error).toBe(advice);
}); // prettier-ignore

test('a kind of entry that there is not is answered with those that there are', async () => {
  const { body } = await control('GET', '/journal?kind=nope');
  expect(body.error).toMatch(/^querystring\/kind must be one of request, notification, .*sms_opted_in$/);
});

test.each([
  ['PUT', '/calls', 'GET, HEAD, POST'],
  ['GET', '/calls/x/press', 'POST'],
  ['PROPFIND', '/clock', 'GET, HEAD, POST'],
])('%s %s is answered 405 with the methods that it takes', async (method, path, methods) => {
  const answer = await fetch(`${emulator.url}/_emulator${path}`, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, methods]);
  expect(await answer.json()).toEqual({ error: `allowed methods: ${methods}` });
});

test('a project is told things elsewhere from then on', async () => {
  const other = await startReceiver();
  expect((await control('PUT', '/projects/demo', { webhook: other.url })).status).toBe(200);
  expect((await control('PUT', '/projects/nobody', {})).status).toBe(404);
  await control('PUT', `/numbers/${bob}`, { label: 'without an address' });
  await control('POST', '/calls', { from: alice, to: bob });
  await other.get(({ to }) => to === bob);
  await other.close();
});

test('a second party that is not there cannot hang up, and that is said', async () => {
  const { body } = await control('POST', `/calls/${await ring()}/hangup`, { who: 'second' });
  expect(body).toEqual({ error: 'no live call with a second party on the line' });
});

test('the person at a SIP address can be described', async () => {
  const path = '/numbers/sip:a@b.example';
  expect((await control('PUT', path, { party: { on_ring: 'busy' } })).status).toBe(200);
});

test('reset gives the clock its time back, and nothing more of the old platform is sent', async () => {
  let taken: (() => void) | undefined;
  const slow = await startReceiver(
    () =>
      new Promise<object>(
        (resolve) =>
          (taken = () => {
            resolve({});
          }),
      ),
  );
  await control('PUT', `/numbers/${bob}`, { webhook: slow.url });
  const { body: rung } = await control('POST', '/calls', { from: alice, to: bob });
  await slow.get(({ state }) => state === 'incomingcall');
  await control('POST', `/calls/${String(rung.voice_id)}/hangup`);
  await control('POST', '/clock', { advance: 3_600_000 });
  await control('POST', '/reset');
  taken?.();
  await control('PUT', `/numbers/${bob}`, { webhook: slow.url });
  const { body: again } = await control('POST', '/calls', { from: alice, to: bob });
  await slow.get(({ voice_id }) => voice_id === again.voice_id);
  taken?.();
  expect(slow.received.map(({ state }) => state)).toEqual(['incomingcall', 'incomingcall']);
  const { body: clock } = await control('GET', '/clock');
  expect(Date.parse(String(clock.now))).toBeLessThan(Date.now() + 60_000);
  await slow.close();
});

test.each([
  ['127.0.0.1:4010', 200],
  ['localhost', 200],
  ['[::1]:4010', 200],
  ['192.168.1.5:4010', 200],
  ['evil.example', 403],
  ['localhost.evil.example:4010', 403],
])('a page under the name %s is answered %i', async (host, status) => {
  const { hostname, port } = new URL(emulator.url);
  const path = '/_emulator/calls';
  const sent = httpRequest({
    hostname,
    port,
    path,
    headers: { host, origin: `http://${host}` },
    agent: false,
  });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(status);
});

test.each([
  ['of another site is refused', 'https://evil.example', 403],
  ['that hides where it comes from is refused', 'null', 403],
  ['of the emulator itself is served', undefined, 200],
])('a page %s', async (_what, origin, status) => {
  const answer = await fetch(`${emulator.url}/_emulator/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: origin ?? emulator.url },
    body: JSON.stringify({ from: alice, to: ours }),
  });
  expect(answer.status).toBe(status);
});

describe('a page of an admitted origin', () => {
  const origin = 'http://localhost:8080';
  const calls = () => `${emulator.url}/_emulator/calls`;

  beforeEach(() => {
    emulator.admitPages([origin]);
  });

  test('may read answers, streams and errors', async () => {
    for (const path of ['numbers', 'calls/none', 'journal/stream', 'nothing']) {
      const closing = new AbortController();
      const answer = await fetch(`${emulator.url}/_emulator/${path}`, {
        headers: { origin },
        signal: closing.signal,
      });
      expect(answer.status).not.toBe(403);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('vary')).toBe('origin');
      closing.abort();
    }
  });

  test('may send JSON after it has asked', async () => {
    const asked = await fetch(calls(), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT');
    expect(asked.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    const sent = await fetch(calls(), {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ from: alice, to: ours }),
    });
    expect(sent.status).toBe(200);
  });

  test.each([
    'http://localhost:8081',
    'https://localhost:8080',
    'http://localhost:8080.evil.example',
    'null',
  ])('is not a page of %s', async (other) => {
    const asked = await fetch(calls(), { method: 'OPTIONS', headers: { origin: other } });
    expect(asked.status).toBe(403);
    expect(asked.headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetch(calls(), { headers: { origin: other } })).status).toBe(403);
  });

  test('has to use the emulator under an address of its own', async () => {
    const { hostname, port } = new URL(emulator.url);
    const sent = httpRequest({
      ...{ hostname, port, path: '/_emulator/calls', agent: false },
      headers: { host: 'evil.example', origin },
    });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(403);
  });
});
