import { expect, test } from 'vitest';
import { alice, hook, ours, TestPlatform } from './platform.ts';

const dial = { from: ours, to: alice, event_url: hook };

test('a request is in the journal with its answer and its key, before what it caused', () => {
  const platform = new TestPlatform({ setupMs: 1_000 });
  const { body } = platform.request('POST', '/voice/v1/call', dial, { 'idempotency-key': 'k' });
  platform.request('POST', '/voice/v1/call', { ...dial, to: '110' }, { 'idempotency-key': 'k' });
  const entries = platform.model.journal.after(0);
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
