import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  createPlatformClient,
  InvalidRequestError,
  type PlatformClient,
} from '../../../src/platform/client/index.ts';
import type { Endpoint } from '../../../src/platform/client/services/endpoint.ts';
import * as sms from '../../../src/platform/client/services/endpoints-sms.ts';
import * as video from '../../../src/platform/client/services/endpoints-video.ts';
import * as voice from '../../../src/platform/client/services/endpoints-voice.ts';
import { answer, credentials, encodedCredentials, useScene } from './scene.ts';

const scene = useScene();

/** An answer with everything that any endpoint gives. */
const everything = answer(200, {
  ...{ voice_id: 'v1', broadcast_id: 'b1', token: 't1', job_id: 'j1', room: { room_id: 'r1' }, result: 0 },
});

const call = '/voice/v1/call';
const room = '/video/v2/rooms/r1';
const period = { from: '2026-03-01', to: '2026-03-31' };
const message = { template_id: 't', campaign_id: 'c' };

type Use = (client: PlatformClient) => Promise<unknown>;

const posts: [name: string, use: Use, url: string, body: unknown][] = [
  [
    'voice.dial',
    ({ voice }) => voice.dial({ from: '+4930', to: ['+4931'] }),
    call,
    { from: '+4930', to: ['+4931'] },
  ],
  ['voice.hold', ({ voice }) => voice.hold('v1'), `${call}/v1/hold`, { hold: true }],
  ['voice.resume', ({ voice }) => voice.resume('v1'), `${call}/v1/hold`, { hold: false }],
  [
    'voice.broadcast',
    ({ voice }) => voice.broadcast({ from: '+4930', recipients: [{ to: '+4931' }] }),
    '/voice/v1/broadcast',
    { from: '+4930', recipients: [{ to: '+4931' }] },
  ],
  [
    'voice.webClientToken',
    ({ voice }) => voice.webClientToken('a.example'),
    '/voice/v1/webclient/token',
    { domain: 'a.example' },
  ],
  [
    'sms.send',
    ({ sms }) => sms.send({ ...message, to: ['+4930'] }),
    '/sms/v1/messages/',
    { ...message, to: ['+4930'] },
  ],
  [
    'video.rooms.create',
    ({ video }) => video.rooms.create({ name: 'n', owner_ref: 'o' }),
    '/video/v2/rooms',
    { name: 'n', owner_ref: 'o' },
  ],
  [
    'video.tokens.create',
    ({ video }) => video.tokens.create('r1', { name: 'n', role: 'moderator', user_ref: 'u' }),
    `${room}/tokens`,
    { name: 'n', role: 'moderator', user_ref: 'u' },
  ],
  ['video.recording.start', ({ video }) => video.recording.start('r1'), `${room}/recording/start`, undefined],
  ['video.recording.stop', ({ video }) => video.recording.stop('r1'), `${room}/recording/stop`, undefined],
];

const others: [name: string, use: Use, request: string, body?: unknown][] = [
  ['voice.accept', ({ voice }) => voice.accept('v1'), `PUT ${call}/v1/accept`],
  ['voice.play', ({ voice }) => voice.play('v1', { text: 'Hi' }), `PUT ${call}/v1/play`, { text: 'Hi' }],
  [
    'voice.connect',
    ({ voice }) => voice.connect('v1', { from: '1', to: '2' }),
    `PUT ${call}/v1/connect`,
    { from: '1', to: '2' },
  ],
  [
    'voice.startRecording',
    ({ voice }) => voice.startRecording('v1', 'mine'),
    `PUT ${call}/v1/recording`,
    { start: true, recording_name: 'mine' },
  ],
  [
    'voice.stopRecording',
    ({ voice }) => voice.stopRecording('v1'),
    `PUT ${call}/v1/recording`,
    { stop: true },
  ],
  [
    'voice.startStream',
    ({ voice }) => voice.startStream('v1', 'wss://a.example'),
    `PUT ${call}/v1/stream`,
    { wss_host: 'wss://a.example' },
  ],
  ['voice.stopStream', ({ voice }) => voice.stopStream('v1'), `DELETE ${call}/v1/stream`],
  ['voice.joinRoom', ({ voice }) => voice.joinRoom('v1', 'r1'), 'PUT /voice/v1/room/r1/call/v1/join'],
  ['voice.hangup', ({ voice }) => voice.hangup('v1'), `DELETE ${call}/v1`],
  [
    'voice.broadcastCalls play',
    ({ voice }) => voice.broadcastCalls('b1').play('v1', { text: 'Hi' }),
    'PUT /voice/v1/broadcast/b1/call/v1/play',
    { text: 'Hi' },
  ],
  [
    'voice.broadcastCalls connect',
    ({ voice }) => voice.broadcastCalls('b1').connect('v1', { from: '1', to: '2' }),
    'PUT /voice/v1/broadcast/b1/call/v1/connect',
    { from: '1', to: '2' },
  ],
  [
    'voice.broadcastCalls hangup',
    ({ voice }) => voice.broadcastCalls('b1').hangup('v1'),
    'DELETE /voice/v1/broadcast/b1/call/v1',
  ],
  ['sms.status', ({ sms }) => sms.status('j1'), 'GET /sms/v1/message/j1'],
  ['video.rooms.list', ({ video }) => video.rooms.list(), 'GET /video/v2/rooms'],
  ['video.rooms.get', ({ video }) => video.rooms.get('r1'), `GET ${room}`],
  [
    'video.rooms.update',
    ({ video }) => video.rooms.update('r1', { name: 'm' }),
    `PATCH ${room}`,
    { name: 'm' },
  ],
  ['video.rooms.delete', ({ video }) => video.rooms.delete('r1'), `DELETE ${room}`],
  ['video.rooms.unlock', ({ video }) => video.rooms.unlock('r1'), `PUT ${room}/unlock`],
  ['video.users', ({ video }) => video.users('r1'), `GET ${room}/users`],
  ['video.dialIn', ({ video }) => video.dialIn(), 'GET /video/v2/dialin/'],
  ...(['archives', 'cdrs'] as const).flatMap((kind): [string, Use, string][] => {
    const path = `/video/v2/${kind === 'archives' ? 'archive' : 'cdr'}`;
    return [
      [`video.${kind}.conference`, ({ video }) => video[kind].conference('c1'), `GET ${path}/conf/c1`],
      [`video.${kind}.room`, ({ video }) => video[kind].room('r1'), `GET ${path}/room/r1`],
      [
        `video.${kind}.roomPeriod`,
        ({ video }) => video[kind].roomPeriod('r1', period),
        `GET ${path}/room-period/r1/2026-03-01/2026-03-31`,
      ],
      [
        `video.${kind}.period`,
        ({ video }) => video[kind].period(period),
        `GET ${path}/period/2026-03-01/2026-03-31`,
      ],
    ];
  }),
];

describe('a request', () => {
  it.each(posts)('%s is a POST with an Idempotency-Key', async (_name, use, url, body) => {
    scene().reactions = [everything];
    await use(scene().client());
    expect(scene().seen).toMatchObject([
      {
        ...{ method: 'POST', url, body },
        headers: { authorization: `Basic ${encodedCredentials}`, 'idempotency-key': 'new-id' },
      },
    ]);
  });

  it.each(others)('%s', async (_name, use, request, body) => {
    scene().reactions = [everything];
    await use(scene().client());
    const [{ method, url, headers, body: sent } = { method: '', url: '', headers: {}, body: '' }] =
      scene().seen;
    expect([`${method} ${url}`, sent]).toEqual([request, body]);
    expect(headers.authorization).toBe(`Basic ${encodedCredentials}`);
    expect(headers).not.toHaveProperty('idempotency-key');
  });

  it('voice.stopStream is a PUT where it is configured', async () => {
    await scene().client({ stopStreamBy: 'PUT' }).voice.stopStream('v1');
    expect(scene().seen).toMatchObject([{ method: 'PUT', url: `${call}/v1/stream`, body: { stop: true } }]);
  });

  it('sms.sendByGet is a query, without credentials in it', async () => {
    scene().reactions = [everything];
    const data = { name: 'Ann & Bo' };
    await scene()
      .client()
      .sms.sendByGet({ ...message, to: ['+4930', '+4931'], data, flash_message: true });
    const { pathname, searchParams, search } = new URL(scene().seen[0]?.url ?? '', scene().url);
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/sms/v1/send-sms/',
      { ...message, to: '+4930,+4931', data: JSON.stringify(data), flash_message: 'true' },
    ]);
    expect(search).toContain('%2B4930');
  });

  it('sms.token carries the credentials in its body alone', async () => {
    scene().reactions = [everything];
    expect(await scene().client().sms.token()).toMatchObject({ token: 't1' });
    expect(scene().seen).toMatchObject([
      { method: 'POST', url: '/sms/v1/token', body: { app_id: 'app', app_key: credentials.appKey } },
    ]);
    expect(scene().seen[0]?.headers).not.toHaveProperty('authorization');
  });

  it('carries the credentials of its service', async () => {
    scene().reactions = [everything];
    const client = scene().client({ projects: { video: { appId: 'film', appKey: 'k' } } });
    await client.video.rooms.list();
    await client.voice.hangup('v1');
    expect(scene().seen.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${Buffer.from('film:k').toString('base64')}`,
      `Basic ${encodedCredentials}`,
    ]);
  });

  it("carries the caller's own Idempotency-Key", async () => {
    scene().reactions = [everything];
    await scene().client().voice.dial({ from: '1', to: '2' }, { idempotencyKey: 'mine' });
    expect(scene().seen[0]?.headers['idempotency-key']).toBe('mine');
  });

  it('gets another Idempotency-Key each time', async () => {
    scene().reactions = [everything];
    const client = createPlatformClient({ baseUrl: scene().url, ...credentials });
    await client.voice.hold('v1');
    await client.voice.hold('v1');
    await client.close();
    expect(new Set(scene().seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it('escapes what stands in its path', async () => {
    await scene().client().voice.hangup('a/b?c');
    expect(scene().seen[0]?.url).toBe(`${call}/a%2Fb%3Fc`);
  });
});

/** The mistakes in a request that was not sent. */
async function problems(used: Promise<unknown>): Promise<string[]> {
  const error: unknown = await used.catch((reason: unknown) => reason);
  if (!(error instanceof InvalidRequestError))
    throw new Error('expected an InvalidRequestError', { cause: error });
  expect(scene().seen).toEqual([]);
  return error.problems.map(({ path, message: text }) => `${path} ${text}`);
}

describe('a request that does not fit its schema is not sent', () => {
  it('and every problem is named with its path', async () => {
    const request = { to: 5, auto_record: 'yes', retry: { interval: 1 } };
    expect(
      await problems(
        scene()
          .client()
          .voice.dial(request as never),
      ),
    ).toEqual([
      '/from is missing',
      '/auto_record must be boolean',
      '/retry/max_attempts is missing',
      '/to must be string or array',
    ]);
  });

  it.each<[string, Use, string]>([
    [
      'text of more than 1,024 characters',
      ({ voice }) => voice.play('v1', { text: 'x'.repeat(1025) }),
      '/text must have at most 1024 characters',
    ],
    [
      'two media in one play',
      ({ voice }) => voice.play('v1', { text: 'a', ssml: 'b' }),
      ' may have only one of text, ssml',
    ],
    [
      'an address that is none',
      ({ voice }) => voice.dial({ from: '1', to: '2', event_url: 'nowhere' }),
      '/event_url must be such as "https://app.example.com/events"',
    ],
    [
      'an unknown role',
      ({ video }) => video.tokens.create('r1', { name: 'n', role: 'boss' as never, user_ref: 'u' }),
      '/role must be one of ["moderator","participant","viewer","audience"]',
    ],
    [
      'an SMS by GET without a template',
      ({ sms }) => sms.sendByGet({ campaign_id: 'c', to: ['+49'] } as never),
      '/template_id is missing',
    ],
    ['no body', ({ video }) => video.rooms.create(undefined as never), ' must be object'],
    ['an empty id', ({ voice }) => voice.hangup(''), '/voice_id must not be empty or consist of dots'],
    [
      'an id of dots',
      ({ video }) => video.rooms.delete('..'),
      '/room_id must not be empty or consist of dots',
    ],
    ['an id that is no text', ({ voice }) => voice.hangup(7 as never), '/voice_id must be string'],
    [
      'a date in another form',
      ({ video }) => video.cdrs.period({ from: '1.3.2026', to: '2026-03-31' }),
      '/from must be a date such as 2026-03-01',
    ],
    [
      'an Idempotency-Key of 256 characters',
      ({ voice }) => voice.hold('v1', { idempotencyKey: 'x'.repeat(256) }),
      '/idempotencyKey must have 1 to 255 printable ASCII characters',
    ],
    [
      'an Idempotency-Key with a line break',
      ({ voice }) => voice.hold('v1', { idempotencyKey: 'a\r\nb' }),
      '/idempotencyKey must have 1 to 255 printable ASCII characters',
    ],
  ])('%s', async (_what, use, problem) => {
    expect(await problems(use(scene().client()))).toContain(problem);
  });

  it('to or recipient: both together are refused (sms.md 4)', async () => {
    const both = { ...message, to: ['+4930'], recipient: [{ to: '+4931' }] };
    expect(
      await problems(
        scene()
          .client()
          .sms.send(both as never),
      ),
    ).not.toEqual([]);
  });
});

describe('the table of endpoints', () => {
  type Row = Pick<Endpoint<never, object>, 'service' | 'request'>;
  const { archives, cdrs, ...rest } = video;
  const tables = [voice, sms, rest, archives, cdrs];
  const rows = tables.flatMap((table) => Object.values(table as Record<string, Row>));

  it('names only definitions that the schemas have', () => {
    const unknown = rows.filter(({ service, request }) => {
      const file = new URL(`../../../schemas/platform/${service}.schema.json`, import.meta.url);
      const { $defs } = JSON.parse(readFileSync(file, 'utf8')) as { $defs: object };
      return request !== undefined && !(request in $defs);
    });
    expect(unknown).toEqual([]);
    expect(rows.filter(({ request }) => request !== undefined).length).toBeGreaterThan(10);
  });
});
