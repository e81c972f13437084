import { describe, expect, test } from 'vitest';
import type { Phone } from '../../../../src/platform/emulator/model/index.ts';
import { basic } from '../platform.ts';
import { ann, ben, incoming, ours, reports, SmsPlatform } from './sms-platform.ts';

const withPhone = (phone: Phone) => new SmsPlatform({ sms: { phones: { [ann]: phone } } });

/** What was notified about each message, in short. */
function story({ received }: SmsPlatform): unknown[] {
  return received.flatMap(({ at, detailed }) =>
    (detailed as Record<string, unknown>[]).map(({ status, error_code }) => [at, status, error_code]),
  );
}

describe('sms.md 2.2, 2.3: jobs and their status', () => {
  test('a send is answered with result 0 and a job_id', () => {
    const { status, body } = new SmsPlatform().send();
    expect({ status, body }).toEqual({
      status: 200,
      body: { result: 0, job_id: expect.any(String) as string },
    });
  });

  test('the record says when each message was sent and delivered, in the order of the request', () => {
    const platform = withPhone({ afterMs: 500 });
    const recipient = [{ to: ben }, { to: ann, uuid: 'u-1' }];
    const jobId = platform.job({ to: undefined, recipient });
    const before = { sent: '', delivered: '', status: 'unknown' };
    expect(platform.status(jobId)).toMatchObject({
      status: 200,
      body: {
        result: 0,
        job_id: jobId,
        summary: { total: 2, sent: 0, delivered: 0, failed: 0, unknown: 2 },
        detailed: [
          { to: ben, ...before },
          { to: ann, ...before, uuid: 'u-1' },
        ],
      },
    });
    platform.wait(1_000);
    const sent = '2026-03-01T09:00:00';
    expect(platform.status(jobId).body).toEqual({
      result: 0,
      job_id: jobId,
      summary: { total: 2, sent: 1, delivered: 1, failed: 0, unknown: 0 },
      detailed: [
        { to: ben, sent, delivered: '', status: 'sent' },
        { to: ann, sent, delivered: sent, status: 'delivered', uuid: 'u-1' },
      ],
    });
  });

  test('a job of another project is not found', () => {
    const platform = new SmsPlatform();
    const path = `/sms/v1/message/${platform.job()}`;
    const headers = { authorization: basic('other', 'other-key') };
    expect(platform.request('GET', path, undefined, headers).status).toBe(404);
  });

  test('the oldest jobs are forgotten, with what they left in inboxes', () => {
    const platform = new SmsPlatform({ sms: { messages: 3 } });
    const jobs = [platform.job({ to: [ann, ben] }), platform.job(), platform.job({ flash_message: true })];
    platform.wait(2_000);
    expect(jobs.map((job) => platform.status(job).status)).toEqual([404, 200, 200]);
    platform.job({ to: [ann, ben] });
    platform.wait(2_000);
    expect(platform.texts(ann)).toHaveLength(1);
  });
});

describe('sms.md 3, 6.1: what becomes of a message', () => {
  test.each<[string, Phone, Record<string, unknown>, unknown[]]>([
    ['delivered', { afterMs: 400 }, {}, [[500, 'delivered', undefined]]],
    ['failed', { on_sms: 'fails', afterMs: 400 }, {}, [[500, 'failed', undefined]]],
    [
      'failed for a known reason',
      { on_sms: 'fails', errorCode: '27', errorText: 'absent subscriber' },
      {},
      [[1_100, 'failed', '27']],
    ],
    ['unknown', { on_sms: 'unknown', afterMs: 400 }, {}, [[500, 'unknown', undefined]]],
    ['sent for ever', { on_sms: 'never' }, {}, []],
    ['discarded after its validity', { on_sms: 'never' }, { validity: 60 }, [[60_100, 'failed', 'EXPIRED']]],
    ['discarded before it arrives', { afterMs: 2_000 }, { validity: 1.5 }, [[1_600, 'failed', 'EXPIRED']]],
    ['delivered within its validity', { afterMs: 2_000 }, { validity: 2 }, [[2_100, 'delivered', undefined]]],
  ])('%s', (_what, phone, change, end) => {
    const platform = withPhone(phone);
    platform.job(change);
    platform.wait(1_000_000);
    expect(story(platform)).toEqual([[100, 'sent', undefined], ...end]);
  });

  test('a failure says why in error_code and error_des', () => {
    const platform = withPhone({ on_sms: 'fails', errorCode: '27', errorText: 'absent subscriber' });
    const jobId = platform.job({ to: undefined, recipient: [{ to: ann, uuid: 'u' }] });
    platform.wait(2_000);
    expect(platform.received.at(-1)).toEqual({
      url: reports,
      at: 1_100,
      job_id: jobId,
      detailed: [
        {
          to: ann,
          uuid: 'u',
          status: 'failed',
          datetime: '2026-03-01T09:00:01',
          error_code: '27',
          error_des: 'absent subscriber',
        },
      ],
    });
  });

  test('what happens to a job at one time is told in one notification', () => {
    const platform = withPhone({ afterMs: 0 });
    platform.job({ to: [ann, ben] });
    platform.wait(100);
    expect(story(platform)).toEqual([
      [100, 'sent', undefined],
      [100, 'sent', undefined],
      [100, 'delivered', undefined],
    ]);
    platform.wait(2_000);
    expect(platform.received.map(({ at }) => at)).toEqual([100, 100, 1_100]);
  });

  test('without an address nothing is notified, and the journal has it all the same', () => {
    const platform = new SmsPlatform({ sms: { campaigns: [{ id: 'spring' }] } });
    platform.job();
    platform.wait(2_000);
    expect(platform.received).toEqual([]);
    expect(platform.journal('notification')).toHaveLength(2);
  });

  test('notifications can be lost on their way, as those of calls can', () => {
    const projects = [{ appId: 'demo', appKey: 'demo-key', delivery: { lost: 1 } }];
    const platform = new SmsPlatform({ projects });
    platform.job();
    platform.text(ann, 'hi');
    platform.wait(2_000);
    expect(platform.received).toEqual([]);
    expect(platform.journal('notification')).toMatchObject([{ lost: true }, { lost: true }, { lost: true }]);
  });

  test('a phone can change its behaviour for messages not yet sent', () => {
    const platform = new SmsPlatform();
    platform.job();
    platform.model.phones.setPhone(ann, { on_sms: 'fails' });
    platform.wait(2_000);
    expect(platform.texts(ann)).toEqual([]);
  });

  test('the journal tells the way of a message', () => {
    const platform = new SmsPlatform();
    const job_id = platform.job();
    platform.wait(2_000);
    expect(platform.journal('sms_accepted', 'sms_status')).toMatchObject([
      { kind: 'sms_accepted', job_id, recipients: 1 },
      { kind: 'sms_status', job_id, to: ann, status: 'sent', text: 'Your order is ready.' },
      { kind: 'sms_status', job_id, to: ann, status: 'delivered' },
    ]);
  });

  test('an inbox shows the sender, the text and its segments', () => {
    const platform = new SmsPlatform();
    const job_id = platform.job({ template_id: 'text', from: 'ACME', data: { text: '語'.repeat(80) } });
    platform.wait(2_000);
    expect(platform.model.phones.view(ann.slice(1), platform.now)).toEqual({
      number: ann,
      inbox: [
        {
          job_id,
          from: 'ACME',
          text: '語'.repeat(80),
          coding: 'ucs2',
          segments: 2,
          received: '2026-03-01T09:00:01',
        },
      ],
    });
  });
});

describe('sms.md 2.5, 6.2: incoming messages', () => {
  test('reach the webhook of the campaign, numbers as numbers', () => {
    const platform = new SmsPlatform();
    const id = platform.text(ann, 'Where is my order?');
    expect(id).toMatch(/^[a-z\d]+$/);
    expect(platform.received).toEqual([
      {
        url: incoming,
        at: 0,
        id,
        to: Number(ours.slice(1)),
        from: Number(ann.slice(1)),
        received: '2026-03-01T09:00:00',
        body: 'Where is my order?',
      },
    ]);
  });

  test('reach a short code', () => {
    const platform = new SmsPlatform();
    expect(platform.text(ann, 'hi', '12345')).toBeDefined();
    expect(platform.received).toMatchObject([{ to: 12345 }]);
  });

  test('have ids of their own', () => {
    const platform = new SmsPlatform();
    expect(platform.text(ann, 'hi')).not.toBe(platform.text(ann, 'hi'));
  });

  test('to a number of no campaign go nowhere', () => {
    const platform = new SmsPlatform();
    expect(platform.text(ann, 'hi', '+4930999999')).toBeUndefined();
    expect(platform.received).toEqual([]);
  });

  test('go to the project’s webhook where the campaign has none', () => {
    const projects = [{ appId: 'demo', appKey: 'demo-key', webhook: 'https://app.example/all' }];
    const platform = new SmsPlatform({ projects, sms: { campaigns: [{ id: 'spring' }] } });
    platform.text(ann, 'hi');
    platform.job();
    platform.wait(2_000);
    expect(new Set(platform.received.map(({ url }) => url))).toEqual(new Set(['https://app.example/all']));
  });
});

describe('sms.md 7: opting out', () => {
  test.each(['STOP', 'unsubscribe', ' Stop\n'])('after "%s" a message is refused with OPT_OUT', (word) => {
    const platform = new SmsPlatform();
    platform.text(ann, word);
    const answer = platform.send({ to: [ben, ann] });
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'OPT_OUT' } });
    expect(platform.send({ to: [ben] }).status).toBe(200);
    expect(platform.received[0]).toMatchObject({ url: incoming, body: word });
  });

  test('other words do not opt out', () => {
    const platform = new SmsPlatform();
    platform.text(ann, 'Please stop');
    expect(platform.send().status).toBe(200);
  });

  test('START opts in again', () => {
    const platform = new SmsPlatform();
    platform.text(ann, 'STOP');
    platform.text(ann, 'start');
    expect(platform.send().status).toBe(200);
    expect(platform.journal('sms_opted_out', 'sms_opted_in')).toHaveLength(2);
  });

  test('a scheduled message is not sent to somebody who opted out meanwhile', () => {
    const platform = new SmsPlatform();
    platform.job({ scheduled_at: '2026-03-01T10:00:00' });
    platform.text(ann, 'STOP');
    platform.wait(4_000_000);
    expect(platform.texts(ann)).toEqual([]);
    expect(platform.received.at(-1)).toMatchObject({
      detailed: [{ status: 'failed', error_code: 'OPT_OUT' }],
    });
  });

  test('another project may still write', () => {
    const platform = new SmsPlatform();
    platform.text(ann, 'STOP');
    const headers = { authorization: basic('other', 'other-key') };
    expect(platform.send({ campaign_id: 'theirs' }, headers).status).toBe(200);
  });
});
