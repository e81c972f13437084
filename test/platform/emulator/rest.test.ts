import { describe, expect, test } from 'vitest';
import { alice, basic, expectShape, ours, TestPlatform } from './platform.ts';

const day = 24 * 60 * 60 * 1_000;

describe('voice.md 5, 7.1: authentication', () => {
  const path = '/voice/v1/call/nobody/play';

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['of another scheme', 'Bearer abc'],
    ['in lower case', basic('demo', 'demo-key').replace('Basic', 'basic')],
    ['without a space', basic('demo', 'demo-key').replace(' ', '')],
    ['broken Base64', 'Basic ###'],
    ['Base64 with a space', 'Basic ZGVt bzpr'],
    ['without a colon', `Basic ${btoa('demo')}`],
  ])('401 for a header %s', (_what, authorization) => {
    const { model, now } = new TestPlatform();
    const answer = model.request({ method: 'PUT', path, headers: { authorization } }, now);
    expect(answer).toEqual({
      status: 401,
      headers: { 'www-authenticate': expect.stringMatching(/^Basic realm=".+"$/) as string },
      body: { result: 401, msg: 'Unauthorized' },
    });
  });

  test.each([
    ['an unknown App ID', basic('nobody', 'demo-key')],
    ['a wrong App Key', basic('demo', 'wrong')],
    ['a key with more behind it', basic('demo', 'demo-key:')],
    ['a project without the voice service', basic('mute', 'k')],
    ['a suspended project', basic('broke', 'k')],
  ])('403 for %s', (_what, authorization) => {
    const platform = new TestPlatform({
      projects: [
        { appId: 'demo', appKey: 'demo-key' },
        { appId: 'mute', appKey: 'k', voice: false },
        { appId: 'broke', appKey: 'k', suspended: true },
      ],
    });
    const answer = platform.request('PUT', path, {}, { authorization });
    expect(answer).toEqual({ status: 403, headers: {}, body: { result: 403, msg: 'Forbidden' } });
  });

  test('credentials come before path, method and body', () => {
    const platform = new TestPlatform();
    const answer = platform.request('PATCH', '/nowhere', '{', { authorization: '' });
    expect(answer.status).toBe(401);
  });

  test('a key may hold colons', () => {
    const platform = new TestPlatform({ projects: [{ appId: 'demo', appKey: 'a:b:c' }] });
    const answer = platform.request('PUT', path, {}, { authorization: basic('demo', 'a:b:c') });
    expect(answer.status).toBe(404);
  });
});

describe('voice.md 4, 7.3: paths and methods', () => {
  test.each([
    ['GET', '/'],
    ['GET', ''],
    ['POST', '/voice/v2/call'],
    ['POST', '/voice/v1/calls'],
    ['PUT', '/voice/v1/call/x/dance'],
    ['PUT', '/voice/v1/call/x/play/again'],
    ['PUT', '/voice/v1/call//play'],
    ['POST', '//voice/v1/call'],
    ['PUT', '/voice/v1/call/*/:voice_id'],
  ])('404 for %s %s', (method, path) => {
    const answer = new TestPlatform().request(method, path, {});
    expect([answer.status, answer.body]).toEqual([404, { result: 404, msg: 'Resource not found' }]);
  });

  test.each([
    ['GET', '/voice/v1/call', 'POST'],
    ['PUT', '/voice/v1/call', 'POST'],
    ['POST', '/voice/v1/call/x', 'DELETE'],
    ['GET', '/voice/v1/call/x', 'DELETE'],
    ['POST', '/voice/v1/call/x/accept', 'PUT'],
    ['POST', '/voice/v1/call/x/play', 'PUT'],
    ['DELETE', '/voice/v1/call/x/connect', 'PUT'],
    ['DELETE', '/voice/v1/call/x/hold', 'POST, PUT'],
    ['POST', '/voice/v1/call/x/recording', 'PUT'],
    ['POST', '/voice/v1/call/x/stream', 'DELETE, PUT'],
    ['PUT', '/voice/v1/recordings/x', 'GET, HEAD'],
  ])('405 for %s %s, with the methods that it takes: %s', (method, path, allow) => {
    const answer = new TestPlatform().request(method, path, {});
    expect([answer.status, answer.body]).toEqual([405, { result: 405, msg: 'Method Not Allowed' }]);
    expect(answer.headers.allow).toBe(allow);
  });

  test.each(['/voice/v1/call/', '/voice/v1/call?x=1', '/voice/v1/call/?x=/y'])(
    'POST %s is POST /voice/v1/call',
    (path) => {
      expect(new TestPlatform().request('POST', path, { from: ours, to: alice }).status).toBe(200);
    },
  );
});

describe('voice.md 4.5: idempotency', () => {
  const post = (platform: TestPlatform, key: string, body: object = {}) =>
    platform.request(
      'POST',
      '/voice/v1/call',
      { from: ours, to: alice, ...body },
      { 'idempotency-key': key },
    );

  test('the same key gives the first answer again and places no second call', () => {
    const platform = new TestPlatform();
    const first = post(platform, 'k');
    platform.wait(day - 1);
    expect(post(platform, 'k')).toEqual(first);
    expect(platform.model.control.calls()).toHaveLength(1);
  });

  test('even when the body differs', () => {
    const platform = new TestPlatform();
    expect(post(platform, 'k', { to: '+4917100009' })).toEqual(post(platform, 'k', { to: 'nonsense' }));
  });

  test('an error is remembered as well', () => {
    const platform = new TestPlatform();
    const refused = post(platform, 'k', { to: 'nonsense' });
    expect(refused.status).toBe(400);
    expect(post(platform, 'k')).toEqual(refused);
  });

  test('a key 24 hours old executes as new and is remembered again', () => {
    const platform = new TestPlatform();
    const first = post(platform, 'k');
    platform.wait(day);
    const second = post(platform, 'k');
    expect(second.body.voice_id).not.toBe(first.body.voice_id);
    platform.wait(day - 1);
    expect(post(platform, 'k')).toEqual(second);
  });

  test('another key, no key, and an empty key execute', () => {
    const platform = new TestPlatform();
    const ids = ['a', 'b', '', ''].map((key) => post(platform, key).body.voice_id);
    ids.push(platform.dial().body.voice_id, platform.dial().body.voice_id);
    expect(new Set(ids).size).toBe(6);
  });

  test.each([
    [255, 200],
    [256, 400],
  ])('a key of %d characters is answered %d', (length, status) => {
    expect(post(new TestPlatform(), 'k'.repeat(length)).status).toBe(status);
  });

  test('keys of two projects are two keys', () => {
    const projects = [
      { appId: 'demo', appKey: 'demo-key' },
      { appId: 'other', appKey: 'k' },
    ];
    const platform = new TestPlatform({ projects, numbers: {} });
    const headers = { 'idempotency-key': 'k', authorization: basic('other', 'k') };
    const other = platform.request('POST', '/voice/v1/call', { from: ours, to: alice }, headers);
    expect(post(platform, 'k').body.voice_id).not.toBe(other.body.voice_id);
  });

  test('a refusal for want of credentials or of rate is not remembered', () => {
    const platform = new TestPlatform({ callsPerSecond: 1 });
    const headers = { 'idempotency-key': 'k', authorization: '' };
    expect(platform.request('POST', '/voice/v1/call', {}, headers).status).toBe(401);
    platform.dial();
    expect(post(platform, 'k').status).toBe(429);
    platform.wait(1_000);
    expect(post(platform, 'k').status).toBe(200);
  });

  test('a remembered answer does not count against the rate', () => {
    const platform = new TestPlatform({ callsPerSecond: 1 });
    post(platform, 'k');
    expect(post(platform, 'k').status).toBe(200);
  });

  test('only POST is subject to it', () => {
    const platform = new TestPlatform();
    const voiceId = platform.inbound();
    const accept = () =>
      platform.request('PUT', `/voice/v1/call/${voiceId}/accept`, undefined, { 'idempotency-key': 'k' });
    expect([accept().status, accept().status]).toEqual([200, 409]);
  });
});

describe('voice.md 8: 20 call creations per second', () => {
  test('the 21st is answered 429 RATE_LIMITED with Retry-After', () => {
    const platform = new TestPlatform();
    const statuses = Array.from({ length: 20 }, () => platform.dial().status);
    const refused = platform.dial();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { status: 'error', error_code: 'RATE_LIMITED' },
    });
  });

  test('the second is any second, not one of the clock', () => {
    const platform = new TestPlatform();
    for (let n = 0; n < 20; n++) {
      platform.dial();
      platform.wait(40);
    }
    expect(platform.dial().status).toBe(429);
    platform.wait(200);
    expect(platform.dial().status).toBe(200);
    expect(platform.dial().status).toBe(429);
  });

  test('other requests are not limited', () => {
    const platform = new TestPlatform({ callsPerSecond: 1 });
    const voiceId = platform.outbound();
    const statuses = Array.from({ length: 50 }, () => platform.put(voiceId, 'hold', { hold: true }).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('failures on order', () => {
  const callControl = ['dial', 'accept', 'play', 'connect', 'hold', 'recording', 'stream', 'hangup'];

  test.each(callControl)('the next %s fails, and no other request', (route) => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    const body = { status: 'error', error_code: 'INTERNAL_ERROR', message: 'down', request_id: 'r' };
    platform.model.control.failNext({ route, status: 500, body });
    const requests: Record<string, () => number> = {
      dial: () => platform.dial().status,
      accept: () => platform.put(platform.inbound(), 'accept').status,
      play: () => platform.put(platform.accepted(), 'play', { text: 'a' }).status,
      connect: () => platform.put(voiceId, 'connect', {}).status,
      hold: () => platform.put(voiceId, 'hold').status,
      recording: () => platform.put(voiceId, 'recording', { stop: true }).status,
      stream: () => platform.put(voiceId, 'stream', { stop: true }).status,
      hangup: () => platform.hangup(voiceId).status,
    };
    const failed = Object.keys(requests).filter((name) => requests[name]?.() === 500);
    expect(failed).toEqual([route]);
  });

  test('as often as ordered, in the order in which they were ordered', () => {
    const platform = new TestPlatform();
    const body = { result: 500, msg: 'x' };
    platform.model.control.failNext({ route: 'dial', times: 2, status: 503, body });
    platform.model.control.failNext({ status: 500, body });
    expect([1, 2, 3, 4].map(() => platform.dial().status)).toEqual([503, 503, 500, 200]);
  });

  test('nothing was executed', () => {
    const platform = new TestPlatform();
    platform.model.control.failNext({ status: 500, body: { result: 500, msg: 'x' } });
    platform.dial();
    expect(platform.model.control.calls()).toEqual([]);
  });

  test('with executes only the answer is lost, and the same key brings it', () => {
    const platform = new TestPlatform();
    platform.model.control.failNext({
      route: 'dial',
      status: 500,
      executes: true,
      body: { result: 500, msg: 'x' },
    });
    const headers = { 'idempotency-key': 'k' };
    const request = () => platform.request('POST', '/voice/v1/call', { from: ours, to: alice }, headers);
    expect(request().status).toBe(500);
    expect(platform.model.control.calls()).toHaveLength(1);
    expect(request().body.voice_id).toBe(platform.model.control.calls()[0]?.voice_id);
    expect(platform.model.control.calls()).toHaveLength(1);
  });

  test('a request without credentials meets no failure', () => {
    const platform = new TestPlatform();
    platform.model.control.failNext({ status: 500 });
    expect(platform.request('POST', '/voice/v1/call', {}, { authorization: '' }).status).toBe(401);
  });
});

describe('the journal', () => {
  test('tells every request with its answer', () => {
    const platform = new TestPlatform();
    const voiceId = platform.inbound();
    platform.put(voiceId, 'accept');
    platform.put(voiceId, 'accept');
    platform.put(voiceId, 'recording', { start: true, recording_name: 'r' });
    platform.request('GET', '/nowhere');
    const accept = { voice_id: voiceId, method: 'PUT', path: `/voice/v1/call/${voiceId}/accept` };
    expect(platform.journal('request')).toMatchObject([
      { ...accept, status: 200 },
      { ...accept, status: 409, code: 'CALL_ALREADY_ACCEPTED' },
      { voice_id: voiceId, status: 409, code: '409' },
      { method: 'GET', path: '/nowhere', status: 404, code: '404' },
    ]);
  });

  test('names the call that a dial created', () => {
    const platform = new TestPlatform();
    const { voice_id: voiceId } = platform.dial().body;
    expect(platform.journal('request')).toMatchObject([{ voice_id: voiceId }]);
  });

  test('can be read from a number on, and for one call', () => {
    const platform = new TestPlatform();
    const one = platform.accepted();
    const { lastSeq } = platform.model.journal;
    const other = platform.accepted();
    const later = platform.model.journal.readAfter(lastSeq);
    expect(later[0]?.seq).toBe(lastSeq + 1);
    expect(new Set(later.map((entry) => entry.voice_id))).toEqual(new Set([other]));
    expect(platform.model.journal.readAfter(lastSeq, one)).toEqual([]);
    expect(platform.model.journal.readAfter(platform.model.journal.lastSeq)).toEqual([]);
  });

  test('keeps the last entries and drops the oldest', () => {
    const platform = new TestPlatform({ journalEntries: 5 });
    for (let n = 0; n < 7; n++) platform.request('GET', '/nowhere');
    expect(platform.model.journal.readAfter(0).map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7]);
    expect(platform.model.journal.readAfter(5).map(({ seq }) => seq)).toEqual([6, 7]);
  });

  test('tells a call as a story', () => {
    const platform = new TestPlatform();
    const voiceId = platform.accepted();
    platform.put(voiceId, 'play', { text: 'Press a key', dtmf: true });
    platform.press(voiceId, '1');
    platform.wait(500);
    platform.hangUp(voiceId);
    const story = platform.model.journal.readAfter(0, voiceId).map(({ kind }) => kind);
    expect(story.filter((kind) => kind !== 'notification' && kind !== 'request')).toEqual([
      'ringing',
      'answered',
      'speech',
      'play_stopped',
      'key',
      'ended',
    ]);
  });
});

describe('the control desk', () => {
  test('shows a call while it lives, and after', () => {
    const platform = new TestPlatform();
    const voiceId = platform.accepted();
    platform.put(voiceId, 'play', { text: 'Press a key', dtmf: true, interrupt: false });
    const about = {
      voice_id: voiceId,
      direction: 'inbound',
      from: alice,
      to: ours,
      attempt: 1,
      held: false,
      listens_for_words: false,
      records_message: false,
    };
    const view = () => platform.model.control.call(voiceId);
    expect(view()).toEqual({ ...about, state: 'connected', hears: true, listens: false });
    platform.wait(2_000);
    expect(view()).toEqual({ ...about, state: 'connected', hears: false, listens: true });
    platform.put(voiceId, 'play', { text: 'Say a word', asr: true });
    expect(view()).toMatchObject({ listens: false, listens_for_words: true });
    platform.put(voiceId, 'connect', { from: ours, to: '+4917100002' });
    platform.wait(1_000);
    expect(view()).toEqual({
      ...about,
      state: 'bridged',
      hears: false,
      listens: false,
      bridge: '+4917100002',
    });
    platform.hangUp(voiceId);
    expect(view()).toEqual({ ...about, state: 'disconnected', hears: false, listens: false });
    expect(platform.model.control.call('nobody')).toBeUndefined();
  });

  test('numbers and parties can be changed while it runs', () => {
    const platform = new TestPlatform();
    platform.model.control.setNumber('+4930999', { webhook: 'https://app.example/new' });
    platform.model.control.setParty(alice, { on_ring: 'busy' });
    platform.dial({ from: '4930999' });
    platform.wait(0);
    expect(platform.last()).toMatchObject({ from: '+4930999', disconnect_reason: 'User Busy' });
    platform.model.people.ring({ from: alice, to: '+4930999' }, platform.now);
    expect(platform.model.advance(platform.now)[0]?.url).toBe('https://app.example/new');
  });
});

test('the shapes that tests check against do refuse something', () => {
  expect(() => {
    expectShape('VoiceNotification', { voice_id: 'v', state: 'dancing' });
  }).toThrow('not a VoiceNotification');
});
