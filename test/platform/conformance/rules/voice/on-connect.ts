/** voice.md 2.2 and 2.3: what a call does when it is answered, and how speech is spoken. */
import assert from 'node:assert/strict';
import { startWsServer } from '../../../emulator/ws-server.ts';
import { coded, failed, has, ok, textIn } from '../../expect.ts';
import type { Platform } from '../../platform.ts';
import type { Rule } from '../../rule.ts';
import type { Json } from '../../webhook.ts';
import { connected, dial, dialled, onCall } from './calls.ts';

const out = ['numbers', 'webhook'] as const;

/** The modes that play something, by the name of the row. */
const plays: [string, Json][] = [
  ['Play stored prompt', { prompt_name: 'welcome', prompt_ref: 'ref' }],
  ['Play text-to-speech', { text: 'Good day', language: 'en-US', voice: 'female' }],
  ['Play SSML', { ssml: '<speak>Good <break time="3ms"/> day</speak>' }],
  ['Play audio from URL', { url: 'https://example.com/welcome.mp3' }],
];

const modes: Rule[] = [
  ...plays.map(([row, play]): Rule => ({
    section: '2.2',
    rule: `${row}: is done when the call is answered`,
    needs: out,
    check: async (platform) => {
      const voiceId = await dialled(platform, { action_on_connect: { play } });
      const reference = 'prompt_ref' in play ? { prompt_ref: play.prompt_ref } : {};
      await platform.webhook.next({ voice_id: voiceId, playstate: 'initiated', ...reference });
    },
  })),
  {
    section: '2.2',
    rule: 'Bridge to another party: is done when the call is answered',
    needs: out,
    check: async (platform) => {
      const { from, second: to } = platform.numbers;
      const voiceId = await dialled(platform, { action_on_connect: { connect: { from, to } } });
      await platform.webhook.next({ voice_id: voiceId, state: 'bridged' });
    },
  },
  {
    section: '2.2',
    rule: 'Bridge to another party: to may be a SIP URI',
    needs: out,
    settings: { parties: { 'sip:desk@example.com': { afterMs: 0 }, '+4915100000001': { afterMs: 0 } } },
    check: async (platform) => {
      const connect = { from: platform.numbers.from, to: 'sip:desk@example.com' };
      await dialled(platform, { action_on_connect: { connect } });
      await platform.webhook.next({ state: 'bridged' });
    },
  },
  {
    section: '2.2',
    rule: 'Join a video room: the phone party is a participant of the session',
    needs: out,
    check: async (platform) => {
      const made = ok(await platform.post('/video/v2/rooms', { name: 'Team', owner_ref: 'o' }));
      const roomId = textIn(made.room as Json, 'room_id');
      await dialled(platform, { action_on_connect: { room: { room_id: roomId } } });
      await platform.webhook.next({ state: 'joined' });
      has(ok(await platform.get(`/video/v2/rooms/${roomId}/users`)), { total: 1 });
    },
  },
  {
    section: '2.2',
    rule: 'Auto-start media streaming: is begun when the call is answered, and carries the audio of the call',
    needs: [...out, 'control plane'],
    isChosen: true,
    check: async (platform) => {
      const media = await startWsServer();
      try {
        await dialled(platform, { action_on_connect: { stream: { wss_host: media.url } } });
        const frame = await media.get(({ event }) => event === 'media');
        const events = media.received.slice(0, 3).map(({ event }) => event);
        assert.deepEqual(events, ['connected', 'start_media', 'media']);
        has(frame.media as Json, { format: { encoding: 'ulaw', sample_rate: 8_000, channels: 1 } });
      } finally {
        await media.close();
      }
    },
  },
  {
    section: '2.2',
    rule: 'Auto-start media streaming: STREAM_FAILED when nobody is there',
    needs: [...out, 'control plane'],
    check: async (platform) => {
      await dialled(platform, { action_on_connect: { stream: { wss_host: 'ws://127.0.0.1:9/' } } });
      await platform.webhook.next({ error_code: 'STREAM_FAILED' });
    },
  },
  {
    section: '2.2',
    rule: 'Auto-start media streaming: a subscription is required',
    needs: ['numbers'],
    project: { streaming: false },
    check: async (platform) => {
      const action = { stream: { wss_host: 'wss://example.com/' } };
      failed(await dial(platform, { action_on_connect: action }), '6101');
    },
  },
];

const refused: [string, Json][] = [
  ['two modes at once', { play: { prompt_name: 'a' }, room: { room_id: 'b' } }],
  ['a mode that does not exist', { dance: {} }],
  ['a play of nothing', { play: {} }],
  ['a play of two things', { play: { text: 'a', prompt_name: 'b' } }],
  ['a connect without numbers', { connect: {} }],
  ['a room without room_id', { room: {} }],
  ['a stream without wss_host', { stream: {} }],
  ['a stream that is not secured', { stream: { wss_host: 'http://example.com/' } }],
];

const forms: Rule[] = refused.map(([name, action]) => ({
  section: '2.2',
  rule: `${name} is refused`,
  needs: ['numbers'],
  check: async (platform) => {
    coded(await dial(platform, { action_on_connect: action }), 400, 'INVALID_PARAM');
  },
}));

async function plays200(platform: Platform, more: Json): Promise<void> {
  const voiceId = await connected(platform);
  ok(
    await onCall(platform, voiceId, 'play', {
      text: 'Good day',
      language: 'en-US',
      voice: 'female',
      ...more,
    }),
  );
}

const taken: [string, Json][] = [
  ['dtmf is accepted', { dtmf: true }],
  ['asr is accepted', { asr: true }],
  ['text_to_speech_option is accepted', { text_to_speech_option: {} }],
];

const options: [string, Json][] = [
  ...['advertisement_upbeat', 'Cheerful', 'customerservice', 'Friendly', 'gentle'].map(
    (style): [string, Json] => [`express-as ${style}`, { 'express-as': style }],
  ),
  ...['+50%', 'silent', 'x-soft', 'soft', 'medium', 'loud', 'x-loud', 'default'].map(
    (volume): [string, Json] => [`prosody with the volume ${volume}`, { prosody: { volume } }],
  ),
  ['prosody with pitch and rate', { prosody: { pitch: 'high', rate: 'slow' } }],
  ...[
    ...['characters', 'spell-out', 'cardinal', 'number', 'ordinal', 'number_digit', 'fraction'],
    ...['telephone', 'currency', 'address', 'name'],
  ].map((as): [string, Json] => [`say-as ${as}`, { 'say-as': { 'interpret-as': as } }]),
  ...[
    ...['dmy', 'mdy', 'ymd'].map((format) => ['date', format]),
    ...['hms12', 'hms24'].map((format) => ['time', format]),
    ...['hms', 'hm', 'ms'].map((format) => ['duration', format]),
  ].map(([as, format]): [string, Json] => [
    `say-as ${as}, format ${format}`,
    { 'say-as': { 'interpret-as': as, format } },
  ]),
];

const unknown: [string, Json][] = [
  ['another value of express-as', { 'express-as': 'bored' }],
  ['another volume of prosody', { prosody: { volume: 'deafening' } }],
  ['another interpret-as', { 'say-as': { 'interpret-as': 'poem' } }],
];

const speech: Rule[] = [
  ...taken.map(([rule, more]): Rule => ({
    section: '2.2',
    rule: `a play request: ${rule}`,
    needs: out,
    check: (platform) => plays200(platform, more),
  })),
  {
    section: '2.2',
    rule: 'voice: what other values than female are allowed',
    needs: out,
    isChosen: true,
    check: (platform) => plays200(platform, { voice: 'Male' }),
  },
  ...options.map(([name, option]): Rule => ({
    section: '2.3',
    rule: `${name} is accepted`,
    needs: out,
    check: (platform) => plays200(platform, { text_to_speech_option: option }),
  })),
  ...['2.3', '8'].map((section): Rule => ({
    section,
    rule: 'the duration of a break is below 5000 microseconds',
    needs: out,
    check: async (platform) => {
      const voiceId = await connected(platform);
      const broken = (duration: number) => ({
        text: 'Good day',
        text_to_speech_option: { break: { duration } },
      });
      coded(await onCall(platform, voiceId, 'play', broken(5_000)), 400, 'INVALID_PARAM');
      ok(await onCall(platform, voiceId, 'play', broken(4_999)));
    },
  })),
  ...unknown.map(([name, option]): Rule => ({
    section: '2.3',
    rule: `${name} is refused`,
    needs: out,
    check: async (platform) => {
      const body = { text: 'Good day', text_to_speech_option: option };
      coded(await onCall(platform, await connected(platform), 'play', body), 400, 'INVALID_PARAM');
    },
  })),
];

export const onConnectRules: Rule[] = [...modes, ...forms, ...speech];
