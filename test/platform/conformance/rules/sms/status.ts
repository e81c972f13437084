/** sms.md 2.3, 2.4, 2.5, 3 and 6: status, delivery notifications, incoming messages. */
import assert from 'node:assert/strict';
import { has, isDatetime, listIn, textIn } from '../../expect.ts';
import type { CheckedRule, Need, Rule } from '../../rule.ts';
import { accepted, firstOf, statusOf } from './jobs.ts';

const people: readonly Need[] = ['numbers', 'template', 'webhook', 'control plane'];
const failing: CheckedRule['settings'] = {
  sms: { phones: { '+4915100000001': { on_sms: 'fails', errorCode: 'E7', errorText: 'no memory' } } },
};

const status: Rule[] = [
  {
    section: '2.3',
    rule: 'the record has result, job_id, summary with five integers, and detailed',
    needs: ['numbers', 'template'],
    check: async (platform) => {
      const jobId = await accepted(platform);
      const body = await statusOf(platform, jobId);
      has(body, { result: 0, job_id: jobId });
      const summary = body.summary as Record<string, unknown>;
      for (const name of ['total', 'sent', 'delivered', 'failed', 'unknown'])
        assert.ok(Number.isInteger(summary[name]), name);
      assert.equal(listIn(body, 'detailed').length, 1);
    },
  },
  {
    section: '2.3',
    rule: 'an entry has to, sent, delivered and status; uuid only when it was supplied',
    needs: people,
    check: async (platform) => {
      const jobId = await accepted(platform);
      await platform.control.advance(5_000);
      const entry = firstOf(await statusOf(platform, jobId), 'detailed');
      has(entry, { to: platform.numbers.to, status: 'delivered' });
      isDatetime(entry.sent);
      isDatetime(entry.delivered);
      assert.ok(!('uuid' in entry));
    },
  },
  {
    section: '4',
    rule: 'status of an unknown job',
    isChosen: true,
    check: async (platform) => {
      assert.equal((await platform.get('/sms/v1/message/no-such-job')).status, 404);
    },
  },
];

/** How a phone behaves, and the status that a message to it ends with. */
const ends = [
  ['delivered', 'delivers'],
  ['failed', 'fails'],
  ['unknown', 'unknown'],
  ['sent', 'never'],
] as const;

const notified: Rule[] = [
  ...ends.flatMap(([end, on_sms]): Rule[] => [
    {
      section: '3',
      rule: `a message can be ${end}`,
      needs: people,
      settings: { sms: { phones: { '+4915100000001': { on_sms } } } },
      check: async (platform) => {
        const jobId = await accepted(platform);
        await platform.control.advance(60_000);
        has(await statusOf(platform, jobId), { summary: { total: 1, [end]: 1 } });
      },
    },
    {
      section: '6.1',
      rule: `a delivery notification reports ${end}`,
      needs: people,
      settings: { sms: { phones: { '+4915100000001': { on_sms } } } },
      check: async (platform) => {
        const jobId = await accepted(platform);
        await platform.control.advance(60_000);
        const last = on_sms === 'never' ? 1 : 2;
        const notes = await platform.webhook.several({ job_id: jobId }, last);
        const told = notes.map((body) => firstOf(body, 'detailed').status);
        assert.deepEqual(told, on_sms === 'never' ? ['sent'] : ['sent', end]);
      },
    },
  ]),
  {
    section: '2.4',
    rule: 'a delivery notification has job_id and detailed with to, datetime, status, and uuid when supplied',
    needs: people,
    check: async (platform) => {
      const { to } = platform.numbers;
      const recipient = [{ to, uuid: 'u-1', text: 'Hello' }];
      const jobId = await accepted(platform, { to: undefined, data: undefined, recipient });
      const entry = firstOf(await platform.webhook.next({ job_id: jobId }), 'detailed');
      has(entry, { to, status: 'sent', uuid: 'u-1' });
      isDatetime(entry.datetime);
    },
  },
  {
    section: '2.4',
    rule: 'known failures have error_code and error_des',
    needs: people,
    settings: failing,
    check: async (platform) => {
      const jobId = await accepted(platform);
      await platform.control.advance(60_000);
      const notes = await platform.webhook.several({ job_id: jobId }, 2);
      const entry = firstOf(notes[1] ?? {}, 'detailed');
      has(entry, { status: 'failed', error_code: 'E7', error_des: 'no memory' });
    },
  },
];

const incoming: Rule[] = [
  ...(['2.5', '6.2'] as const).map((section): Rule => ({
    section,
    rule: 'an incoming message is POSTed with id, to, received, from and body',
    needs: people,
    check: async (platform) => {
      const { from: ours, to: writer } = platform.numbers;
      await platform.control.post('/sms', { from: writer, to: ours, text: 'Good day' });
      const body = await platform.webhook.next({ body: 'Good day' });
      has(body, { to: Number(ours.slice(1)), from: Number(writer.slice(1)) });
      assert.match(textIn(body, 'id'), /^[A-Za-z0-9]+$/);
      isDatetime(body.received);
    },
  })),
  {
    section: '6.2',
    rule: 'a number that belongs to no campaign receives nothing',
    needs: people,
    settings: { numbers: { '+4930100100': {} } },
    check: async (platform) => {
      const answer = await platform.control.post('/sms', { from: '+4915100000001', to: '99999', text: 'x' });
      assert.equal(typeof answer.error, 'string');
    },
  },
  {
    section: '6.3',
    rule: 'the webhook has 5 seconds',
    unchecked:
      'would take 5 seconds of real time; tested with a shorter time in test/platform/emulator/http/http.test.ts',
  },
  {
    section: '6.4',
    rule: 'authentication of notifications',
    needs: people,
    isChosen: true,
    check: async (platform) => {
      const jobId = await accepted(platform);
      await platform.control.advance(2_000);
      await platform.webhook.next({ job_id: jobId });
      assert.ok(platform.webhook.arrivals.every(({ authorization }) => authorization === undefined));
    },
  },
];

export const statusRules: Rule[] = [...status, ...notified, ...incoming];
