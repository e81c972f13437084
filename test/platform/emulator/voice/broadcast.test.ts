import { describe, expect, test } from 'vitest';
import type { EmulatorSettings } from '../../../../src/platform/emulator/model/index.ts';
import { hook, ours, startOfTime, TestPlatform } from '../platform.ts';

const path = '/voice/v1/broadcast';
const numbers = ['+4917100010', '+4917100011', '+4917100012', '+4917100013'];
const [first = '', second = '', third = '', fourth = ''] = numbers;
const play = { type: 'tts', text: 'hello', voice: 'female', language: 'en-US' };

const hangsUp = { afterMs: 0, acts: [{ afterMs: 1_000, hangsUp: true }] } as const;

/** Everybody answers at once and hangs up after a second. */
function platform(settings: EmulatorSettings = {}): TestPlatform {
  const parties = Object.fromEntries(
    numbers.map((number) => [number, { ...hangsUp, acts: [...hangsUp.acts] }]),
  );
  return new TestPlatform({ ...settings, parties: { ...parties, ...settings.parties } });
}

function broadcast(to: TestPlatform, body: Record<string, unknown>, headers = {}) {
  return to.request('POST', path, { from: ours, event_url: hook, ...body }, headers);
}

const recipients = numbers.map((to) => ({ to, play }));

/** The notifications of a number's call, in short. */
function storyOf(of: TestPlatform, number: string): unknown[] {
  return of.received.filter(({ to }) => to === number).map(({ state, playstate }) => playstate ?? state);
}

describe('POST /voice/v1/broadcast', () => {
  test('is answered at once, and calls everybody', () => {
    const calling = platform();
    const { status, body } = broadcast(calling, { recipients, owner_ref: 'o' });
    expect([status, body]).toEqual([
      200,
      {
        broadcast_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        state: 'broadcastcall_initiated',
        timestamp: new Date(startOfTime).toISOString(),
      },
    ]);
    calling.wait(10_000);
    for (const number of numbers)
      expect(storyOf(calling, number)).toEqual([
        'initiated',
        'ringing',
        'connected',
        'initiated',
        'playfinished',
        'disconnected',
      ]);
    const legs = calling.received.filter(({ voice_id }) => voice_id !== undefined);
    expect(new Set(legs.map(({ broadcast_id }) => broadcast_id))).toEqual(new Set([body.broadcast_id]));
    expect(new Set(legs.map(({ owner_ref }) => owner_ref))).toEqual(new Set(['o']));
  });

  test('ends with one broadcastcall_complete that counts', () => {
    const calling = platform({
      ringTimeoutMs: 1_000,
      parties: { [second]: { on_ring: 'busy' }, [third]: { on_ring: 'no_answer' } },
      projects: [{ appId: 'demo', appKey: 'demo-key', blocked: [fourth] }],
    });
    const { broadcast_id } = broadcast(calling, { name: 'spring', recipients }).body;
    calling.wait(10_000);
    expect(calling.received.filter(({ state }) => state === 'broadcastcall_complete')).toEqual([
      expect.objectContaining({
        broadcast_id,
        name: 'spring',
        total: 4,
        answered: 1,
        busy: 1,
        no_answer: 1,
        failed: 1,
      }),
    ]);
    expect(calling.last().state).toBe('broadcastcall_complete');
    expect(storyOf(calling, fourth)).toEqual([]);
    expect(calling.journal('recipient_refused')).toMatchObject([{ to: fourth, code: 'DESTINATION_BLOCKED' }]);
  });

  test('tries each recipient again on their own (voice.md 9)', () => {
    const calling = platform({ parties: { [second]: [{ on_ring: 'busy' }, { ...hangsUp, acts: [] }] } });
    broadcast(calling, { recipients: recipients.slice(0, 2), retry: { interval: 5, max_attempts: 3 } });
    calling.wait(5_900);
    const attempts = calling.received.filter(({ state, to }) => state === 'initiated' && to === second);
    expect(attempts.map(({ attempt, at, playstate }) => [attempt, at, playstate])).toContainEqual([
      2,
      5_100,
      undefined,
    ]);
    expect(calling.received.filter(({ to, attempt }) => to === first && attempt)).toEqual([]);
  });

  test.each([
    [10, 100],
    [4, 250],
    [1_000, 50],
  ])('at %i calls per second calls every %i ms, never more than 20 a second', (perSecond, everyMs) => {
    const calling = platform({ broadcastCallsPerSecond: perSecond });
    broadcast(calling, { recipients: numbers.map((to) => ({ to })) });
    calling.wait(2_000);
    const starts = calling.received.filter(({ state }) => state === 'initiated').map(({ at }) => at);
    expect(starts).toEqual([0, everyMs, 2 * everyMs, 3 * everyMs]);
  });

  test('takes the older form: numbers as JSON text, one action for all', () => {
    const calling = platform();
    const { status } = broadcast(calling, {
      broadcast_numbers: JSON.stringify([{ phone: first }, { phone: second.slice(1) }]),
      action_on_connect: { play: { text: 'hello' } },
      call_param: { anything: 1 },
    });
    expect(status).toBe(200);
    calling.wait(5_000);
    expect(calling.last()).toMatchObject({ state: 'broadcastcall_complete', total: 2, answered: 2 });
    expect(calling.journal('speech')).toMatchObject([{ text: 'hello' }, { text: 'hello' }]);
  });

  test('sends what concerns the calls to call_handler_url, and the end to event_url', () => {
    const calling = platform();
    broadcast(calling, { recipients: recipients.slice(0, 1), call_handler_url: 'https://app.example/calls' });
    calling.wait(5_000);
    expect(calling.last()).toMatchObject({ state: 'broadcastcall_complete', url: hook });
    const legs = calling.received.slice(0, -1);
    expect(new Set(legs.map(({ url }) => url))).toEqual(new Set(['https://app.example/calls']));
  });

  test('takes its address as webhook.url too, and records every call where it is told to', () => {
    const calling = platform();
    const body = { recipients: recipients.slice(0, 1), event_url: undefined, auto_record: true };
    broadcast(calling, { ...body, webhook: { url: 'https://app.example/other' } });
    calling.wait(5_000);
    expect(new Set(calling.received.map(({ url }) => url))).toEqual(new Set(['https://app.example/other']));
    expect(storyOf(calling, first)).toContain('completed');
  });

  test('says which recipient is wrong', () => {
    const messageOf = (body: Record<string, unknown>) => broadcast(platform(), body).body.message;
    expect(messageOf({ recipients: [...recipients, { to: '110' }] })).toBe(
      'recipients[4]: to must be an E.164 number',
    );
    expect(messageOf({ broadcast_numbers: '[{"phone":"+4917100010"},7]' })).toBe(
      'broadcast_numbers[1]: must be an object',
    );
  });

  test('is executed once for one Idempotency-Key, even when the body differs (voice.md 4.5)', () => {
    const calling = platform();
    const ask = (to: string) =>
      broadcast(calling, { recipients: [{ to }] }, { 'idempotency-key': 'k' }).body.broadcast_id;
    expect(ask(first)).toBe(ask(second));
    calling.wait(5_000);
    expect(calling.received.filter(({ state }) => state === 'broadcastcall_complete')).toHaveLength(1);
    expect(storyOf(calling, second)).toEqual([]);
    calling.wait(24 * 60 * 60 * 1_000);
    ask(second);
    calling.wait(5_000);
    expect(storyOf(calling, second)).not.toEqual([]);
  });
});

describe('voice.md 9: custom_data of a broadcast', () => {
  const own = { recipients: [{ to: first, custom_data: { n: 1 } }, { to: second }] };

  test('of a recipient comes back in their notifications alone', () => {
    const calling = platform();
    broadcast(calling, own);
    calling.wait(5_000);
    const dataOf = (number: string) => calling.received.find(({ to }) => to === number)?.custom_data;
    expect([dataOf(first), dataOf(second)]).toEqual([{ n: 1 }, undefined]);
  });

  test('of the batch and of a recipient in one request are refused', () => {
    const answer = broadcast(platform(), { ...own, custom_data: { n: 0 } });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'INVALID_PARAM']);
  });

  test.each([
    ['2026-12-31T23:00:00Z', { n: 0 }],
    ['2027-01-01T00:00:00Z', undefined],
  ])('of the batch comes back until December 2026: %s', (now, expected) => {
    const calling = platform();
    calling.wait(Date.parse(now) - startOfTime);
    broadcast(calling, { recipients: [{ to: first }], custom_data: { n: 0 } });
    expect(calling.received.find(({ to }) => to === first)?.custom_data).toEqual(expected);
  });
});

describe('a broadcast that cannot be', () => {
  test.each<[string, Record<string, unknown>]>([
    ['without recipients', {}],
    ['with an empty list', { recipients: [] }],
    ['with both forms', { recipients, broadcast_numbers: '[]' }],
    ['with text that is not JSON', { broadcast_numbers: '[{' }],
    ['with text that is no list', { broadcast_numbers: '{}' }],
    ['with a recipient that is no object', { recipients: [first] }],
    ['with a number that is none', { recipients: [...recipients, { to: '110' }] }],
    ['with a phone that is none', { broadcast_numbers: '[{"phone":7}]' }],
    ['with two things to hear', { recipients: [{ to: first, play: { text: 'a', ssml: '<a/>' } }] }],
    ['with a type that is none', { recipients: [{ to: first, play: { type: 'xyz', text: 'a' } }] }],
    [
      'with speech that is none',
      { recipients: [{ to: first, play: { type: 'tts', url: 'https://a.example' } }] },
    ],
    [
      'with two things to do',
      { recipients: [{ to: first, play, action_on_connect: { connect: { from: ours, to: second } } }] },
    ],
    ['with auto_record that is none', { recipients, auto_record: 'x' }],
    ['with an address that is none', { recipients, event_url: 'ftp://a' }],
    ['with a handler that is none', { recipients, call_handler_url: 'a' }],
    ['with a retry that is none', { recipients, retry: { interval: 'soon' } }],
    ['without a caller', { recipients, from: undefined }],
    ['with parameters that are no object', { broadcast_numbers: '[{"phone":"+4917100010"}]', call_param: 7 }],
    ['with more than 10,000', { recipients: Array.from({ length: 10_001 }, () => ({ to: first })) }],
  ])('%s is refused, and nobody is called', (_what, body) => {
    const calling = platform();
    const answer = broadcast(calling, body);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'INVALID_PARAM']);
    calling.wait(5_000);
    expect(calling.received).toEqual([]);
  });

  test('with a caller that is not provisioned is refused', () => {
    const answer = broadcast(platform(), { recipients, from: '+4930999' });
    expect([answer.status, answer.body.error_code]).toEqual([403, 'CALLER_ID_NOT_ALLOWED']);
  });
});

describe('the calls of a broadcast at its own path', () => {
  const quiet = { parties: Object.fromEntries(numbers.map((number) => [number, { afterMs: 0 }])) };

  /** Two broadcasts whose one call each has been answered. */
  function answered() {
    const calling = platform(quiet);
    const started = [first, second].map((to) => {
      const { broadcast_id: id } = broadcast(calling, { recipients: [{ to }] }).body;
      return { id: String(id), to };
    });
    calling.wait(1_000);
    const legs = started.map(({ id, to }) => {
      const call = calling.received.find((one) => one.to === to)?.voice_id;
      return { id, call: String(call), leg: `${path}/${id}/call/${String(call)}` };
    });
    calling.clear();
    const [one, other] = legs;
    if (one === undefined || other === undefined) throw new Error('nobody was called');
    return { calling, one, other };
  }

  test('take play, connect and hangup as any call does, and the end of all is told', () => {
    const { calling, one } = answered();
    const played = calling.request('PUT', `${one.leg}/play`, { text: 'hello', prompt_ref: 'p' });
    expect(played.body).toMatchObject({ voice_id: one.call, playstate: 'initiated', prompt_ref: 'p' });
    calling.wait(1_000);
    const connected = calling.request('PUT', `${one.leg}/connect`, { from: ours, to: fourth });
    expect(connected).toMatchObject({ status: 200, body: { voice_id: one.call, status: 'success' } });
    calling.wait(1_000);
    expect(calling.request('DELETE', one.leg).body).toMatchObject({ voice_id: one.call, state: 'success' });
    expect(calling.story()).toEqual([
      'initiated',
      'playfinished',
      'bridged',
      'bridge_disconnected',
      'disconnected',
      'broadcastcall_complete',
    ]);
    expect(calling.last().broadcast_id).toBe(one.id);
    const requests = calling.journal('request').slice(-3);
    expect(requests.map(({ voice_id }) => voice_id)).toEqual([one.call, one.call, one.call]);
  });

  test.each([
    ['POST', 'hold', { hold: true }],
    ['PUT', 'hold', { hold: false }],
    ['PUT', 'stream', { wss_host: 'ws://127.0.0.1:1/' }],
    ['DELETE', 'stream', undefined],
  ])('take %s %s too', (method, action, body) => {
    const { calling, one } = answered();
    expect(calling.request(method, `${one.leg}/${action}`, body).status).toBe(200);
  });

  test('are not found at another broadcast, nor are calls of none', () => {
    const { calling, one, other } = answered();
    const alone = String(calling.dial().body.voice_id);
    for (const leg of [
      `${path}/${one.id}/call/${other.call}`,
      `${path}/${one.id}/call/${alone}`,
      `${path}/x/call/x`,
    ])
      expect([
        calling.request('DELETE', leg),
        calling.request('PUT', `${leg}/play`, { text: 'a' }),
      ]).toMatchObject([
        { status: 404, body: { result: 404 } },
        { status: 404, body: { result: 404 } },
      ]);
  });

  test('are refused as any call is: 409 once it has ended, 405 with Allow for a wrong method', () => {
    const { calling, one } = answered();
    const wrong = calling.request('GET', one.leg);
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'DELETE']);
    calling.request('DELETE', one.leg);
    expect(calling.request('DELETE', one.leg).body.error_code).toBe('CALL_ALREADY_ENDED');
  });
});
