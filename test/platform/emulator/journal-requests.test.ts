import { describe, expect, test } from 'vitest';
import { redactBody } from '../../../src/platform/emulator/model/journal/redact.ts';
import { alice, hook, ours, TestPlatform } from './platform.ts';

const dial = { from: ours, to: alice, event_url: hook };

test('a request is in the journal with its answer and its key, before what it caused', () => {
  const platform = new TestPlatform({ setupMs: 1_000 });
  const { body } = platform.request('POST', '/voice/v1/call', dial, { 'idempotency-key': 'k' });
  platform.request('POST', '/voice/v1/call', { ...dial, to: '110' }, { 'idempotency-key': 'k' });
  const entries = platform.model.journal.readAfter(0);
  const answer = JSON.stringify(body);
  expect(entries.map(({ kind, seq }) => [kind, seq])).toEqual([
    ['request', 1],
    ['notification', 2],
    ['request', 3],
  ]);
  expect(entries[0]).toMatchObject({ idempotency_key: 'k', status: 200, answer, voice_id: body.voice_id });
  expect(entries[0]).not.toHaveProperty('replayed');
  expect(entries[2]).toMatchObject({ idempotency_key: 'k', status: 200, answer, replayed: true });
});

test('a refusal is there with its words, and a token without itself', () => {
  const platform = new TestPlatform();
  platform.dial({ to: '110' });
  platform.request('POST', '/voice/v1/webclient/token', { domain: 'localhost' });
  const [refused, token] = platform.journal('request');
  expect(refused).toMatchObject({
    status: 400,
    answer: expect.stringContaining('to must be an E.164 number') as string,
  });
  expect(token).toMatchObject({ status: 200, answer: '{"token":"***"}' });
});

test('a fault is remembered under the key of its request where that was ordered', () => {
  const platform = new TestPlatform();
  const ask = () => platform.request('POST', '/voice/v1/call', dial, { 'idempotency-key': 'k' });
  const body = { result: 500, msg: 'Internal error' };
  platform.model.control.failNext({ status: 500, body, remembered: true });
  expect([ask().status, ask().status]).toEqual([500, 500]);
  expect(platform.received).toEqual([]);
  platform.wait(24 * 60 * 60 * 1_000);
  platform.model.control.failNext({ status: 500, body });
  expect([ask().status, ask().status]).toEqual([500, 200]);
});

describe('the token of a hook', () => {
  const token = 'T0ken_of-the-hook';
  const address = `https://user:passw0rd@app.example/hooks/shop/${token}/voice`;

  test('is hidden wherever its address stands', () => {
    const platform = new TestPlatform({
      projects: [{ appId: 'demo', appKey: 'demo-key', webhook: `${address}?call=1` }],
    });
    const voiceId = String(
      platform.dial({ event_url: address, custom_data: { back: address } }).body.voice_id,
    );
    const error = { code: 'WEBHOOK_TIMEOUT', detail: 'x' } as const;
    platform.model.control.reportMissed({ url: address, about: voiceId, error, gaveUp: false }, platform.now);
    platform.inbound();
    const escaped = JSON.stringify({ from: ours, to: alice, event_url: address }).replaceAll(
      '/',
      String.raw`\/`,
    );
    platform.request('POST', '/voice/v1/call', escaped);
    const entries = platform.model.journal.readAfter(0);
    const text = JSON.stringify(entries);
    expect(text).not.toContain(token);
    expect(text).not.toContain('passw0rd');
    const shown = 'https://user:***@app.example/hooks/shop/***/voice';
    const urls = entries.flatMap((entry) => ('url' in entry ? entry.url : []));
    expect(new Set(urls)).toEqual(new Set([shown, `${shown}?call=1`]));
    // What is sent is what was asked for.
    expect(platform.received[0]).toMatchObject({ url: address, custom_data: { back: address } });
  });

  test('is hidden before a long body is cut', () => {
    const before = 'x'.repeat(4_096 - '/hooks/shop/T0k'.length);
    expect(redactBody(`${before}/hooks/shop/${token}/sms`)).toBe(`${before}/hooks/shop/***`);
  });

  test.each(['token', 'access_token', 'api-key', 'client_secret', 'sig', 'X-Signature'])(
    'is hidden where the address has it as %s',
    (name) => {
      const [path, rest] = ['https://app.example/ivr?call=1', 'keys=2#end'];
      expect(redactBody(`{"event_url":"${path}&${name}=T0ken.of=it&${rest}"}`)).toBe(
        `{"event_url":"${path}&${name}=***&${rest}"}`,
      );
    },
  );

  test.each([
    '/hooks/shop',
    '/hooks/shop/a/b',
    '/ivr?monkey=1&design=2&keys=3',
    '/hooks/shop/video-calls',
    '/voice/v1/call/x/play',
  ])('leaves %s as it is', (path) => {
    expect(redactBody(path)).toBe(path);
  });
});
