import { describe, expect, test } from 'vitest';
import { alice, bob, ours, TestPlatform } from '../platform.ts';

const toBob = { from: ours, to: bob };

describe('voice.md 2.2, 3: connect', () => {
  test('the answer says initiated and success', () => {
    const platform = new TestPlatform();
    const voiceId = platform.accepted();
    expect(platform.put(voiceId, 'connect', toBob)).toMatchObject({
      status: 200,
      body: { voice_id: voiceId, state: 'initiated', status: 'success' },
    });
  });

  test.each([
    ['answers', {}, 'bridged', 1_000],
    ['is busy', { on_ring: 'busy' }, 'bridge_disconnected: User Busy', 0],
    ['rejects', { on_ring: 'rejects', afterMs: 2_000 }, 'bridge_disconnected: Call Rejected', 2_000],
    ['does not answer', { on_ring: 'no_answer' }, 'bridge_disconnected: No Answer', 60_000],
    [
      'lets it ring for a while',
      { on_ring: 'no_answer', afterMs: 9_000 },
      'bridge_disconnected: No Answer',
      9_000,
    ],
  ] as const)('a second party who %s', (_what, party, story, at) => {
    const platform = new TestPlatform({ parties: { [bob]: party } });
    const voiceId = platform.accepted();
    platform.clear();
    platform.put(voiceId, 'connect', toBob);
    platform.wait(60_000);
    expect(platform.story('disconnect_reason', 'at')).toEqual([`${story}: ${at}`]);
    expect(platform.model.control.call(voiceId)?.state).toBe(story === 'bridged' ? 'bridged' : 'connected');
  });

  test('a second party who hangs up ends the bridge, and the call goes on', () => {
    const platform = new TestPlatform({ parties: { [bob]: { acts: [{ afterMs: 4_000, hangsUp: true }] } } });
    const voiceId = platform.bridged();
    platform.wait(4_000);
    expect(platform.last()).toMatchObject({
      state: 'bridge_disconnected',
      disconnect_reason: 'Normal Clearing',
    });
    expect(platform.put(voiceId, 'play', { text: 'hello again' }).status).toBe(200);
  });

  test('a second party who is called again may behave otherwise, from the end of the list on as in its last entry', () => {
    const platform = new TestPlatform({ parties: { [bob]: [{ on_ring: 'busy' }, { on_ring: 'rejects' }] } });
    const voiceId = platform.accepted();
    platform.clear();
    for (const wait of [1_000, 1_000, 1_000]) {
      platform.put(voiceId, 'connect', toBob);
      platform.wait(wait);
    }
    expect(platform.story('disconnect_reason')).toEqual([
      'bridge_disconnected: User Busy',
      'bridge_disconnected: Call Rejected',
      'bridge_disconnected: Call Rejected',
    ]);
  });

  test('a second party is made to hang up by hand', () => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    expect(platform.hangUp(voiceId, 'second')).toBe(true);
    expect(platform.last().state).toBe('bridge_disconnected');
    expect(platform.hangUp(voiceId, 'second')).toBe(false);
  });

  test.each([
    ['our party hangs up', (platform: TestPlatform, voiceId: string) => platform.hangUp(voiceId)],
    ['DELETE', (platform: TestPlatform, voiceId: string) => platform.hangup(voiceId)],
  ])('%s on a bridged call: both ends are told at once', (_what, end) => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    platform.clear();
    platform.wait(3_000);
    end(platform, voiceId);
    expect(platform.story('disconnect_reason', 'at')).toEqual([
      'bridge_disconnected: Normal Clearing: 4000',
      'disconnected: Normal Clearing: 4000',
    ]);
  });

  test('our party hangs up while the second one rings: only the call ends', () => {
    const platform = new TestPlatform();
    const voiceId = platform.accepted();
    platform.put(voiceId, 'connect', toBob);
    platform.wait(500);
    platform.hangUp(voiceId);
    platform.wait(60_000);
    expect(platform.story()).toEqual(['incomingcall', 'connected', 'disconnected']);
  });

  test('a bridge stops what is playing, unreported', () => {
    const platform = new TestPlatform();
    const voiceId = platform.accepted();
    platform.put(voiceId, 'play', { text: 'x'.repeat(900) });
    platform.put(voiceId, 'connect', toBob);
    platform.wait(120_000);
    expect(platform.story()).toEqual(['incomingcall', 'connected', 'initiated', 'bridged']);
    expect(platform.journal('play_stopped')).toMatchObject([{ by: 'bridge' }]);
  });

  test('after a failed attempt the next one may begin', () => {
    const platform = new TestPlatform({ parties: { [bob]: { on_ring: 'busy' } } });
    const voiceId = platform.accepted();
    platform.put(voiceId, 'connect', toBob);
    platform.wait(0);
    expect(platform.put(voiceId, 'connect', { from: ours, to: '+4917100003' }).status).toBe(200);
    platform.wait(1_000);
    expect(platform.story().slice(2)).toEqual(['bridge_disconnected', 'bridged']);
  });

  test.each([500, 5_000])('voice.md 7.3: 6113 for a second connect %d ms after the first', (ms) => {
    const platform = new TestPlatform();
    const voiceId = platform.accepted();
    platform.put(voiceId, 'connect', toBob);
    platform.wait(ms);
    const answer = platform.put(voiceId, 'connect', toBob);
    expect([answer.status, answer.body.result]).toEqual([409, '6113']);
  });

  test.each([
    ['another party', 'connect', { from: ours, to: '+4917100003' }, ['bridged']],
    ['a play', 'play', { text: 'Please call again.' }, ['initiated', 'playfinished']],
  ] as const)(
    '%s takes the place of a party that still rings, without a word of it',
    (_what, route, body, sent) => {
      const platform = new TestPlatform({ parties: { [bob]: { on_ring: 'no_answer' } } });
      const voiceId = platform.accepted();
      platform.put(voiceId, 'connect', toBob);
      platform.wait(5_000);
      expect(platform.put(voiceId, route, body).status).toBe(200);
      platform.wait(120_000);
      expect(platform.story().slice(2)).toEqual(sent);
      expect(platform.journal('bridge_ended')).toMatchObject([{ to: bob, reason: 'given up' }]);
    },
  );

  test('voice.md 7.3: 6113 for a connect to another party on a bridged call', () => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    const answer = platform.put(voiceId, 'connect', { from: ours, to: '+4917100003' });
    expect([answer.status, answer.body.result]).toEqual([409, '6113']);
  });

  test.each([
    ['6111 before the call is answered', 'inbound', toBob, 409, '6111'],
    ['6118 for a from that is not provisioned', 'accepted', { from: bob, to: bob }, 400, '6118'],
    ['INVALID_PARAM without from', 'accepted', { to: bob }, 400, 'INVALID_PARAM'],
    ['INVALID_PARAM without to', 'accepted', { from: ours }, 400, 'INVALID_PARAM'],
    [
      'INVALID_PARAM for a to that cannot be dialled',
      'accepted',
      { from: ours, to: 'bob' },
      400,
      'INVALID_PARAM',
    ],
    ['INVALID_PARAM without a body', 'accepted', undefined, 400, 'INVALID_PARAM'],
  ] as const)('voice.md 7: %s', (_what, state, body, status, code) => {
    const platform = new TestPlatform();
    const answer = platform.put(platform[state](), 'connect', body);
    expect([answer.status, answer.body.result ?? answer.body.error_code]).toEqual([status, code]);
  });
});

describe('voice.md 6: dtmfcollected', () => {
  test.each([
    ['5', 5],
    ['0471', 471],
    ['#', '#'],
    ['12*', '12*'],
    ['1234567890123456', 1_234_567_890_123_456],
    ['12345678901234567890', '12345678901234567890'],
  ])('keys %s on a bridged call come as digit %j, with voice_Id', (keys, digit) => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    platform.press(voiceId, keys);
    platform.wait(500);
    const { at: _at, url: _url, channel_id: channelId, ...body } = platform.last();
    expect(body).toEqual({
      voice_Id: voiceId,
      state: 'dtmfcollected',
      digit,
      timestamp: '2026-03-01T09:00:01.500Z',
    });
    expect(channelId).toBe(platform.received[0]?.channel_id);
    expect(platform.journal('key')[0]).toMatchObject({ heard_by: 'bridge' });
  });

  test('keys that are not yet sent are sent when the bridge ends', () => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    platform.press(voiceId, '7');
    platform.hangUp(voiceId, 'second');
    expect(platform.story('digit').slice(-2)).toEqual(['dtmfcollected: 7', 'bridge_disconnected']);
  });

  test('none are sent before the bridge', () => {
    const platform = new TestPlatform();
    const voiceId = platform.accepted();
    platform.press(voiceId, '7');
    platform.wait(5_000);
    expect(platform.story()).toEqual(['incomingcall', 'connected']);
  });

  test('words on a bridge reach the second party only', () => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    platform.clear();
    platform.say(voiceId, 'hello Bob');
    expect(platform.received).toEqual([]);
    expect(platform.journal('utterance')).toMatchObject([{ heard_by: 'bridge' }]);
  });
});

describe('voice.md 2.4, 4.2, 7.2: recording', () => {
  const start = (name: string) => ({ start: true, recording_name: name });

  test('starts on a bridged call, and completes on stop', () => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    platform.clear();
    const started = platform.put(voiceId, 'recording', start('r1'));
    platform.wait(3_000);
    const stopped = platform.put(voiceId, 'recording', { stop: true });

    expect(started.body).toEqual({
      status: 'success',
      from: alice,
      to: ours,
      voice_id: voiceId,
      recording_id: expect.any(String) as string,
      timestamp: '2026-03-01T09:00:01.000Z',
    });
    expect(stopped.body.recording_id).toBe(started.body.recording_id);
    expect(platform.story('description')).toEqual([
      'started: Recording r1 started',
      'completed: Recording r1 completed',
    ]);
  });

  test.each([
    ['409 before the bridge', 'accepted', start('r1'), 409, '409', 'Call is not bridged yet'],
    ['409 while it rings', 'inbound', start('r1'), 409, '409', 'Call is not bridged yet'],
    [
      '6139 for a stop without a recording',
      'bridged',
      { stop: true },
      409,
      '6139',
      'Unable to stop the recording',
    ],
    [
      '6135 for start and stop',
      'bridged',
      { start: true, stop: true },
      400,
      '6135',
      'Invalid parameter in recording request',
    ],
    ['6135 for neither', 'bridged', {}, 400, '6135', 'Invalid parameter in recording request'],
    [
      '6135 without a name',
      'bridged',
      { start: true },
      400,
      '6135',
      'Invalid parameter in recording request',
    ],
  ] as const)('%s', (_what, state, body, status, result, msg) => {
    const platform = new TestPlatform();
    const answer = platform.put(platform[state](), 'recording', body);
    expect([answer.status, answer.body]).toEqual([status, { status: 'failed', result, msg }]);
  });

  test('408 while recording', () => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    platform.put(voiceId, 'recording', start('r1'));
    expect(platform.put(voiceId, 'recording', start('r2')).body).toEqual({
      status: 'failed',
      result: '408',
      msg: 'Call is already recording',
    });
  });

  test('6137 for a name that was taken before, in any call', () => {
    const platform = new TestPlatform();
    platform.put(platform.bridged(), 'recording', start('r1'));
    expect(platform.put(platform.bridged(), 'recording', start('r1')).body.result).toBe('6137');
    expect(platform.put(platform.bridged(), 'recording', start('r2')).status).toBe(200);
  });

  test('6119 when it is ordered to fail', () => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    const body = { status: 'failed', result: '6119', msg: 'Failed to start recording on bridge' };
    platform.model.control.failNext({ route: 'recording', status: 409, body });
    expect(platform.put(voiceId, 'recording', start('r1')).body).toEqual(body);
    expect(platform.put(voiceId, 'recording', start('r1')).status).toBe(200);
  });

  test('goes on after the bridge and completes with the call', () => {
    const platform = new TestPlatform();
    const voiceId = platform.bridged();
    platform.put(voiceId, 'recording', start('r1'));
    platform.clear();
    platform.wait(2_000);
    platform.hangUp(voiceId, 'second');
    platform.wait(2_400);
    platform.hangUp(voiceId);
    expect(platform.story('recording_duration')).toEqual([
      'bridge_disconnected',
      'completed',
      'disconnected: 4',
    ]);
  });

  test('without a recording the end names none', () => {
    const platform = new TestPlatform();
    platform.hangUp(platform.bridged());
    expect(platform.last()).not.toHaveProperty('recording_url');
    expect(platform.last()).not.toHaveProperty('recording_duration');
  });

  test('the lenient setting takes start alone, and before the bridge', () => {
    const platform = new TestPlatform({ recording: 'lenient' });
    expect(platform.put(platform.accepted(), 'recording', { start: true }).status).toBe(200);
    expect(platform.put(platform.inbound(), 'recording', { start: true }).body.result).toBe('409');
  });
});

describe('voice.md 4: hold', () => {
  test.each(['POST', 'PUT'])('%s holds and resumes', (method) => {
    const platform = new TestPlatform();
    const voiceId = platform.accepted();
    for (const hold of [true, false]) {
      expect(platform.request(method, `/voice/v1/call/${voiceId}/hold`, { hold }).body.status).toBe(
        'success',
      );
      expect(platform.model.control.call(voiceId)?.held).toBe(hold);
    }
    expect(platform.journal('held', 'resumed').map(({ kind }) => kind)).toEqual(['held', 'resumed']);
  });

  test.each([
    ['6111 before the call is answered', 'inbound', { hold: true }, '6111'],
    ['INVALID_PARAM for text', 'accepted', { hold: 'yes' }, 'INVALID_PARAM'],
  ] as const)('%s', (_what, state, body, code) => {
    const platform = new TestPlatform();
    const answer = platform.put(platform[state](), 'hold', body);
    expect(answer.body.result ?? answer.body.error_code).toBe(code);
  });
});

describe('voice.md 4: stream', () => {
  const start = { wss_host: 'wss://a.example/s' };

  test.each([
    ['PUT', { stop: true }],
    ['DELETE', undefined],
  ])('starts with an address and is stopped by %s %j', (method, body) => {
    const platform = new TestPlatform();
    const voiceId = platform.accepted();
    expect(platform.put(voiceId, 'stream', start).body).toMatchObject({
      voice_id: voiceId,
      state: 'initiated',
    });
    expect(platform.request(method, `/voice/v1/call/${voiceId}/stream`, body).status).toBe(200);
    expect(platform.story()).toEqual(['incomingcall', 'connected', 'stream_stopped']);
  });

  test('ends with the call', () => {
    const platform = new TestPlatform();
    const voiceId = platform.accepted();
    platform.put(voiceId, 'stream', start);
    platform.hangUp(voiceId);
    expect(platform.story().slice(-2)).toEqual(['stream_stopped', 'disconnected']);
  });

  test.each([{}, { wss_host: '' }, { wss_host: 'https://a.example' }, { wss_host: 7 }])(
    'INVALID_PARAM for %j',
    (body) => {
      const platform = new TestPlatform();
      expect(platform.put(platform.accepted(), 'stream', body).body.error_code).toBe('INVALID_PARAM');
    },
  );
});
