import { describe, expect, test } from 'vitest';
import { alice, authorization, bob, ours, TestPlatform } from '../platform.ts';

/** Every kind of notification and how to bring it about; `fields` are all its fields besides the common ones. */
const echo = { owner_ref: 'order 7', custom_data: { tier: 'gold' } };
const anyId = expect.stringMatching(/^[0-9a-f]{8}-000\d-4000-8000-[0-9a-f]{12}$/) as string;

interface Kind {
  name: string;
  happen: (platform: TestPlatform) => unknown;
  fields: Record<string, unknown>;
}

function answeredWith(
  action: object | undefined,
  then: (platform: TestPlatform, voiceId: string) => unknown = () => 0,
) {
  return (platform: TestPlatform) => {
    const voiceId = platform.outbound({ ...echo, ...(action && { action_on_connect: action }) });
    then(platform, voiceId);
  };
}

function createRoom({ model, now }: TestPlatform): string {
  const body = JSON.stringify({ name: 'Board', owner_ref: 'o-1' });
  const request = { method: 'POST', path: '/video/v2/rooms', headers: { authorization }, body };
  return (model.request(request, now).body as { room: { room_id: string } }).room.room_id;
}

const play = (fields: object) => ({ play: { text: 'Hello there', prompt_ref: 'p1', ...fields } });
const played = { play_id: anyId, prompt_ref: 'p1' };
const toBob = { connect: { from: ours, to: bob } };

function bridgedAnd(then: (platform: TestPlatform, voiceId: string) => unknown) {
  return answeredWith(toBob, (platform, voiceId) => {
    platform.wait(1_000);
    then(platform, voiceId);
  });
}

const kinds: Kind[] = [
  {
    name: 'initiated',
    happen: (platform) => platform.dial({ ...echo, to: '+4917100003' }),
    fields: { state: 'initiated' },
  },
  {
    name: 'ringing',
    happen: (platform) => {
      platform.dial(echo);
      platform.wait(1);
    },
    fields: { state: 'ringing' },
  },
  { name: 'connected', happen: answeredWith(undefined), fields: { state: 'connected' } },
  {
    name: 'disconnected',
    happen: answeredWith(undefined, (platform, voiceId) => platform.hangUp(voiceId)),
    fields: { state: 'disconnected', disconnect_reason: 'Normal Clearing' },
  },
  { name: 'play initiated', happen: answeredWith(play({})), fields: { ...played, playstate: 'initiated' } },
  {
    name: 'playfinished',
    happen: answeredWith(play({}), (platform) => {
      platform.wait(1_000);
    }),
    fields: { ...played, playstate: 'playfinished' },
  },
  {
    name: 'digitcollected',
    happen: answeredWith(play({ dtmf: true }), (platform, voiceId) => {
      platform.press(voiceId, '07');
      platform.wait(500);
    }),
    fields: { ...played, playstate: 'digitcollected', digit: '07' },
  },
  {
    name: 'menutimeout',
    happen: answeredWith(play({ dtmf: true }), (platform) => {
      platform.wait(10_000);
    }),
    fields: { ...played, playstate: 'menutimeout' },
  },
  {
    name: 'recognized',
    happen: answeredWith(play({ asr: true }), (platform, voiceId) => platform.say(voiceId, 'yes')),
    fields: {
      ...played,
      playstate: 'speech_recognized',
      state: 'recognized',
      text: 'yes',
      reason: 'speech recognized',
    },
  },
  {
    name: 'unrecognized',
    happen: answeredWith(play({ asr: true }), (platform, voiceId) => platform.say(voiceId, '')),
    fields: {
      ...played,
      playstate: 'speech_recognized',
      state: 'unrecognized',
      reason: 'speech not recognized',
    },
  },
  {
    name: 'speech timeout',
    happen: answeredWith(play({ asr: true }), (platform) => {
      platform.wait(10_000);
    }),
    fields: { ...played, playstate: 'speech_recognized', state: 'timeout', reason: 'no speech in time' },
  },
  { name: 'bridged', happen: bridgedAnd(() => 0), fields: { state: 'bridged' } },
  {
    name: 'bridge_disconnected',
    happen: bridgedAnd((platform, voiceId) => platform.hangUp(voiceId, 'second')),
    fields: { state: 'bridge_disconnected', disconnect_reason: 'Normal Clearing' },
  },
  {
    name: 'recording started',
    happen: bridgedAnd((platform, voiceId) =>
      platform.put(voiceId, 'recording', { start: true, recording_name: 'r' }),
    ),
    fields: { state: 'started', description: 'Recording r started' },
  },
  {
    name: 'recording completed',
    happen: bridgedAnd((platform, voiceId) => {
      platform.put(voiceId, 'recording', { start: true, recording_name: 'r' });
      platform.put(voiceId, 'recording', { stop: true });
    }),
    fields: { state: 'completed', description: 'Recording r completed' },
  },
  {
    name: 'stream_stopped',
    happen: answeredWith({ stream: { wss_host: 'wss://a.example' } }, (platform, voiceId) =>
      platform.put(voiceId, 'stream', { stop: true }),
    ),
    fields: { state: 'stream_stopped' },
  },
  {
    name: 'joined',
    happen: (platform) => {
      answeredWith({ room: { room_id: createRoom(platform) } })(platform);
    },
    fields: { state: 'joined' },
  },
];

describe('voice.md 6: the exact fields of a notification', () => {
  test.each(kinds)('$name', ({ happen, fields }) => {
    const platform = new TestPlatform({
      setupMs: 1,
      parties: { [alice]: { afterMs: 999 }, [bob]: { afterMs: 10 } },
    });
    happen(platform);
    const { at: _at, url: _url, ...body } = platform.last();
    const to = fields.state === 'initiated' ? '+4917100003' : alice;
    const timestamp = expect.stringMatching(/^2026-03-01T09:00:\d\d\.\d{3}Z$/) as string;
    expect(body).toEqual({ voice_id: anyId, from: ours, to, timestamp, ...echo, ...fields });
  });
});
