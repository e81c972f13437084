import { describe, expect, it, test } from 'vitest';
import type { Party } from '../../../../src/platform/emulator/model/index.ts';
import { alice, bob, hook, ours, startOfTime, TestPlatform } from '../platform.ts';

describe('voice.md 3: an outbound call', () => {
  test('is initiated, rings, is connected, and is disconnected by DELETE', () => {
    const platform = new TestPlatform({ setupMs: 200 });
    const { status, body } = platform.dial();
    platform.wait(5_000);
    platform.hangup(String(body.voice_id));

    expect(status).toBe(200);
    expect(platform.received.map(({ state, at }) => [state, at])).toEqual([
      ['initiated', 0],
      ['ringing', 200],
      ['connected', 1_200],
      ['disconnected', 5_000],
    ]);
    expect(platform.last().disconnect_reason).toBe('Normal Clearing');
  });

  test('voice.md 4.1: the answer names the call and says initiated', () => {
    const platform = new TestPlatform();
    expect(platform.dial().body).toEqual({
      voice_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      state: 'initiated',
      from: ours,
      to: alice,
      timestamp: '2026-03-01T09:00:00.000Z',
    });
  });

  const parties: [string, Party, string[]][] = [
    ['answers', {}, ['initiated', 'ringing', 'connected']],
    ['answers late', { afterMs: 59_999 }, ['initiated', 'ringing', 'connected']],
    ['is busy', { on_ring: 'busy' }, ['initiated', 'disconnected: User Busy']],
    ['does not answer', { on_ring: 'no_answer' }, ['initiated', 'ringing', 'disconnected: No Answer']],
    ['would answer too late', { afterMs: 60_000 }, ['initiated', 'ringing', 'disconnected: No Answer']],
    ['rejects', { on_ring: 'rejects' }, ['initiated', 'ringing', 'disconnected: Call Rejected']],
    [
      'answers and leaves',
      { acts: [{ afterMs: 5_000, hangsUp: true }] },
      ['initiated', 'ringing', 'connected', 'disconnected: Normal Clearing'],
    ],
  ];
  test.each(parties)('a party who %s', (_what, party, story) => {
    const platform = new TestPlatform({ parties: { [alice]: party } });
    platform.dial();
    platform.wait(70_000);
    expect(platform.story('disconnect_reason')).toEqual(story);
  });

  test('nothing happens by itself after its end', () => {
    const platform = new TestPlatform({ parties: { [alice]: { acts: [{ afterMs: 9_000, presses: '1' }] } } });
    const voiceId = platform.outbound({
      action_on_connect: { play: { text: 'a long story '.repeat(20), dtmf: true } },
    });
    platform.hangup(voiceId);
    expect(platform.model.nextAt()).toBeUndefined();
  });

  test('a party is found by digits, with and without +', () => {
    const platform = new TestPlatform({ parties: { [alice.slice(1)]: { on_ring: 'busy' } } });
    platform.dial({ to: alice });
    platform.wait(1_000);
    expect(platform.last().disconnect_reason).toBe('User Busy');
  });
});

describe('voice.md 2.1: the outbound call request', () => {
  test.each([
    ['event_url', { event_url: 'https://app.example/a' }, 'https://app.example/a'],
    [
      'webhook.url',
      { event_url: undefined, webhook: { url: 'https://app.example/b' } },
      'https://app.example/b',
    ],
    ['neither: the project’s webhook', { event_url: undefined }, hook],
  ])('notifications go to %s', (_form, body, url) => {
    const platform = new TestPlatform();
    platform.dial(body);
    expect(platform.last().url).toBe(url);
  });

  test('without any address nothing is sent, and the journal says what would have been', () => {
    const platform = new TestPlatform({ projects: [{ appId: 'demo', appKey: 'demo-key' }], setupMs: 1 });
    platform.dial({ event_url: undefined });
    expect(platform.received).toEqual([]);
    expect(platform.journal('notification')).toMatchObject([{ body: { state: 'initiated' } }]);
  });

  test.each([
    ['a string', alice],
    ['a string without +', alice.slice(1)],
    ['an array, of which the first is dialled', [alice, bob]],
  ])('to is %s', (_form, to) => {
    expect(new TestPlatform().dial({ to }).body.to).toBe(alice);
  });

  test('owner_ref and custom_data come back unchanged in every notification', () => {
    const platform = new TestPlatform();
    const echo = { owner_ref: 'order 7', custom_data: { a: [1, { b: null }] } };
    const voiceId = platform.outbound({ ...echo, action_on_connect: { play: { text: 'hello' } } });
    platform.wait(1_000);
    platform.put(voiceId, 'connect', { from: ours, to: bob });
    platform.wait(1_000);
    platform.press(voiceId, '1');
    platform.wait(1_000);
    platform.hangUp(voiceId);

    expect(platform.story()).toEqual([
      'initiated',
      'ringing',
      'connected',
      'initiated',
      'playfinished',
      'bridged',
      'dtmfcollected',
      'bridge_disconnected',
      'disconnected',
    ]);
    for (const body of platform.received) expect(body).toMatchObject(echo);
  });

  test('auto_record: recording starts with the call and its address comes with the end', () => {
    const platform = new TestPlatform({ baseUrl: 'http://emulator.example' });
    const voiceId = platform.outbound({ auto_record: true });
    platform.wait(7_000);
    platform.hangup(voiceId);
    expect(platform.story().slice(2)).toEqual(['connected', 'started', 'completed', 'disconnected']);
    expect(platform.last()).toMatchObject({
      recording_url: expect.stringMatching(
        /^http:\/\/emulator\.example\/voice\/v1\/recordings\/[0-9a-f-]{36}\.wav$/,
      ) as string,
      recording_duration: 7,
    });
  });

  const wrong: [string, unknown][] = [
    ['from missing', { from: undefined }],
    ['from null', { from: null }],
    ['from not E.164', { from: '030 123' }],
    ['from a number type', { from: 4930100100 }],
    ['to missing', { to: undefined }],
    ['to an empty array', { to: [] }],
    ['to an array of objects', { to: [{}] }],
    ['to too long', { to: '+1234567890123456' }],
    ['to with a leading zero', { to: '0301234567' }],
    ['event_url not an address', { event_url: 'nowhere' }],
    ['event_url without TLS to another machine', { event_url: 'http://app.example/' }],
    ['several numbers, one of which is none', { to: [alice, 7] }],
    [
      'a caller line for the second party that is none',
      { action_on_connect: { connect: { from: 'hello', to: bob } } },
    ],
    ['event_url of another protocol', { event_url: 'ftp://app.example' }],
    ['webhook a string', { webhook: hook }],
    ['owner_ref an object', { owner_ref: {} }],
    ['custom_data a string', { custom_data: 'x' }],
    ['custom_data an array', { custom_data: [] }],
    ['auto_record text', { auto_record: 'yes' }],
    ['name a number', { name: 7 }],
    ['action_on_connect a string', { action_on_connect: 'play' }],
    ['action_on_connect of an unknown mode', { action_on_connect: { dance: {} } }],
    ['two modes', { action_on_connect: { play: { text: 'a' }, room: { room_id: 'r' } } }],
    ['a play with nothing to play', { action_on_connect: { play: {} } }],
    ['a play of two things', { action_on_connect: { play: { text: 'a', url: 'https://a.example/a.wav' } } }],
    ['a room without id', { action_on_connect: { room: {} } }],
    ['a stream without address', { action_on_connect: { stream: {} } }],
    ['a stream to http', { action_on_connect: { stream: { wss_host: 'http://a.example' } } }],
    ['retry a number', { retry: 3 }],
    ['retry without its interval', { retry: { max_attempts: 2 } }],
    ['retry without its attempts', { retry: { interval: 5 } }],
    ['retry with a fractional interval', { retry: { interval: 0.5, max_attempts: 2 } }],
    ['retry with no attempt', { retry: { interval: 1, max_attempts: 0 } }],
  ];
  test.each(wrong)('voice.md 7.4: INVALID_PARAM for %s', (_what, body) => {
    const platform = new TestPlatform();
    const answer = platform.dial(body as Record<string, unknown>);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'INVALID_PARAM']);
    expect(platform.received).toEqual([]);
  });

  test.each(['{"from"', '[]', '"text"', 'null', '7', ''])('INVALID_PARAM for the body %j', (body) => {
    const answer = new TestPlatform().request('POST', '/voice/v1/call', body);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'INVALID_PARAM']);
  });

  test('custom_data that could not be written again is refused', () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const body = `{"from":"${ours}","to":"${alice}","custom_data":${deep}}`;
    expect(new TestPlatform().request('POST', '/voice/v1/call', body).body.error_code).toBe('INVALID_PARAM');
  });

  test('a from that is not provisioned: 403 CALLER_ID_NOT_ALLOWED', () => {
    const answer = new TestPlatform().dial({ from: bob });
    expect([answer.status, answer.body.error_code]).toEqual([403, 'CALLER_ID_NOT_ALLOWED']);
  });

  test('a from that belongs to another project: 403 CALLER_ID_NOT_ALLOWED', () => {
    const platform = new TestPlatform({
      projects: [
        { appId: 'other', appKey: 'k' },
        { appId: 'demo', appKey: 'demo-key' },
      ],
    });
    expect(platform.dial().body.error_code).toBe('CALLER_ID_NOT_ALLOWED');
  });

  test('with no numbers configured any from is provisioned', () => {
    expect(new TestPlatform({ numbers: {} }).dial({ from: bob }).status).toBe(200);
  });
});

describe('voice.md 2.1: retry', () => {
  test('the next attempt follows after the interval and carries attempt', () => {
    const platform = new TestPlatform({
      parties: { [alice]: [{ on_ring: 'busy' }, { on_ring: 'no_answer', afterMs: 3_000 }, {}] },
    });
    platform.dial({ retry: { interval: 10, max_attempts: 3 } });
    platform.wait(60_000);

    expect(platform.received.map((body) => [body.state, body.at, body.attempt])).toEqual([
      ['initiated', 0, undefined],
      ['disconnected', 0, undefined],
      ['initiated', 10_000, 2],
      ['ringing', 10_000, undefined],
      ['disconnected', 13_000, 2],
      ['initiated', 23_000, 3],
      ['ringing', 23_000, undefined],
      ['connected', 24_000, 3],
    ]);
  });

  test('no attempt is made beyond max_attempts', () => {
    const platform = new TestPlatform({ parties: { [alice]: { on_ring: 'busy' } } });
    const voiceId = String(platform.dial({ retry: { interval: 1, max_attempts: 3 } }).body.voice_id);
    platform.wait(60_000);
    expect(platform.story('attempt').filter((line) => line.startsWith('disconnected'))).toEqual([
      'disconnected',
      'disconnected: 2',
      'disconnected: 3',
    ]);
    expect(platform.hangup(voiceId).body.error_code).toBe('CALL_ALREADY_ENDED');
  });

  test('DELETE between two attempts ends the call', () => {
    const platform = new TestPlatform({ parties: { [alice]: { on_ring: 'busy' } } });
    const voiceId = String(platform.dial({ retry: { interval: 10, max_attempts: 3 } }).body.voice_id);
    platform.wait(5_000);
    expect(platform.hangup(voiceId).body.state).toBe('success');
    expect(platform.last()).toMatchObject({ state: 'disconnected', disconnect_reason: 'Normal Clearing' });
    expect(platform.model.nextAt()).toBeUndefined();
  });

  test('without retry there is one attempt', () => {
    const platform = new TestPlatform({ parties: { [alice]: { on_ring: 'busy' } } });
    platform.dial();
    platform.wait(600_000);
    expect(platform.story()).toEqual(['initiated', 'disconnected']);
  });
});

describe('voice.md 2.2: action_on_connect', () => {
  const spoken = { kind: 'speech', text: 'Hello', language: 'de-DE', voice: 'female' };
  const modes: [string, Record<string, unknown>, string[], object][] = [
    [
      'play prompt_name',
      { play: { prompt_name: 'welcome' } },
      ['initiated'],
      { kind: 'prompt', name: 'welcome' },
    ],
    ['play text', { play: { text: 'Hello', language: 'de-DE', voice: 'female' } }, ['initiated'], spoken],
    [
      'play ssml',
      { play: { ssml: '<speak>Hi <b>you</b></speak>' } },
      ['initiated'],
      { kind: 'speech', text: 'Hi you' },
    ],
    [
      'play url',
      { play: { url: 'https://a.example/a.wav' } },
      ['initiated'],
      { kind: 'audio', url: 'https://a.example/a.wav' },
    ],
    ['connect', { connect: { from: ours, to: bob } }, [], { kind: 'connecting', to: bob }],
    [
      'connect to SIP',
      { connect: { from: ours, to: 'sip:bob@b.example' } },
      [],
      { kind: 'connecting', to: 'sip:bob@b.example' },
    ],
    [
      'stream',
      { stream: { wss_host: 'wss://a.example/s' } },
      [],
      { kind: 'stream_started', wss_host: 'wss://a.example/s' },
    ],
  ];
  it.each(modes)('%s', (_mode, action, story, entry) => {
    const platform = new TestPlatform();
    platform.outbound({ action_on_connect: action });
    expect(platform.story()).toEqual(['initiated', 'ringing', 'connected', ...story]);
    expect(platform.model.journal.readAfter(0)).toContainEqual(expect.objectContaining(entry));
  });

  test('a connect from a number that is not provisioned is refused with 6118', () => {
    const answer = new TestPlatform().dial({ action_on_connect: { connect: { from: bob, to: alice } } });
    expect([answer.status, answer.body]).toEqual([
      400,
      { status: 'failed', result: '6118', msg: 'Phone number not found for the service' },
    ]);
  });
});

describe('voice.md 1: an inbound call', () => {
  test('is announced to the webhook of its number', () => {
    const numbers = { [ours]: { webhook: 'https://app.example/number' } };
    const platform = new TestPlatform({ numbers });
    const voiceId = platform.inbound();
    expect(platform.last()).toEqual({
      voice_id: voiceId,
      state: 'incomingcall',
      from: alice,
      to: ours,
      channel_id: expect.any(String) as string,
      timestamp: new Date(startOfTime).toISOString(),
      url: 'https://app.example/number',
      at: 0,
    });
  });

  test('voice.md 4: accept connects it, and carries neither custom_data nor attempt', () => {
    const platform = new TestPlatform();
    const voiceId = platform.inbound();
    platform.wait(2_000);
    const answer = platform.put(voiceId, 'accept');
    expect(answer).toMatchObject({ status: 200, body: { status: 'success', voice_id: voiceId } });
    expect(platform.story('at')).toEqual(['incomingcall: 0', 'connected: 2000']);
    expect(Object.keys(platform.last()).sort()).toEqual([
      'at',
      'from',
      'state',
      'timestamp',
      'to',
      'url',
      'voice_id',
    ]);
  });

  test.each(['{}', '', undefined, 'not looked at'])('accept takes the body %j', (body) => {
    const platform = new TestPlatform();
    expect(platform.put(platform.inbound(), 'accept', body).status).toBe(200);
  });

  test('a second accept is refused with 409 CALL_ALREADY_ACCEPTED', () => {
    const platform = new TestPlatform();
    const answer = platform.put(platform.accepted(), 'accept');
    expect([answer.status, answer.body.error_code]).toEqual([409, 'CALL_ALREADY_ACCEPTED']);
  });

  test('an outbound call cannot be accepted: 6132', () => {
    const platform = new TestPlatform();
    expect(platform.put(platform.outbound(), 'accept').body.result).toBe('6132');
  });

  test('DELETE before accept rejects it', () => {
    const platform = new TestPlatform();
    platform.hangup(platform.inbound());
    expect(platform.story('disconnect_reason')).toEqual(['incomingcall', 'disconnected: Call Rejected']);
  });

  test('the caller may give up while it rings', () => {
    const platform = new TestPlatform();
    const voiceId = platform.inbound();
    expect(platform.hangUp(voiceId)).toBe(true);
    expect(platform.story()).toEqual(['incomingcall', 'disconnected']);
    expect(platform.put(voiceId, 'accept').body.error_code).toBe('CALL_ALREADY_ENDED');
  });

  test('it rings for 60 seconds', () => {
    const platform = new TestPlatform();
    platform.inbound();
    platform.wait(59_999);
    expect(platform.story()).toEqual(['incomingcall']);
    platform.wait(1);
    expect(platform.story('disconnect_reason', 'at')).toEqual([
      'incomingcall: 0',
      'disconnected: No Answer: 60000',
    ]);
  });

  test('once accepted it does not end by itself', () => {
    const platform = new TestPlatform();
    platform.accepted();
    platform.wait(3_600_000);
    expect(platform.story()).toEqual(['incomingcall', 'connected']);
  });

  test('voice.md 7.3, 6133: a number of nobody cannot be called', () => {
    const platform = new TestPlatform();
    expect(platform.model.people.ring({ from: alice, to: bob }, platform.now)).toBeUndefined();
    expect(platform.model.people.ring({ from: alice, to: 'nonsense' }, platform.now)).toBeUndefined();
  });

  test('the caller’s acts happen when they should', () => {
    const platform = new TestPlatform();
    const voiceId = platform.accepted([
      { afterMs: 1_000, presses: '5' },
      { afterMs: 2_000, says: 'hello' },
      { afterMs: 3_000, hangsUp: true },
    ]);
    platform.put(voiceId, 'play', { text: 'x'.repeat(300), dtmf: true });
    platform.wait(10_000);
    expect(platform.story('digit', 'at').slice(3)).toEqual(['digitcollected: 5: 1500', 'disconnected: 3000']);
    expect(platform.journal('utterance')).toMatchObject([{ text: 'hello', heard_by: 'nobody' }]);
  });
});

describe('voice.md 4.3: DELETE', () => {
  test('answers with the call and state success', () => {
    const platform = new TestPlatform();
    const voiceId = platform.outbound();
    expect(platform.hangup(voiceId).body).toEqual({
      voice_id: voiceId,
      state: 'success',
      from: ours,
      to: alice,
      timestamp: '2026-03-01T09:00:01.000Z',
    });
  });

  test.each(['initiated', 'ringing', 'connected', 'bridged'])('works on a call that is %s', (state) => {
    const platform = new TestPlatform({ setupMs: 1_000 });
    const { voice_id: voiceId } = platform.dial({
      action_on_connect: { connect: { from: ours, to: bob } },
    }).body;
    while (platform.model.control.call(String(voiceId))?.state !== state) platform.wait(500);
    expect(platform.hangup(String(voiceId)).status).toBe(200);
    expect(platform.last().state).toBe('disconnected');
    expect(platform.model.control.calls()).toEqual([]);
  });

  const actions: [string, string, unknown][] = [
    ['DELETE', '', undefined],
    ['PUT', '/accept', undefined],
    ['PUT', '/play', { text: 'a' }],
    ['PUT', '/connect', { from: ours, to: bob }],
    ['POST', '/hold', { hold: true }],
    ['PUT', '/hold', { hold: true }],
    ['PUT', '/recording', { stop: true }],
    ['PUT', '/stream', { wss_host: 'wss://a.example' }],
    ['DELETE', '/stream', undefined],
  ];
  test.each(actions)(
    'voice.md 7.4: %s %s on an ended call is 409 CALL_ALREADY_ENDED',
    (method, action, body) => {
      const platform = new TestPlatform();
      const voiceId = platform.outbound();
      platform.hangup(voiceId);
      platform.clear();
      const answer = platform.request(method, `/voice/v1/call/${voiceId}${action}`, body);
      expect([answer.status, answer.body.error_code]).toEqual([409, 'CALL_ALREADY_ENDED']);
      expect(platform.received).toEqual([]);
    },
  );

  test.each(actions)('voice.md 7.3: %s %s on an unknown call is 404', (method, action, body) => {
    const answer = new TestPlatform().request(method, `/voice/v1/call/nobody${action}`, body);
    expect([answer.status, answer.body]).toEqual([404, { result: 404, msg: 'Resource not found' }]);
  });

  test('a call of another project is unknown', () => {
    const platform = new TestPlatform({
      numbers: {},
      projects: [
        { appId: 'demo', appKey: 'demo-key' },
        { appId: 'other', appKey: 'k' },
      ],
    });
    const voiceId = platform.outbound();
    const other = { authorization: `Basic ${btoa('other:k')}` };
    expect(platform.request('DELETE', `/voice/v1/call/${voiceId}`, undefined, other).status).toBe(404);
    expect(platform.hangup(voiceId).status).toBe(200);
  });

  test('ended calls are remembered up to a number', () => {
    const platform = new TestPlatform({ endedCalls: 2 });
    const calls = [platform.outbound(), platform.outbound(), platform.outbound()];
    for (const voiceId of calls) platform.hangup(voiceId);
    expect(calls.map((voiceId) => platform.hangup(voiceId).status)).toEqual([404, 409, 409]);
  });
});

describe('voice.md 2.5: identity', () => {
  test('the same run gives the same ids, another seed gives others', () => {
    const idsOf = (seed: number) => {
      const platform = new TestPlatform({ seed });
      return [platform.outbound(), platform.inbound()];
    };
    expect(idsOf(7)).toEqual(idsOf(7));
    expect(idsOf(7).filter((id) => idsOf(8).includes(id))).toEqual([]);
  });
});
