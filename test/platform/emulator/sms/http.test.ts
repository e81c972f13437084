/** The SMS service over HTTP, asked as programs ask that know only the specification. */
import { once } from 'node:events';
import { request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import { basic } from '../platform.ts';
import { ann, expectSmsShape } from './sms-platform.ts';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});

afterAll(() => emulator.close());

interface Ask {
  method: string;
  /** As it goes over the wire, unchecked. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

async function ask({ method, path, headers = {}, body }: Ask) {
  const { hostname, port } = new URL(emulator.url);
  const sent = request({ hostname, port, method, path, headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    status: answer.statusCode ?? 0,
    body: JSON.parse(await readText(answer)) as Record<string, unknown>,
  };
}

const json = { 'content-type': 'application/json' };
const job = JSON.stringify({ template_id: 'demo', campaign_id: 'demo', to: [ann], data: { text: 'hi' } });

test('sms.md 5: a token is fetched and used', async () => {
  const credentials = JSON.stringify({ app_id: 'demo', app_key: 'demo-key' });
  const { body } = await ask({ method: 'POST', path: '/sms/v1/token', headers: json, body: credentials });
  const headers = { ...json, authorization: `Bearer ${String(body.token)}` };
  const sent = await ask({ method: 'POST', path: '/sms/v1/messages/', headers, body: job });
  expect(sent).toMatchObject({ status: 200, body: { result: 0 } });
  const path = `/sms/v1/message/${String(sent.body.job_id)}`;
  expect((await ask({ method: 'GET', path, headers })).body).toMatchObject({ summary: { total: 1 } });
});

test('sms.md 4: a message is sent by an address alone', async () => {
  const query = `username=demo&password=demo-key&template_id=demo&campaign_id=demo&to=%2B4917100001`;
  const path = `/sms/v1/send-sms/?${query}&data=${encodeURIComponent('{"text":"hi there"}')}`;
  expect(await ask({ method: 'GET', path })).toMatchObject({ status: 200, body: { result: 0 } });
});

const authorization = basic('demo', 'demo-key');
test.each<[string, Ask, number]>([
  ['no credentials', { method: 'POST', path: '/sms/v1/messages/', headers: json, body: job }, 401],
  ['broken JSON', { method: 'POST', path: '/sms/v1/messages/', headers: json, body: '{"to":' }, 400],
  ['no body', { method: 'POST', path: '/sms/v1/messages/', headers: json }, 400],
  ['a body far too large', { method: 'POST', path: '/sms/v1/messages/', body: 'x'.repeat(2_000_000) }, 413],
  ['a path that cannot be decoded', { method: 'GET', path: '/sms/v1/message/%zz' }, 404],
  ['a query that cannot be decoded', { method: 'GET', path: '/sms/v1/send-sms/?to=%zz&%%%' }, 400],
  [
    'a content type that is none',
    { method: 'POST', path: '/sms/v1/messages/', headers: { 'content-type': 'nonsense' }, body: job },
    415,
  ],
  ['a wrong method', { method: 'PATCH', path: '/sms/v1/messages/', body: job }, 405],
  ['an unknown path', { method: 'GET', path: '/sms/v1/' }, 404],
])('sms.md 7: %s is answered in the form of the service', async (_what, asked, status) => {
  const headers = status === 401 ? json : { authorization, ...asked.headers };
  const answer = await ask({ ...asked, headers });
  expect(answer.status).toBe(status);
  expectSmsShape('SmsErrorBody', answer.body);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'JSON is read whatever the content type: %s',
  async (type) => {
    const headers = { authorization, 'content-type': type };
    expect((await ask({ method: 'POST', path: '/sms/v1/messages/', headers, body: job })).status).toBe(200);
  },
);
