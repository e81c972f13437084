/** voice.md 4.5, rule by rule, on every POST of the voice service. */
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import { alice, authorization, basic, bob, ours, TestPlatform } from '../platform.ts';
import type { Answer } from '../platform.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const key = { 'idempotency-key': 'k' };

/** A POST, the same with another body, and what in the answers tells two executions apart. */
const posts: [string, (platform: TestPlatform) => { path: string; bodies: [object, object]; id: string }][] =
  [
    [
      'call',
      () => ({
        path: '/voice/v1/call',
        bodies: [
          { from: ours, to: alice },
          { from: ours, to: bob },
        ],
        id: 'voice_id',
      }),
    ],
    [
      'broadcast',
      () => ({
        path: '/voice/v1/broadcast',
        bodies: [
          { from: ours, recipients: [{ to: alice }] },
          { from: ours, recipients: [{ to: bob }] },
        ],
        id: 'broadcast_id',
      }),
    ],
    [
      'token',
      () => ({
        path: '/voice/v1/webclient/token',
        bodies: [{ domain: 'localhost' }, { domain: 'LOCALHOST' }],
        id: 'token',
      }),
    ],
  ];

test('voice.md 4.5.3: a slash at the end of the path makes no other request', () => {
  const platform = new TestPlatform();
  const post = (path: string) => platform.request('POST', path, { from: ours, to: alice }, key).body.voice_id;
  const first = post('/voice/v1/call');
  expect([post('/voice/v1/call/'), post('/voice/v1/call?x=1')]).toEqual([first, first]);
  expect(platform.model.control.calls()).toHaveLength(1);
});

describe.each(posts)('voice.md 4.5: POST %s', (_name, describePost) => {
  function scene(): {
    platform: TestPlatform;
    post: (n: 0 | 1, headers?: Record<string, string>) => Answer;
    id: string;
  } {
    const platform = new TestPlatform();
    const { path, bodies, id } = describePost(platform);
    return { platform, post: (n, headers = key) => platform.request('POST', path, bodies[n], headers), id };
  }

  test('2, 3: the first answer comes again, also for another body, and nothing is executed', () => {
    const { platform, post } = scene();
    const first = post(0);
    platform.wait(dayMs - 1);
    platform.clear();
    const again = post(1);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    platform.wait(60_000);
    expect(platform.received).toEqual([]);
  });

  test('4: a key that is 24 hours old executes anew, and its answer is remembered', () => {
    const { platform, post, id } = scene();
    const first = post(0).body[id];
    platform.wait(dayMs);
    const second = post(1).body[id];
    expect(second).not.toEqual(first);
    platform.wait(1);
    expect(post(0).body[id]).toEqual(second);
  });

  test('5: without the header each request executes', () => {
    const { post, id } = scene();
    expect(post(0, {}).body[id]).not.toEqual(post(0, {}).body[id]);
  });

  test('1: a key of 255 characters is taken, a longer one refused', () => {
    const { post } = scene();
    expect(post(0, { 'idempotency-key': 'x'.repeat(255) }).status).toBe(200);
    expect(post(0, { 'idempotency-key': 'x'.repeat(256) }).body).toMatchObject({
      error_code: 'INVALID_PARAM',
    });
  });

  test('2: a refusal is remembered with its status too', () => {
    const { platform, post } = scene();
    const { path } = describePost(platform);
    const refused = platform.request('POST', path, {}, key);
    expect(refused.status).toBe(400);
    expect(post(0)).toEqual(refused);
  });
});

describe('voice.md 4.5: a key', () => {
  test('belongs to its project', () => {
    const platform = new TestPlatform({
      anyNumber: true,
      projects: ['demo', 'other'].map((appId) => ({ appId, appKey: 'demo-key' })),
    });
    const body = { from: ours, to: alice };
    const dial = (appId: string) =>
      platform.request('POST', '/voice/v1/call', body, {
        ...key,
        authorization: basic(appId, 'demo-key'),
      }).body.voice_id;
    expect(dial('demo')).not.toBe(dial('other'));
  });

  test('sent by twenty requests at once executes once', async () => {
    const running = await startEmulator();
    try {
      const dial = async () => {
        const answer = await fetch(`${running.url}/voice/v1/call`, {
          method: 'POST',
          headers: { authorization, ...key },
          body: JSON.stringify({ from: ours, to: alice }),
        });
        return ((await answer.json()) as { voice_id: string }).voice_id;
      };
      const ids = await Promise.all(Array.from({ length: 20 }, dial));
      expect(new Set(ids).size).toBe(1);
      expect(running.act((model) => model.control.calls())).toHaveLength(1);
    } finally {
      await running.close();
    }
  });
});
