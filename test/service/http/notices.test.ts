/** The hooks beside that of calls: messages (sms.md 6) and video rooms (video.md 6). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encryptNotification } from '../../../src/platform/wire/index.ts';
import { callId } from '../../../src/call/index.ts';
import { notification, TOKEN, useServer } from './scene.ts';

const scene = useServer();
const services = [['sms'], ['video']] as const;
type Service = (typeof services)[number][0];

const hookOf = (service: string) => `/hooks/default/${TOKEN}/${service}`;

async function post(service: Service, payload?: string | object, headers: Record<string, string> = {}) {
  const server = await scene().open();
  return server.inject({
    method: 'POST',
    url: hookOf(service),
    headers: { 'content-type': 'application/json', ...headers },
    ...(payload !== undefined && { payload }),
  });
}

const incoming = {
  id: 'm1',
  from: 4917100001,
  to: 4930100100,
  received: '2026-08-01T12:00:00',
  body: 'my code is 4711',
};
const delivery = {
  job_id: 'j1',
  detailed: [
    { to: '+4917100001', status: 'delivered', datetime: '2026-08-01T12:00:00' },
    { to: '+4917100002', status: 'failed', datetime: '2026-08-01T12:00:00', error_code: 'EXPIRED' },
  ],
};
const ready = {
  type: 'recording-ready',
  app_id: 'demo',
  room_id: 'r1',
  conf_num: 'c1',
  trans_date: '2026-08-01T12:00:00Z',
  recording: [{ url: 'https://platform.example/video/v2/archive/file/a.mkv' }],
};

const sample: Record<Service, object> = { sms: incoming, video: ready };

describe('a notification about messages', () => {
  test('that somebody wrote is handed on with its text', async () => {
    const answer = await post('sms', incoming);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(scene().notices).toMatchObject([
      {
        service: 'sms',
        notification: { event: { type: 'incoming', from: '+4917100001', text: incoming.body } },
      },
    ]);
  });

  test('that reports on the largest job there may be is handed on whole (sms.md 8)', async () => {
    const detailed = Array.from({ length: 1_000 }, (_, index) => ({
      to: `+4917${String(index).padStart(8, '0')}`,
      datetime: '2026-08-01T12:00:00',
      status: 'failed',
      uuid: `order-${index}-of-the-customer`,
      error_code: 'ABSENT_SUBSCRIBER',
      error_des: 'the subscriber could not be reached before the message was too old',
    }));
    const answer = await post('sms', { job_id: 'j1', detailed });
    expect(answer.statusCode).toBe(200);
    const { event } = scene().notices[0]?.notification as { event: { reports: unknown[] } };
    expect(event.reports).toHaveLength(1_000);
  });

  test('is told of by what became of it', async () => {
    await post('sms', incoming);
    expect(scene().taken).toEqual(['sms no_flow']);
  });

  test('that somebody wrote leaves a line in the log, without the text and the numbers', async () => {
    await post('sms', incoming);
    expect(scene().log.lines).toMatchObject([
      { level: 'info', fields: { project: 'default', service: 'sms', event: 'incoming', id: 'm1' } },
    ]);
    expect(JSON.stringify(scene().log.lines)).not.toMatch(/4711|4917100001|4930100100/);
  });

  test('that moved on is handed on with every report', async () => {
    expect((await post('sms', delivery)).statusCode).toBe(200);
    expect(scene().notices).toMatchObject([
      { notification: { event: { type: 'delivery', jobId: 'j1', reports: [{}, { errorCode: 'EXPIRED' }] } } },
    ]);
    expect(scene().log.lines).toMatchObject([
      { level: 'info', fields: { jobId: 'j1', statuses: ['delivered', 'failed'] } },
    ]);
  });

  test('that is about no message is taken, and told to the log', async () => {
    expect((await post('sms', { job: 'none' })).statusCode).toBe(200);
    expect(scene().log.of('warn')).toEqual(['a notification that is not about a message was ignored']);
    expect(scene().notices).toEqual([]);
  });
});

describe('a report on messages', () => {
  test('with a reference of ours goes to the call that has sent them, once', async () => {
    const server = await scene().open();
    const report = {
      to: '+4917100001',
      status: 'failed',
      datetime: '2026-08-01T12:00:00',
      uuid: 'default.v1.1',
      error_code: 'EXPIRED',
    };
    const payload = {
      job_id: 'j1',
      detailed: [report, { ...report, uuid: 'other.v1.1' }, { ...report, uuid: 'x' }],
    };
    await server.inject({ method: 'POST', url: hookOf('voice'), payload: notification() });
    for (const _time of ['first', 'second'])
      expect((await server.inject({ method: 'POST', url: hookOf('sms'), payload })).statusCode).toBe(200);
    expect(scene().taken).toEqual(['voice applied', ...Array.from({ length: 6 }, () => 'sms applied')]);
    const trace = await scene().memory.trace(callId('default.v1'));
    expect(trace.map(({ event }) => event)).toMatchObject([
      { type: 'incoming' },
      { type: 'delivery', number: 1, reports: [{ to: '+4917100001', status: 'failed', code: 'EXPIRED' }] },
      { type: 'delivery' },
    ]);
    expect(trace[2]?.notes).toEqual([{ kind: 'ignored', why: 'repeated' }]);
    expect(scene().log.lines.at(-1)?.message).toBe('delivery reports of messages');
  });
});

describe('a notification about a video room', () => {
  test('is handed on, and leaves a line in the log', async () => {
    expect((await post('video', ready)).statusCode).toBe(200);
    expect(scene().notices).toMatchObject([
      {
        service: 'video',
        notification: {
          roomId: 'r1',
          event: { type: 'recording_ready', files: [ready.recording[0]?.url] },
        },
      },
    ]);
    expect(scene().log.lines).toMatchObject([
      { level: 'info', fields: { service: 'video', event: 'recording_ready', roomId: 'r1', confNum: 'c1' } },
    ]);
  });

  test('of an unknown type is taken, and named in the log', async () => {
    await post('video', { type: 'confetti', room_id: 'r1' });
    expect(scene().log.lines).toMatchObject([
      { level: 'info', fields: { event: 'unknown', name: 'confetti' } },
    ]);
  });
});

describe.each(services)('the hook for %s', (service) => {
  test('reads what is encrypted with the App ID', async () => {
    const encryption = { algorithm: 'aes-256-cbc', form: 'base64' } as const;
    const { headers, body } = encryptNotification(sample[service], 'demo-app-id', encryption);
    expect((await post(service, body, headers)).statusCode).toBe(200);
    expect(scene().notices).toMatchObject([{ service }]);
  });

  test('refuses with 415 what is encrypted for somebody else, with a line in the log', async () => {
    const encryption = { algorithm: 'aes-256-cbc', form: 'hex' } as const;
    const { headers, body } = encryptNotification(sample[service], 'somebody-else', encryption);
    expect((await post(service, body, headers)).statusCode).toBe(415);
    expect(scene().notices).toEqual([]);
    expect(scene().log.lines).toMatchObject([{ level: 'warn', fields: { code: 'encrypted' } }]);
  });

  test.each([[undefined], [''], [' \n'], ['{}'], ['null']])(
    'takes a probe (%j) without a word',
    async (payload) => {
      expect((await post(service, payload)).statusCode).toBe(200);
      expect(scene().log.lines).toEqual([]);
      expect(scene().notices).toEqual([]);
    },
  );

  test.each([['[7]'], ['"text"'], ['42']])('takes %s, and tells the log', async (payload) => {
    expect((await post(service, payload)).statusCode).toBe(200);
    expect(scene().log.of('warn')).toEqual(['a notification that is not a JSON object was ignored']);
    expect(scene().notices).toEqual([]);
  });

  test('refuses with 400 what is not JSON', async () => {
    const answer = await post(service, '{"job_id":');
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'not_json' }]);
  });

  test.each([
    ['a wrong token', (own: string) => `/hooks/default/another-token-of-hooks/${own}`],
    ['an unknown project', (own: string) => `/hooks/other/${TOKEN}/${own}`],
  ])('is not there for %s', async (_what, url) => {
    const server = await scene().open();
    const answer = await server.inject({ method: 'POST', url: url(service), payload: '{"job_id":' });
    expect(answer.statusCode).toBe(404);
    expect(scene().log.lines).toEqual([]);
  });

  test('answers no JSON with 500, and logs no error', async () => {
    const server = await scene().open();
    const keys = [...Object.keys(incoming), ...Object.keys(delivery), ...Object.keys(ready)];
    const body = fc.oneof(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const answer = await server.inject({
          method: 'POST',
          url: hookOf(service),
          payload: JSON.stringify(sent),
        });
        expect(answer.statusCode).toBe(200);
      }),
    );
    expect(scene().log.of('error')).toEqual([]);
  });
});
