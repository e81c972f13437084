/** Several notifications in one request, and a byte order mark before them. */
import { createCipheriv, hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callId } from '../../../src/call/index.ts';
import { encryptNotification } from '../../../src/platform/wire/index.ts';
import { locked, storeWith } from '../../engine/store-with.ts';
import { hook, notification, TOKEN, useServer } from './scene.ts';

const scene = useServer();
const smsHook = `/hooks/default/${TOKEN}/sms`;
const videoHook = `/hooks/default/${TOKEN}/video`;

async function post(payload: unknown, url = hook, headers: Record<string, string> = {}) {
  const server = await scene().open();
  const body = typeof payload === 'string' || payload instanceof Buffer ? payload : JSON.stringify(payload);
  return server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });
}

const stateOf = (voiceId: string) => scene().memory.load(callId(`default.${voiceId}`));
const eventsOf = async (voiceId: string) => {
  const trace = await scene().memory.trace(callId(`default.${voiceId}`));
  return trace.map(({ event }) => event.type);
};

const encryption = { algorithm: 'aes-256-cbc', form: 'hex' } as const;
const ringing = notification();
const other = notification({ voice_id: 'v2' });
const ended = notification({ state: 'disconnected', timestamp: '2026-08-01T12:00:09.000Z' });

describe('an array of notifications', () => {
  test('is taken element by element, in order', async () => {
    const unknowns = ['one', 'two', 'three', 'four'].map((state, index) =>
      notification({ state, timestamp: `2026-08-01T12:00:0${index}.000Z` }),
    );
    const answer = await post([ringing, other, ...unknowns, ended]);
    expect([answer.statusCode, answer.body]).toEqual([200, '{}']);
    const trace = await scene().memory.trace(callId('default.v1'));
    const states = trace.flatMap(({ event }) => (event.type === 'unknown' ? [event.state] : []));
    expect(states).toEqual(['one', 'two', 'three', 'four']);
    expect(await eventsOf('v2')).toEqual(['incoming']);
    expect(scene().taken).toEqual(Array.from({ length: 7 }, () => 'voice applied'));
  });

  test('that holds the same one twice counts it once', async () => {
    await post([ringing, ringing, ended, ended]);
    const twice = await stateOf('v1');
    await post([notification({ voice_id: 'v2' }), { ...ended, voice_id: 'v2' }]);
    const once = await stateOf('v2');
    expect(twice?.record.seen).toHaveLength(2);
    expect({ ...twice?.record.context, call: {} }).toEqual({ ...once?.record.context, call: {} });
    expect(twice?.record.state).toBe(once?.record.state);
  });

  test('loses none by elements that are no notifications, which are told to the log once', async () => {
    const answer = await post([1, ringing, 'text', [ended], true, null, {}, other]);
    expect(answer.statusCode).toBe(200);
    expect(await eventsOf('v1')).toEqual(['incoming']);
    expect(await eventsOf('v2')).toEqual(['incoming']);
    expect(scene().log.of('warn')).toEqual(['a notification that is not a JSON object was ignored']);
    expect(scene().log.lines.find(({ level }) => level === 'warn')?.fields).toMatchObject({ count: 4 });
  });

  test('may hold 1,000, and is refused as a whole with one more', async () => {
    const calls = Array.from({ length: 1_000 }, (_, index) => notification({ voice_id: `c${index}` }));
    expect((await post(calls)).statusCode).toBe(200);
    expect(await stateOf('c999')).toBeDefined();
    const answer = await post([...calls.map(({ voice_id: id }) => ({ voice_id: `x${id}` })), ringing]);
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'too_many_notifications' });
    expect(await stateOf('v1')).toBeUndefined();
  });

  test('is taken from an encrypted body, and of encrypted elements', async () => {
    const whole = encryptNotification([ringing, other], 'demo-app-id', encryption);
    expect((await post(whole.body, hook, whole.headers)).statusCode).toBe(200);
    expect([await eventsOf('v1'), await eventsOf('v2')]).toEqual([['incoming'], ['incoming']]);
    const single = encryptNotification(ended, 'demo-app-id', encryption);
    const third = notification({ voice_id: 'v3' });
    expect((await post([single.body, third], hook, single.headers)).statusCode).toBe(200);
    expect(await eventsOf('v1')).toContain('disconnected');
    expect(await eventsOf('v3')).toEqual(['incoming']);
  });

  test('is answered 415 when an element cannot be decrypted, and the others are taken', async () => {
    const strange = encryptNotification(ended, 'somebody-else', encryption);
    const answer = await post([strange.body, ringing], hook, strange.headers);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([415, 'encrypted']);
    expect(await eventsOf('v1')).toEqual(['incoming']);
    expect(scene().log.of('warn')).toHaveLength(1);
  });

  test('is answered 422 when an element is too old, and the others are taken', async () => {
    scene().hook.maxAgeMs = 60_000;
    const now = new Date(scene().clock.now()).toISOString();
    const old = notification({ voice_id: 'v2', timestamp: '1999-01-01T00:00:00.000Z' });
    const answer = await post([old, notification({ timestamp: now })]);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'too_old']);
    expect(await eventsOf('v1')).toEqual(['incoming']);
    expect(await stateOf('v2')).toBeUndefined();
  });

  test('is not answered 200 when one of them could not be stored (I1); the others are', async () => {
    const memory = scene().memory;
    scene().store = storeWith(memory, {
      commit: (commit) =>
        commit.record.id === callId('default.v1') ? Promise.reject(locked) : memory.commit(commit),
    });
    const strange = encryptNotification(ended, 'somebody-else', encryption);
    const answer = await post([strange.body, ringing, other], hook, strange.headers);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, locked.code]);
    expect(await eventsOf('v2')).toEqual(['incoming']);
    expect(scene().log.of('error')).toEqual(['cannot store a notification']);
  });

  test('about messages is taken element by element', async () => {
    const message = { from: 4917100001, to: 4930100100, received: '2026-08-01T12:00:00' };
    const texts = ['one', 'two', 'three'];
    const answer = await post(
      texts.map((body, index) => ({ ...message, id: `m${index}`, body })),
      smsHook,
    );
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(scene().notices.map((notice) => (notice.notification.event as { text: string }).text)).toEqual(
      texts,
    );
  });

  test('about rooms is taken element by element', async () => {
    const rooms = ['r1', 'r2'].map((room) => ({ type: 'room-drop', room_id: room }));
    expect((await post([...rooms, 7], videoHook)).statusCode).toBe(200);
    expect(scene().notices).toMatchObject([
      { service: 'video', notification: { roomId: 'r1' } },
      { service: 'video', notification: { roomId: 'r2' } },
    ]);
    expect(scene().log.of('warn')).toEqual(['a notification that is not a JSON object was ignored']);
  });
});

describe('a byte order mark', () => {
  const mark = '\ufeff';

  test.each([
    ['a notification', `${mark}${JSON.stringify(ringing)}`],
    ['an array', `${mark}${JSON.stringify([ringing])}`],
    ['a notification in bytes', Buffer.from(`${mark}${JSON.stringify(ringing)}`)],
  ])('before %s is no error', async (_what, payload) => {
    expect((await post(payload)).statusCode).toBe(200);
    expect(await eventsOf('v1')).toEqual(['incoming']);
  });

  test('before what is encrypted is no error', async () => {
    const [one, two] = [hash('md5', 'demo-app-id', 'buffer'), Buffer.from('demo-app-id')];
    const second = hash('md5', Buffer.concat([one, two]), 'buffer');
    const third = hash('md5', Buffer.concat([second, two]), 'buffer');
    const cipher = createCipheriv('aes-256-cbc', Buffer.concat([one, second]), third);
    const hidden =
      cipher.update(`${mark}${JSON.stringify(ringing)}`, 'utf8', 'base64') + cipher.final('base64');
    expect((await post({ encrypted_data: hidden })).statusCode).toBe(200);
    expect(await eventsOf('v1')).toEqual(['incoming']);
  });
});
