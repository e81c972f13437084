/** sms.md 1, 2.1, 2.2 and 4: sending. */
import assert from 'node:assert/strict';
import { coded, has, ok, textIn } from '../../expect.ts';
import type { Need, Rule } from '../../rule.ts';
import type { Json } from '../../webhook.ts';
import { accepted, firstOf, send, sendByGet, statusOf } from './jobs.ts';

const out: readonly Need[] = ['numbers', 'template'];
const people: readonly Need[] = [...out, 'control plane'];
const forms = [
  { form: 'POST', sends: send },
  { form: 'GET', sends: sendByGet },
];
const merging = {
  sms: { templates: [{ id: 'greeting', body: 'Dear {name}, pay {amount}' }] },
};

const taken: [string, Json][] = [
  ['from, a sender id', { from: 'RINGFL' }],
  ['type sms', { type: 'sms' }],
  ['type binary with type_details', { type: 'binary', type_details: { udh: '050003' } }],
  ['validity', { validity: 3_600 }],
  ['reference', { reference: 'order 7' }],
  ...['plain', 'unicode', 'auto'].map((one): [string, Json] => [`data_coding ${one}`, { data_coding: one }]),
  ['flash_message', { flash_message: true }],
  ['scheduled_at', { scheduled_at: '2099-01-01T00:00:00' }],
  [
    'scheduled_dt and created_dt with an offset',
    { scheduled_dt: '2099-01-01T00:00:00+05:30', created_dt: 'x' },
  ],
];

const refused: [string, Json][] = [
  ['template_id is required', { template_id: undefined }],
  ['template_id must name a template', { template_id: 'no-such-template' }],
  ['campaign_id is required', { campaign_id: undefined }],
  ['campaign_id must name a campaign', { campaign_id: 'no-such-campaign' }],
  ['to or recipient is required', { to: undefined }],
  ['type is sms or binary', { type: 'fax' }],
  ['validity is a number', { validity: 'long' }],
  ['data_coding is plain, unicode or auto', { data_coding: 'morse' }],
  ['flash_message is a boolean', { flash_message: 'perhaps' }],
  ['scheduled_at is a date and time', { scheduled_at: 'tomorrow' }],
];

const fields: Rule[] = forms.flatMap(({ form, sends }) => [
  ...taken.map(([name, more]): Rule => ({
    section: '2.1',
    rule: `${form}: ${name} is accepted`,
    needs: name.startsWith('from') ? people : out,
    check: async (platform) => {
      ok(await sends(platform, more));
    },
  })),
  ...refused.map(([name, more]): Rule => ({
    section: '2.1',
    rule: `${form}: ${name}`,
    needs: out,
    check: async (platform) => {
      coded(await sends(platform, more), 400, 'INVALID_PARAM');
    },
  })),
  {
    section: '2.1',
    rule: `${form}: to holds several numbers`,
    needs: out,
    check: async (platform) => {
      const { to, second } = platform.numbers;
      const several = form === 'GET' ? `${to},${second}` : [to, second];
      const { job_id: id } = ok(await sends(platform, { to: several }));
      has(await statusOf(platform, String(id)), { summary: { total: 2 } });
    },
  },
  {
    section: '2.1',
    rule: `${form}: recipient merges values for each number; uuid comes back`,
    needs: people,
    settings: merging,
    check: async (platform) => {
      const { to, second } = platform.numbers;
      const recipient = [
        { to, name: 'Ada', amount: 5, uuid: 'u-1' },
        { to: second, name: 'Bob', amount: 6 },
      ];
      const { job_id: id } = ok(await sends(platform, { to: undefined, data: undefined, recipient }));
      await platform.control.advance(2_000);
      const [first, other] = (await statusOf(platform, String(id))).detailed as Json[];
      assert.equal(first?.uuid, 'u-1');
      assert.ok(other !== undefined && !('uuid' in other));
      assert.match(JSON.stringify(await platform.control.get(`/phones/${to}`)), /Dear Ada, pay 5/);
      assert.match(JSON.stringify(await platform.control.get(`/phones/${second}`)), /Dear Bob, pay 6/);
    },
  },
  {
    section: '2.1',
    rule: `${form}: data merges the same values for all numbers`,
    needs: people,
    settings: merging,
    check: async (platform) => {
      ok(await sends(platform, { data: { name: 'all', amount: '9' } }));
      await platform.control.advance(2_000);
      const phone = JSON.stringify(await platform.control.get(`/phones/${platform.numbers.to}`));
      assert.match(phone, /Dear all, pay 9/);
    },
  },
  {
    section: '2.1',
    rule: `${form}: recipient objects need to`,
    needs: out,
    check: async (platform) => {
      const more = { to: undefined, data: undefined, recipient: [{ name: 'Ada' }] };
      coded(await sends(platform, more), 400, 'INVALID_PARAM');
    },
  },
  {
    section: '2.1',
    rule: `${form}: data does not work with recipient`,
    needs: out,
    isChosen: true,
    check: async (platform) => {
      const recipient = [{ to: platform.numbers.to, text: 'Hello' }];
      coded(await sends(platform, { to: undefined, recipient }), 400, 'INVALID_PARAM');
    },
  },
  {
    section: '2.1',
    rule: `${form}: a placeholder of the template without a value`,
    needs: out,
    isChosen: true,
    settings: merging,
    check: async (platform) => {
      coded(await sends(platform, { data: { name: 'Ada' } }), 400, 'INVALID_PARAM');
    },
  },
  {
    section: '2.2',
    rule: `${form}: the answer has result 0 and job_id`,
    needs: out,
    check: async (platform) => {
      const { body } = await sends(platform);
      assert.equal(body.result, 0);
      assert.notEqual(textIn(body, 'job_id'), '');
    },
  },
  {
    section: '4',
    rule: `${form}: to and recipient cannot be used together`,
    needs: out,
    check: async (platform) => {
      const recipient = [{ to: platform.numbers.to }];
      coded(await sends(platform, { recipient, data: undefined }), 400, 'INVALID_PARAM');
    },
  },
  {
    section: '4',
    rule: `${form}: HTTP status of a successful send`,
    needs: out,
    isChosen: true,
    check: async (platform) => {
      assert.equal((await sends(platform)).status, 200);
    },
  },
]);

const travelling: Rule[] = [
  {
    section: '1',
    rule: 'the job_id of a send job gives its status',
    needs: out,
    check: async (platform) => {
      const jobId = await accepted(platform);
      has(await statusOf(platform, jobId), { result: 0, job_id: jobId });
    },
  },
  {
    section: '2.1',
    rule: 'validity: an undelivered message is discarded after this time',
    needs: people,
    settings: { sms: { phones: { '+4915100000001': { on_sms: 'never' } } } },
    check: async (platform) => {
      const jobId = await accepted(platform, { validity: 60 });
      await platform.control.advance(59_000);
      has(await statusOf(platform, jobId), { summary: { sent: 1 } });
      await platform.control.advance(2_000);
      has(await statusOf(platform, jobId), { summary: { failed: 1 } });
    },
  },
  {
    section: '2.1',
    rule: 'flash_message: shown without interaction and not stored in the inbox',
    needs: people,
    check: async (platform) => {
      const jobId = await accepted(platform, { flash_message: true });
      await platform.control.advance(2_000);
      has(await statusOf(platform, jobId), { summary: { delivered: 1 } });
      const phone = await platform.control.get(`/phones/${platform.numbers.to}`);
      assert.deepEqual(phone.inbox, []);
    },
  },
  {
    section: '2.1',
    rule: 'scheduled_at: nothing is sent before',
    needs: people,
    check: async (platform) => {
      const inAnHour = new Date((await platform.control.now()).getTime() + 3_600_000);
      const jobId = await accepted(platform, { scheduled_at: inAnHour.toISOString().slice(0, 19) });
      await platform.control.advance(3_500_000);
      assert.equal(firstOf(await statusOf(platform, jobId), 'detailed').sent, '');
      await platform.control.advance(200_000);
      has(await statusOf(platform, jobId), { summary: { delivered: 1 } });
    },
  },
  {
    section: '4',
    rule: 'GET send: meaning of username and password',
    needs: out,
    isChosen: true,
    check: async (platform) => {
      const { appId: username, appKey: password } = platform.access;
      ok(await sendByGet(platform, { username, password }, { authorization: null }));
    },
  },
  {
    section: '1',
    rule: 'a template that is not approved cannot be sent',
    needs: out,
    settings: { sms: { templates: [{ id: 'greeting', body: '{text}', approved: false }] } },
    check: async (platform) => {
      coded(await send(platform), 400, 'INVALID_PARAM');
    },
  },
  {
    section: '2.1',
    rule: 'data_coding unicode: 70 characters per segment whatever the text',
    needs: people,
    check: async (platform) => {
      await accepted(platform, { data_coding: 'unicode', data: { text: 'a'.repeat(71) } });
      await platform.control.advance(2_000);
      has(await platform.control.get(`/phones/${platform.numbers.to}`), { inbox: [{ segments: 2 }] });
    },
  },
  {
    section: '4',
    rule: 'POST send is there without the slash at the end too',
    needs: out,
    isChosen: true,
    check: async (platform) => {
      ok(await platform.post('/sms/v1/messages', { to: [platform.numbers.to], ...platform.message }));
    },
  },
];

export const sendingRules: Rule[] = [...fields, ...travelling];
