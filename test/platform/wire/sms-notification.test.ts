import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSmsNotification } from '../../../src/platform/wire/index.ts';

const report = { to: '+4917100001', datetime: '2026-03-01T09:00:05', status: 'delivered' };
const message = { id: 'a1b2', to: 4930100100, from: 4917100001, received: '2026-03-01T09:00:00', body: 'Hi' };

const delivered = { to: '+4917100001', status: 'delivered', at: '2026-03-01T09:00:05.000Z' };
const incoming = {
  type: 'incoming',
  id: 'a1b2',
  to: '+4930100100',
  from: '+4917100001',
  text: 'Hi',
  receivedAt: '2026-03-01T09:00:00.000Z',
};

const delivery = (...reports: object[]) => ({ type: 'delivery', jobId: 'j', reports });

function eventOf(body: unknown): unknown {
  const parsed = parseSmsNotification(body);
  return parsed.ok ? parsed.notification.event : parsed.reason;
}

function keyOf(body: unknown): string | undefined {
  const parsed = parseSmsNotification(body);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.notification.key;
}

describe('sms.md 2.4, 6.1: delivery notifications', () => {
  it.each([
    ['as the specification has it', { job_id: 'j', detailed: [report] }, delivery(delivered)],
    [
      'a failure with its reason and the caller’s reference',
      {
        job_id: 'j',
        detailed: [{ ...report, status: 'failed', uuid: 'u', error_code: '27', error_des: 'off' }],
      },
      delivery({ ...delivered, status: 'failed', uuid: 'u', errorCode: '27', errorText: 'off' }),
    ],
    [
      'a numeric job_id, number and error code',
      { job_id: 7, detailed: [{ ...report, to: 4917100001, error_code: 27 }] },
      { ...delivery({ ...delivered, errorCode: '27' }), jobId: '7' },
    ],
    ['one entry without its list', { job_id: 'j', detailed: report }, delivery(delivered)],
    ['the entry as the notification', { job_id: 'j', ...report }, delivery(delivered)],
    [
      'dot notation (sms.md 9)',
      { job_id: 'j', detailed: [{ ...report, status: 'message.delivered' }] },
      delivery(delivered),
    ],
    [
      'a status in capitals',
      { job_id: 'j', detailed: [{ ...report, status: 'Delivered' }] },
      delivery(delivered),
    ],
    [
      'a status that nobody knows',
      { job_id: 'j', detailed: [{ ...report, status: 'message.queued' }] },
      delivery({ ...delivered, status: 'unknown' }),
    ],
    [
      'a status of another type',
      { job_id: 'j', detailed: [{ ...report, status: null }] },
      delivery({ ...delivered, status: 'unknown' }),
    ],
    [
      'a time with an offset and a blank',
      { job_id: 'j', detailed: [{ ...report, datetime: '2026-03-01 10:00:05+01:00' }] },
      delivery(delivered),
    ],
    [
      'a time that is none',
      { job_id: 'j', detailed: [{ ...report, datetime: 'now' }] },
      delivery({ to: '+4917100001', status: 'delivered' }),
    ],
    [
      'an entry without a number beside a good one',
      { job_id: 'j', detailed: [null, {}, report] },
      delivery(delivered),
    ],
    ['no entry that can be read', { job_id: 'j', detailed: [] }, 'other'],
  ])('%s', (_what, body, expected) => {
    expect(eventOf(body)).toEqual(expected);
  });
});

describe('sms.md 2.5, 6.2: incoming messages', () => {
  it.each([
    ['as the specification has it', message, incoming],
    ['numbers as text', { ...message, to: '+4930100100', from: '4917100001' }, incoming],
    ['a short code', { ...message, to: 12345 }, { ...incoming, to: '12345' }],
    ['without a text', { ...message, body: undefined }, { ...incoming, text: '' }],
    ['a text of digits as a number', { ...message, body: 42 }, { ...incoming, text: '42' }],
    ['a text with blanks around it', { ...message, body: ' Hi ' }, { ...incoming, text: ' Hi ' }],
    ['a long text', { ...message, body: 'x'.repeat(9_000) }, { ...incoming, text: 'x'.repeat(4_096) }],
    ['a sender that is no number', { ...message, from: 'ACME' }, { ...incoming, from: 'ACME' }],
  ])('%s', (_what, body, expected) => {
    expect(eventOf(body)).toEqual(expected);
  });
});

describe('what is no SMS notification', () => {
  it.each([
    ['an empty text', '', 'probe'],
    ['nothing', undefined, 'probe'],
    ['an empty object', {}, 'probe'],
    ['a list', [message], 'malformed'],
    ['the encrypted form', { encrypted_data: 'abc' }, 'encrypted'],
    ['a call', { voice_id: 'v', state: 'incomingcall', from: '+4930', to: '+4931', body: '' }, 'other'],
    ['a room', { type: 'recording', room_id: 'r' }, 'other'],
  ])('%s', (_what, body, reason) => {
    expect(eventOf(body)).toBe(reason);
  });

  it('never throws, whatever the known fields hold', () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('sent', '2026-13-99T99:99:99'));
    const names = [
      'job_id',
      'detailed',
      'to',
      'from',
      'status',
      'datetime',
      'received',
      'body',
      'id',
      'uuid',
    ];
    const body = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (notification) => {
        expect(parseSmsNotification(notification)).toHaveProperty('ok');
      }),
    );
  });
});

describe('the key of an SMS notification', () => {
  it('is the same for a repetition, whatever the order and types of its fields', () => {
    const again = {
      detailed: [{ status: 'Delivered', datetime: report.datetime, to: 4917100001 }],
      job_id: 'j',
    };
    expect(keyOf(again)).toBe(keyOf({ job_id: 'j', detailed: [report] }));
    expect(keyOf({ ...message, to: '+4930100100' })).toBe(keyOf(message));
    expect(keyOf(message)).toMatch(/^[\w-]{12}$/);
  });

  it('differs with the job, the status, the number and the message id', () => {
    const keys = [
      { job_id: 'j', detailed: [report] },
      { job_id: 'k', detailed: [report] },
      { job_id: 'j', detailed: [{ ...report, status: 'sent' }] },
      { job_id: 'j', detailed: [{ ...report, to: '+4917100002' }] },
      message,
      { ...message, id: 'a1b3' },
    ].map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is absent where two events could have it', () => {
    expect(keyOf({ job_id: 'j', detailed: [{ ...report, datetime: undefined }] })).toBeUndefined();
    expect(keyOf({ ...message, id: undefined })).toBeUndefined();
  });
});
