import { describe, expect, it } from 'vitest';
import { InvalidRequestError, type PlatformClient } from '../../../src/platform/client/index.ts';
import { answer, useScene } from './scene.ts';

const scene = useScene();

type Use = (client: PlatformClient) => Promise<unknown>;

/** What a client without types is told: every problem, after its path; undefined when the request went out. */
async function problems(use: Use): Promise<string[] | undefined> {
  scene().reactions = [answer(400)];
  const error: unknown = await use(scene().client()).catch((reason: unknown) => reason);
  if (!(error instanceof InvalidRequestError)) return undefined;
  expect(scene().seen).toEqual([]);
  return error.problems.map(({ path, message }) => `${path} ${message}`);
}

const call = { from: '+4930100100', to: '+4917100001' };
const message = { template_id: 't', campaign_id: 'c', to: ['+4917100001'] };
const room = { name: 'n', owner_ref: 'o' };
const scheduled = { scheduled: true, scheduled_time: '2026-12-01 09:00:00', duration: 30 };

const dial =
  (more: object): Use =>
  ({ voice }) =>
    voice.dial({ ...call, ...more });
const stream =
  (wssHost: string): Use =>
  ({ voice }) =>
    voice.startStream('v1', wssHost);
const play =
  (request: object): Use =>
  ({ voice }) =>
    voice.play('v1', request as never);
const sms =
  (more: object): Use =>
  ({ sms }) =>
    sms.send({ ...message, ...more });
const create =
  (settings: object): Use =>
  ({ video }) =>
    video.rooms.create({ ...room, settings });

describe('a wrong request is not sent, and what is wrong is said with what would be right', () => {
  it.each<[string, Use, string[]]>([
    ['a call to nobody', dial({ to: 'nobody' }), ['/to must be such as "+4930100100"']],
    ['one of several numbers', dial({ to: ['+49301', '0301111'] }), ['/to/1 must be such as "+4930100100"']],
    [
      'notifications by FTP',
      dial({ event_url: 'ftp://a.example' }),
      ['/event_url must be such as "https://app.example.com/events"'],
    ],
    [
      'notifications without TLS',
      dial({ event_url: 'http://a.example' }),
      ['/event_url must be such as "https://app.example.com/events"'],
    ],
    [
      'a stream by HTTP',
      stream('http://a.example'),
      ['/wss_host must be such as "wss://audio.example.com/calls"'],
    ],
    [
      'a stream without TLS',
      stream('ws://a.example/x'),
      ['/wss_host must be such as "wss://audio.example.com/calls"'],
    ],
    [
      'two things on connect',
      dial({ action_on_connect: { play: { text: 'Hi' }, room: { room_id: 'r' } } }),
      ['/action_on_connect may have only one of play, room'],
    ],
    [
      'nothing on connect',
      dial({ action_on_connect: {} }),
      ['/action_on_connect must have one of play, connect, room, stream'],
    ],
    [
      'a play on connect that is none',
      dial({ action_on_connect: { play: 5 } }),
      ['/action_on_connect/play must be object'],
    ],
    [
      'one thing on connect, of which something is wrong',
      dial({ action_on_connect: { play: { text: 5 } } }),
      ['/action_on_connect/play/text must be string'],
    ],
    [
      'two things on connect, both wrong',
      dial({ action_on_connect: { play: { text: 5 }, room: {} } }),
      [
        '/action_on_connect/play/text must be string',
        '/action_on_connect/room/room_id is missing',
        '/action_on_connect may have only one of play, room',
      ],
    ],
    ['a play of nothing', play({ voice: 'female' }), [' must have one of text, ssml, prompt_name, url']],
    ['a play of a number', play({ text: 5 }), ['/text must be string']],
    ['a play of an empty text', play({ text: '' }), ['/text must not be empty']],
    [
      'too long a break',
      play({ text: 'Hi', text_to_speech_option: { break: { time: 5000 } } }),
      ['/text_to_speech_option/break/time must be < 5000'],
    ],
    [
      'a break of milliseconds',
      play({ text: 'Hi', text_to_speech_option: { break: { time: '6ms' } } }),
      ['/text_to_speech_option/break/time must be below 5000 microseconds'],
    ],
    [
      'a break of seconds',
      play({ text: 'Hi', text_to_speech_option: { break: '0.01s' } }),
      ['/text_to_speech_option/break must be below 5000 microseconds'],
    ],
    [
      'a recording without a name',
      ({ voice }) => voice.startRecording('v1', ''),
      ['/recording_name must not be empty'],
    ],
    ['a token for no domain', ({ voice }) => voice.webClientToken(''), ['/domain must not be empty']],
    [
      'a message to a number without its country',
      sms({ to: ['0301111'] }),
      ['/to/0 must be such as "+4917100001"'],
    ],
    [
      'a message for tomorrow',
      sms({ scheduled_at: 'tomorrow' }),
      ['/scheduled_at must be such as "2026-12-01T09:00:00"'],
    ],
    [
      'data beside recipients',
      sms({ to: undefined, recipient: [{ to: '+49301' }], data: {} }),
      [' data goes with to; with recipient each recipient has its own'],
    ],
    [
      'custom data twice',
      ({ voice }) =>
        voice.broadcast({ from: '+49301', recipients: [{ to: '+49302', custom_data: {} }], custom_data: {} }),
      [' custom_data stands with the batch or with its recipients, not with both'],
    ],
    [
      'an unknown setting of a room',
      create({ recording: true }),
      [
        expect.stringMatching(
          /^\/settings\/recording is not allowed; allowed are description, mode, /,
        ) as string,
      ],
    ],
    [
      'a scheduled room without time and duration',
      create({ scheduled: true }),
      ['/settings/scheduled_time is missing', '/settings/duration is missing'],
    ],
    [
      'a room that is scheduled and adhoc',
      create({ ...scheduled, adhoc: true }),
      ['/settings a room is scheduled or adhoc, not both'],
    ],
    [
      'a permanent room with a duration',
      create({ duration: 30 }),
      ['/settings a permanent room has no duration'],
    ],
    ['301 participants', create({ participants: 301 }), ['/settings/participants must be <= 300']],
    [
      'a day that there is not',
      ({ video }) => video.cdrs.period({ from: '2026-99-02', to: '2026-02-30' }),
      ['/from must be a date such as 2026-03-01', '/to must be a date such as 2026-03-01'],
    ],
    [
      'a period that ends before it begins',
      ({ video }) => video.cdrs.period({ from: '2026-03-02', to: '2026-03-01' }),
      ['/to must not be before from, 2026-03-02'],
    ],
    [
      'half a character in an id',
      ({ voice }) => voice.hangup('v\ud800'),
      ['/voice_id must be well-formed text: it has half a surrogate pair'],
    ],
  ])('%s', async (_what, use, expected) => {
    expect(await problems(use)).toEqual(expected);
  });
});

describe('what the platform may take is sent', () => {
  it.each<[string, Use]>([
    ['a number without its +', dial({ to: '4917100001' })],
    ['notifications to this machine', dial({ event_url: 'http://127.0.0.1:8080/hook' })],
    ['a stream to this machine', stream('ws://localhost:4000/x?y=1')],
    ['a stream elsewhere', stream('wss://audio.example/x')],
    [
      'a bridge to a SIP address',
      ({ voice }) => voice.connect('v1', { from: '+49301', to: 'sip:desk@a.example' }),
    ],
    [
      'a short break',
      play({ text: 'Hi', text_to_speech_option: { break: { time: '4.9ms', strength: 'weak' } } }),
    ],
    ['a message at a time with an offset', sms({ scheduled_at: '2026-12-01T09:00:00+01:00' })],
    ['a scheduled room', create(scheduled)],
    ['an adhoc room with a duration', create({ adhoc: true, duration: 30 })],
    ['a lecture for many', create({ mode: 'lecture', participants: 1000 })],
    [
      'a change of a part of the settings',
      ({ video }) => video.rooms.update('r1', { settings: { duration: 30 } }),
    ],
    ['one day', ({ video }) => video.cdrs.period({ from: '2024-02-29', to: '2024-02-29' })],
  ])('%s', async (_what, use) => {
    expect(await problems(use)).toBeUndefined();
    expect(scene().seen).toHaveLength(1);
  });
});
