import { describe, expect, test } from 'vitest';
import { ann, ben, ours, SmsPlatform } from './sms-platform.ts';

const refusal = (status: number, error_code: string) => ({ status, body: { status: 'error', error_code } });
const wrong = refusal(400, 'INVALID_PARAM');

/** What one message looks like when it has arrived. */
function arrived(change: Record<string, unknown>, to = ann) {
  const platform = new SmsPlatform();
  platform.job(change);
  platform.wait(2_000);
  return platform.model.phones.view(to, platform.now);
}

describe('sms.md 2.1: the send request', () => {
  test.each([
    ['template_id', { template_id: undefined }],
    ['campaign_id', { campaign_id: undefined }],
    ['an empty template_id', { template_id: '' }],
    ['to and recipient', { to: undefined }],
  ])('%s missing is INVALID_PARAM', (_what, change) => {
    expect(new SmsPlatform().send(change)).toMatchObject(wrong);
  });

  test('from may be absent', () => {
    expect(new SmsPlatform().send().status).toBe(200);
  });

  test('to and recipient together are refused in clear words', () => {
    const answer = new SmsPlatform().send({ recipient: [{ to: ben }] });
    expect(answer).toMatchObject(wrong);
    expect(answer.body.message).toBe('to and recipient cannot be used together');
  });

  test('data with recipient is refused', () => {
    const change = { template_id: 'bill', to: undefined, recipient: [{ to: ann }], data: { name: 'A' } };
    expect(new SmsPlatform().send(change)).toMatchObject(wrong);
  });

  test('data is merged once for all numbers', () => {
    const platform = new SmsPlatform();
    platform.job({ template_id: 'bill', to: [ann, ben], data: { name: 'all', amount: 5 } });
    platform.wait(2_000);
    expect([platform.texts(ann), platform.texts(ben)]).toEqual([
      ['Dear all, you owe 5.'],
      ['Dear all, you owe 5.'],
    ]);
  });

  test('recipient is merged for each', () => {
    const platform = new SmsPlatform();
    const recipient = [
      { to: ann, name: 'Ann', amount: '5 €' },
      { to: ben, name: 'Ben', amount: 0 },
    ];
    platform.job({ template_id: 'bill', to: undefined, recipient });
    platform.wait(2_000);
    expect([platform.texts(ann), platform.texts(ben)]).toEqual([
      ['Dear Ann, you owe 5 €.'],
      ['Dear Ben, you owe 0.'],
    ]);
  });

  test('a placeholder without a value is refused by name', () => {
    const answer = new SmsPlatform().send({ template_id: 'bill', data: { name: 'Ann' } });
    expect(answer).toMatchObject(wrong);
    expect(answer.body.message).toContain('amount');
  });

  test('how long a message may be valid is said', () => {
    const says = 'validity must be a number of seconds, more than 0 and at most 31536000';
    for (const validity of [0, '0', -1, '-1', 'long', 31_536_001, {}, true])
      expect(new SmsPlatform().send({ validity })).toMatchObject({ ...wrong, body: { message: says } });
  });

  test('placeholders may have a dollar sign', () => {
    const sms = { templates: [{ id: 'bill', body: 'Dear {$name}, you owe {amount} {$unit}' }] };
    const platform = new SmsPlatform({ sms });
    platform.send({ template_id: 'bill', data: { name: 'Ann', amount: 3, $unit: 'EUR' } });
    platform.wait(2_000);
    expect(platform.texts(ann)).toEqual(['Dear Ann, you owe 3 EUR']);
  });

  test('fields that a program sends empty count as absent', () => {
    const empty = ['from', 'type', 'type_details', 'validity', 'reference', 'data_coding', 'flash_message'];
    const fields = Object.fromEntries(
      [...empty, 'scheduled_at', 'recipient', 'data'].map((name) => [name, '']),
    );
    const platform = new SmsPlatform();
    expect(platform.send(fields).status).toBe(200);
    platform.wait(2_000);
    expect(platform.texts(ann)).toHaveLength(1);
  });

  test('validity may be numeric text, as in the GET form', () => {
    const platform = new SmsPlatform({ sms: { phones: { [ann]: { on_sms: 'never' } } } });
    const jobId = platform.job({ validity: '30' });
    platform.wait(30_099);
    expect(platform.status(jobId).body).toMatchObject({ summary: { failed: 0 } });
    platform.wait(1);
    expect(platform.status(jobId).body).toMatchObject({ summary: { failed: 1 } });
  });

  test('ids may be numbers, whatever their length', () => {
    const sms = {
      templates: [{ id: '1107160000000012345', body: 'a' }],
      campaigns: [{ id: '12', numbers: ['12345'] }],
    };
    const platform = new SmsPlatform({ sms });
    const body = `{"template_id":1107160000000012345,"campaign_id":12,"from":12345,"reference":7,
      "recipient":[{"to":"${ann}","uuid":9007199254740993}]}`;
    const { job_id: id } = platform.request('POST', '/sms/v1/messages', body).body;
    expect(platform.status(String(id)).body.detailed).toMatchObject([{ to: ann, uuid: '9007199254740993' }]);
    expect(platform.journal('sms_accepted')).toMatchObject([{ reference: '7' }]);
  });

  test('to may be numbers separated by commas, as in the GET form', () => {
    const platform = new SmsPlatform();
    platform.job({ to: `${ann}, ${ben}` });
    platform.wait(2_000);
    expect([platform.texts(ann), platform.texts(ben)]).toMatchObject([
      [expect.anything()],
      [expect.anything()],
    ]);
  });

  test.each([
    ['true', true],
    ['false', false],
  ])('flash_message may be the text %s', (flash_message, isFlash) => {
    const { inbox } = arrived({ flash_message });
    expect(inbox).toHaveLength(isFlash ? 0 : 1);
  });

  test('a number without its plus is no E.164 number, as text or as a number', () => {
    for (const to of [[4917100001], ['4917100001'], '4917100001'])
      expect(new SmsPlatform().send({ to })).toMatchObject(refusal(422, 'INVALID_RECIPIENT'));
  });

  test('a placeholder takes no value from the prototype of its data', () => {
    const sms = { templates: [{ id: 'proto', body: '{constructor}' }] };
    expect(new SmsPlatform({ sms }).send({ template_id: 'proto', data: {} })).toMatchObject(wrong);
  });

  test.each([
    ['to empty', { to: [] }],
    ['to with an object', { to: [{}] }],
    ['recipient without to', { to: undefined, recipient: [{ name: 'Ann' }] }],
    ['recipient of texts', { to: undefined, recipient: [ann] }],
    ['recipient with a uuid that is no text', { to: undefined, recipient: [{ to: ann, uuid: {} }] }],
    ['data as a list', { data: [] }],
    ['an unknown type', { type: 'mms' }],
    ['type_details as text', { type: 'binary', type_details: 'x' }],
    ['validity of nothing', { validity: 0 }],
    ['validity beyond a year', { validity: 1e300 }],
    ['an unknown data_coding', { data_coding: 'latin1' }],
    ['flash_message as text', { flash_message: 'yes' }],
    ['reference as an object', { reference: {} }],
    ['scheduled_at in other words', { scheduled_at: 'tomorrow' }],
    ['scheduled_at on a day that is not', { scheduled_at: '2026-02-30T10:00:00' }],
    ['scheduled_dt in other words', { scheduled_dt: '2026' }],
  ])('%s is INVALID_PARAM', (_what, change) => {
    expect(new SmsPlatform().send(change)).toMatchObject(wrong);
  });

  test.each([
    ['draft', 'plain'],
    ['theirs', 'plain'],
    ['nothing', 'plain'],
  ])('template %s is not one that is approved for the project', (template_id) => {
    expect(new SmsPlatform().send({ template_id })).toMatchObject(wrong);
  });

  test.each(['theirs', 'nothing'])('campaign %s is not the project’s', (campaign_id) => {
    expect(new SmsPlatform().send({ campaign_id })).toMatchObject(wrong);
  });

  test('null counts as absent', () => {
    const none = { recipient: null, data: null, type: null, validity: null, scheduled_at: null, from: null };
    expect(new SmsPlatform().send(none).status).toBe(200);
  });

  test('a flash message is shown and not stored in the inbox', () => {
    const phone = arrived({ flash_message: true });
    expect(phone.inbox).toEqual([]);
    expect(phone.screen).toMatchObject({ text: 'Your order is ready.' });
  });

  test('type_details go with a binary message, and only with one', () => {
    const type_details = { udh: '050003' };
    expect(arrived({ type: 'binary', type_details }).inbox[0]).toMatchObject({
      coding: 'octets',
      type_details,
    });
    expect(arrived({ type: 'sms', type_details }).inbox[0]).not.toHaveProperty('type_details');
  });

  test.each([
    ['scheduled_at', { scheduled_at: '2026-03-01T10:00:00' }, 3_600_000],
    ['scheduled_at with an offset', { scheduled_at: '2026-03-01T15:30:00+05:30' }, 3_600_000],
    ['scheduled_at with Z', { scheduled_at: '2026-03-01T09:00:05Z' }, 5_000],
    ['scheduled_dt of the sample', { scheduled_dt: '2026-03-01T10:00:00-00:00' }, 3_600_000],
    [
      'scheduled_at before scheduled_dt',
      { scheduled_at: '2026-03-01T10:00:00', scheduled_dt: '2026-03-02T10:00:00Z' },
      3_600_000,
    ],
    ['a time that has passed', { scheduled_at: '2020-01-01T00:00:00' }, 0],
    ['created_dt alone', { created_dt: '2026-03-02T10:00:00Z' }, 0],
  ])('%s: nothing is sent before', (_what, change, ms) => {
    const platform = new SmsPlatform();
    const jobId = platform.job(change);
    platform.wait(ms + 99);
    expect(platform.status(jobId).body).toMatchObject({ summary: { unknown: 1, sent: 0 } });
    platform.wait(1);
    expect(platform.status(jobId).body).toMatchObject({ summary: { unknown: 0, sent: 1 } });
  });

  test('reference is kept in the journal', () => {
    const platform = new SmsPlatform();
    platform.job({ reference: 'order 7' });
    expect(platform.journal('sms_accepted')).toMatchObject([{ reference: 'order 7', recipients: 1 }]);
  });
});

describe('sms.md 4: the GET form', () => {
  test('carries numbers separated by commas and JSON', () => {
    const platform = new SmsPlatform();
    const { body } = platform.sendByGet({
      template_id: 'bill',
      to: `${ann},${ben}`,
      data: '{"name":"all","amount":1}',
      validity: '60',
      flash_message: 'false',
      data_coding: 'plain',
      from: 'ACME',
    });
    platform.wait(2_000);
    expect(body).toEqual({ result: 0, job_id: body.job_id });
    expect(platform.texts(ben)).toEqual(['Dear all, you owe 1.']);
  });

  test('carries recipients as JSON, with their uuid', () => {
    const platform = new SmsPlatform();
    const recipient = JSON.stringify([{ to: ann, uuid: 'u-1' }]);
    const { body } = platform.sendByGet({ recipient });
    expect(platform.status(String(body.job_id)).body.detailed).toMatchObject([{ uuid: 'u-1' }]);
  });

  test('a + that is not sent as %2B is a blank, and no number', () => {
    const query = `template_id=plain&campaign_id=spring&to=${ann}`;
    const answer = new SmsPlatform().request('GET', `/sms/v1/send-sms/?${query}`);
    expect(answer).toMatchObject(refusal(422, 'INVALID_RECIPIENT'));
  });

  test.each([
    ['recipient that is not JSON', { recipient: '[{' }],
    ['data that is not JSON', { to: ann, data: 'name=Ann' }],
    ['data that is no object', { to: ann, data: '3' }],
    ['validity that is no number', { to: ann, validity: 'long' }],
    ['flash_message that is neither', { to: ann, flash_message: '1' }],
    ['to and recipient', { to: ann, recipient: '[{"to":"+4917100002"}]' }],
    ['an empty to', { to: '' }],
    ['nobody to send to', {}],
  ])('%s is INVALID_PARAM', (_what, change) => {
    expect(new SmsPlatform().sendByGet(change)).toMatchObject(wrong);
  });
});

describe('sms.md 4: paths and methods', () => {
  test.each([
    ['POST', '/sms/v1/messages'],
    ['POST', '/sms/v1/messages/'],
  ])('%s %s sends', (method, path) => {
    const body = { template_id: 'plain', campaign_id: 'spring', to: [ann] };
    expect(new SmsPlatform().request(method, path, body).status).toBe(200);
  });

  test.each([
    ['GET', '/sms/v1/messages/', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/sms/v1/send-sms/', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/sms/v1/message/x', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/sms/v1/token', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/sms/v1/elsewhere', 404, 'NOT_FOUND'],
    ['GET', '/sms/v1/message/nobody', 404, 'NOT_FOUND'],
  ])('%s %s is %i %s', (method, path, status, code) => {
    expect(new SmsPlatform().request(method, path)).toMatchObject(refusal(status, code));
  });

  test('a body that is not JSON, or no object, is INVALID_PARAM', () => {
    for (const body of ['{', '[]', '"x"', '']) {
      expect(new SmsPlatform().request('POST', '/sms/v1/messages/', body)).toMatchObject(wrong);
    }
  });
});

describe('sms.md 7: string-coded errors', () => {
  test.each(['ACME', ours, '4930100100', '12345', undefined])('sender %s may be used', (from) => {
    expect(new SmsPlatform().send({ from }).status).toBe(200);
  });

  test.each(['NOBODY', 'OTHERS', 'acme', '+4930200200', '54321'])(
    'sender "%s" is SENDER_NOT_CONFIGURED',
    (from) => {
      expect(new SmsPlatform().send({ from })).toMatchObject(refusal(403, 'SENDER_NOT_CONFIGURED'));
    },
  );

  test('any sender id is taken when none is configured', () => {
    expect(new SmsPlatform({ sms: { senders: {} } }).send({ from: 'ANY' }).status).toBe(200);
  });

  test.each([
    ['an entity', { project: false, change: {} }],
    ['a sender', { project: true, change: { from: 'NODLT' } }],
    ['a template', { project: true, change: { template_id: 'no-dlt' } }],
  ])('%s that is not registered is DLT_VALIDATION_FAILED in India only', (_what, { project, change }) => {
    const projects = [{ appId: 'demo', appKey: 'demo-key', dltEntity: project }];
    const platform = new SmsPlatform({ projects });
    expect(platform.send({ ...change, to: [ann, '+919800000000'] })).toMatchObject(
      refusal(403, 'DLT_VALIDATION_FAILED'),
    );
    expect(platform.send(change).status).toBe(200);
  });

  test('what is registered goes to India', () => {
    expect(new SmsPlatform().send({ from: 'ACME', to: ['+919800000000'] }).status).toBe(200);
  });

  test.each([
    '4917100001',
    '+49 171 00001',
    '+49-17100001',
    '+0917100001',
    '+4',
    '',
    'ann',
    `+${'1'.repeat(16)}`,
  ])('number "%s" is INVALID_RECIPIENT', (number) => {
    expect(new SmsPlatform().send({ to: [ann, number] })).toMatchObject(refusal(422, 'INVALID_RECIPIENT'));
  });

  test('a number that cannot be reached is INVALID_RECIPIENT', () => {
    const platform = new SmsPlatform({ sms: { phones: { [ben]: { on_sms: 'unreachable' } } } });
    expect(platform.send({ to: [ben] })).toMatchObject(refusal(422, 'INVALID_RECIPIENT'));
  });

  test('a job that is refused sends nothing to anybody', () => {
    const platform = new SmsPlatform();
    platform.send({ to: [ann, 'nobody'] });
    platform.wait(10_000);
    expect([platform.texts(ann), platform.received]).toEqual([[], []]);
  });

  test('a text of eight segments is MESSAGE_TOO_LONG', () => {
    const answer = new SmsPlatform().send({ template_id: 'text', data: { text: 'x'.repeat(1_072) } });
    expect(answer).toMatchObject(refusal(422, 'MESSAGE_TOO_LONG'));
  });

  test('the text of one recipient alone can be too long', () => {
    const recipient = [
      { to: ann, text: 'short' },
      { to: ben, text: 'ü'.repeat(469) + '語' },
    ];
    const answer = new SmsPlatform().send({ template_id: 'text', to: undefined, recipient });
    expect(answer).toMatchObject(refusal(422, 'MESSAGE_TOO_LONG'));
  });
});

describe('sms.md 8: limits', () => {
  const numbers = (count: number) =>
    Array.from({ length: count }, (_, at) => `+4917${String(at).padStart(6, '0')}`);

  test('1,000 recipients are taken, 1,001 are not', () => {
    const platform = new SmsPlatform();
    expect(platform.send({ to: numbers(1_000) }).status).toBe(200);
    expect(platform.send({ to: numbers(1_001) })).toMatchObject(wrong);
    const recipient = numbers(1_001).map((to) => ({ to }));
    expect(platform.send({ to: undefined, recipient })).toMatchObject(wrong);
  });

  test('100 requests a second of both forms, then RATE_LIMITED with Retry-After', () => {
    const platform = new SmsPlatform();
    for (let count = 0; count < 50; count++) {
      expect(platform.send().status).toBe(200);
      expect(platform.sendByGet({ to: ann }).status).toBe(200);
    }
    const answer = platform.send();
    expect(answer).toMatchObject({ ...refusal(429, 'RATE_LIMITED'), headers: { 'retry-after': '1' } });
    expect(platform.status('nobody').status).toBe(404);
    platform.wait(1_000);
    expect(platform.send().status).toBe(200);
  });

  test('a repeated Idempotency-Key within 24 hours gives the same job_id and sends nothing', () => {
    const platform = new SmsPlatform();
    const once = { 'idempotency-key': 'k' };
    const first = platform.send({}, once);
    platform.wait(24 * 60 * 60 * 1_000 - 1);
    expect(platform.send({ template_id: 'nothing' }, once)).toEqual(first);
    expect(platform.texts(ann)).toHaveLength(1);
    platform.wait(1);
    expect(platform.send({}, once).body.job_id).not.toBe(first.body.job_id);
  });

  test('the GET form knows no Idempotency-Key', () => {
    const platform = new SmsPlatform();
    const query = new URLSearchParams({ template_id: 'plain', campaign_id: 'spring', to: ann }).toString();
    const path = `/sms/v1/send-sms/?${query}`;
    const send = () => platform.request('GET', path, undefined, { 'idempotency-key': 'k' }).body.job_id;
    expect(send()).not.toBe(send());
  });
});
