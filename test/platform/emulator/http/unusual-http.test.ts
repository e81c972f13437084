/** Requests that clients seldom send, and servers often forget. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../../../src/platform/emulator/http/index.ts';
import { sendRaw } from '../fuzz/wire.ts';
import type { Answered } from '../fuzz/wire.ts';
import { alice, authorization, ours } from '../platform.ts';

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ settings: { setupMs: 0, seed: 7 } });
});

afterEach(() => emulator.close());

/** A request as text, with credentials when nothing else is said. */
function send(line: string, credentials: string | undefined = authorization): Promise<Answered> {
  const signed = credentials === '' ? '' : `authorization: ${credentials}\r\n`;
  return sendRaw(emulator.url, `${line} HTTP/1.1\r\nhost: localhost\r\n${signed}connection: close\r\n\r\n`);
}

function requests() {
  return emulator
    .act(({ journal }) => journal.readAfter(0))
    .flatMap((entry) => (entry.kind === 'request' ? [entry] : []));
}

function body({ text }: Answered): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

describe('a method that no path has', () => {
  test.each([
    ['CONNECT 127.0.0.1:4010', { result: 405, msg: 'Method Not Allowed' }],
    ['DANCE /voice/v1/call', { result: 405, msg: 'Method Not Allowed' }],
    ['DANCE /video/v2/rooms', { result: 405, error: 'Method Not Allowed' }],
    ['DANCE /sms/v1/messages', { status: 'error', error_code: 'METHOD_NOT_ALLOWED' }],
  ])('%s is answered 405 in the form of its service, and stands in the journal', async (line, form) => {
    const answer = await send(line);
    const [method, path] = line.split(' ');
    expect(answer.status).toBe(405);
    expect(body(answer)).toMatchObject(form);
    expect(requests()).toMatchObject([{ method, path, status: 405 }]);
  });

  test.each(['CONNECT a:1', 'DANCE /voice/v1/call'])(
    '%s without credentials is answered 401',
    async (line) => {
      const answer = await send(line, '');
      expect([answer.status, body(answer)]).toEqual([401, { result: 401, msg: 'Unauthorized' }]);
    },
  );
});

test('what is no HTTP stands in the journal, without its query', async () => {
  const line = 'GET /sms/v1/send-sms/?password=secret HTTP/9.9';
  const answer = await sendRaw(emulator.url, `${line}\r\nhost: a\r\n\r\n`);
  expect(answer.status).toBe(400);
  await sendRaw(emulator.url, 'hello\r\n\r\n');
  expect(requests()).toMatchObject([
    { method: 'GET', path: '/sms/v1/send-sms/', status: 400, code: 'INVALID_PARAM' },
    { method: '', path: '', status: 400 },
  ]);
});

test('a request id looks the same whoever gives it', async () => {
  const answers = [
    await sendRaw(emulator.url, 'GET / HTTP/9.9\r\nhost: a\r\n\r\n'),
    await sendRaw(emulator.url, `POST /voice/v1/call HTTP/1.1\r\nhost: a\r\ncontent-length: 2000000\r\n\r\n`),
    await send('DANCE /sms/v1/messages'),
  ];
  for (const answer of answers) expect(body(answer).request_id).toMatch(/^00000007-0005-4000-8000-\d{12}$/);
});

test('an address may be whole, as for a proxy', async () => {
  expect((await send('GET http://platform.example/video/v2/rooms')).status).toBe(200);
  expect((await send('GET http://platform.example/_emulator/calls')).text).toBe('[]');
  expect(requests()).toMatchObject([{ path: '/video/v2/rooms' }]);
});

test('nothing in a path has to be escaped as it is', async () => {
  const voiceId = emulator.act((model, now) => model.people.ring({ from: alice, to: ours }, now)) ?? '';
  const path = `/voice/v1/c%61ll/${voiceId.replaceAll('-', '%2D')}`;
  const answer = await send(`DELETE ${path}`);
  expect(body(answer)).toMatchObject({ voice_id: voiceId, state: 'success' });
  expect(requests()).toMatchObject([{ path: `/voice/v1/call/${voiceId}`, voice_id: voiceId }]);
});

describe('HEAD', () => {
  test('of a recording tells its length', async () => {
    const { url } = emulator;
    const headers = { authorization, 'content-type': 'application/json' };
    const call = { from: ours, to: alice, auto_record: true };
    const dialled = await fetch(`${url}/voice/v1/call`, {
      method: 'POST',
      headers,
      body: JSON.stringify(call),
    });
    const { voice_id: voiceId } = (await dialled.json()) as { voice_id: string };
    await fetch(`${url}/_emulator/clock`, { method: 'POST', headers, body: '{"advance":3000}' });
    await fetch(`${url}/voice/v1/call/${voiceId}`, { method: 'DELETE', headers });
    const ended = emulator
      .act(({ journal }) => journal.readAfter(0))
      .flatMap((entry) => (entry.kind === 'recording_completed' ? [entry.recording_id] : []));
    const file = `${url}/voice/v1/recordings/${ended[0] ?? ''}.wav`;
    const whole = await (await fetch(file, { headers })).arrayBuffer();
    const head = await fetch(file, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(whole.byteLength), '']);
  });

  test('of what is no file is a method like any other', async () => {
    expect((await send('HEAD /video/v2/rooms')).status).toBe(405);
  });
});
