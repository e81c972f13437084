/** sms.md 5 and 7, and what 8 says of tokens: credentials, errors. */
import assert from 'node:assert/strict';
import { coded, has, ok, textIn, unauthenticated } from '../../expect.ts';
import type { Answer, Platform } from '../../platform.ts';
import type { CheckedRule, Need, Rule } from '../../rule.ts';
import { send } from './jobs.ts';

const out: readonly Need[] = ['numbers', 'template'];
const people: readonly Need[] = [...out, 'control plane'];
const someJob = '/sms/v1/message/no-such-job';

function token(platform: Platform, more: object = {}): Promise<Answer> {
  const { appId, appKey } = platform.access;
  const body = { app_id: appId, app_key: appKey, ...more };
  return platform.post('/sms/v1/token', body, { authorization: null });
}

async function bearer(platform: Platform): Promise<string> {
  return `Bearer ${textIn(ok(await token(platform)), 'token')}`;
}

const credentials: Rule[] = [
  {
    section: '5.1',
    rule: 'HTTP Basic with App ID and App Key is accepted',
    check: async (platform) => {
      assert.equal((await platform.get(someJob)).status, 404);
    },
  },
  {
    section: '5.2',
    rule: 'a bearer token is accepted, any number of times, on all routes',
    needs: out,
    check: async (platform) => {
      const authorization = await bearer(platform);
      const { job_id: id } = ok(await send(platform, {}, { authorization }));
      for (let times = 0; times < 3; times++)
        ok(await platform.get(`/sms/v1/message/${String(id)}`, { authorization }));
    },
  },
  ...['5.2', '8'].map((section): Rule => ({
    section,
    rule: 'a bearer token is valid for 60 minutes, then denied; a new one is accepted',
    needs: ['control plane'],
    check: async (platform) => {
      const authorization = await bearer(platform);
      await platform.control.advance(3_590_000);
      assert.equal((await platform.get(someJob, { authorization })).status, 404);
      await platform.control.advance(10_000);
      unauthenticated(await platform.get(someJob, { authorization }));
      assert.equal((await platform.get(someJob, { authorization: await bearer(platform) })).status, 404);
    },
  })),
  {
    section: '5',
    rule: 'token endpoint: without Authorization, answered with result 0 and token',
    check: async (platform) => {
      has(ok(await token(platform)), { result: 0 });
    },
  },
  ...['app_id', 'app_key'].map((name): Rule => ({
    section: '5',
    rule: `token endpoint: ${name} is required`,
    check: async (platform) => {
      assert.notEqual((await token(platform, { [name]: undefined })).body.result, 0);
    },
  })),
];

const denials: [string, (platform: Platform) => Promise<Answer>][] = [
  ['wrong Basic credentials', (p) => p.get(someJob, { authorization: p.basic(undefined, 'wrong') })],
  ['no credentials', (p) => p.get(someJob, { authorization: null })],
  ['an unknown token', (p) => p.get(someJob, { authorization: 'Bearer unknown' })],
  ['failed token creation', (p) => token(p, { app_key: 'wrong' })],
];

interface Case extends Pick<CheckedRule, 'needs' | 'settings' | 'project'> {
  status: number;
  code: string;
  when: string;
  ask: (platform: Platform) => Promise<Answer>;
}

const india = { to: ['+919800000001'] };
const cases: Case[] = [
  { status: 400, code: 'INVALID_PARAM', when: 'a missing parameter', ask: (p) => send(p, { to: undefined }) },
  { status: 400, code: 'INVALID_PARAM', when: 'a malformed parameter', ask: (p) => send(p, { to: {} }) },
  { status: 400, code: 'INVALID_PARAM', when: 'broken JSON', ask: (p) => p.post('/sms/v1/messages/', '{') },
  {
    status: 403,
    code: 'SENDER_NOT_CONFIGURED',
    when: 'the sender id is not assigned to the project',
    needs: [...out, 'unprovisioned'],
    ask: (platform) => send(platform, { from: platform.unprovisioned }),
  },
  ...(
    [
      ['entity', { project: { dltEntity: false } }],
      ['template', { settings: { sms: { templates: [{ id: 'greeting', body: '{text}', dlt: false }] } } }],
    ] as const
  ).map(([what, prepared]): Case => ({
    status: 403,
    code: 'DLT_VALIDATION_FAILED',
    when: `the ${what} is not registered on the regulator portal (India)`,
    ...(prepared as Partial<CheckedRule>),
    ask: (platform) => send(platform, india),
  })),
  {
    status: 403,
    code: 'DLT_VALIDATION_FAILED',
    when: 'the sender is not registered on the regulator portal (India)',
    settings: { sms: { senders: { RINGFL: { dlt: false } } } },
    ask: (platform) => send(platform, { ...india, from: 'RINGFL' }),
  },
  ...['STOP', 'UNSUBSCRIBE'].map((text): Case => ({
    status: 403,
    code: 'OPT_OUT',
    when: `the recipient opted out by ${text}`,
    needs: people,
    ask: async (platform) => {
      const { from: ours, to: writer } = platform.numbers;
      await platform.control.post('/sms', { from: writer, to: ours, text });
      return send(platform);
    },
  })),
  ...['+49 151 0000', '4915100000001', '+49151-0000', 'nobody'].map((to): Case => ({
    status: 422,
    code: 'INVALID_RECIPIENT',
    when: `${to} is not in E.164 format`,
    ask: (platform) => send(platform, { to: [to] }),
  })),
  {
    status: 422,
    code: 'INVALID_RECIPIENT',
    when: 'the number is unreachable',
    settings: { sms: { phones: { '+4915100000001': { on_sms: 'unreachable' } } } },
    ask: (platform) => send(platform),
  },
  {
    status: 422,
    code: 'MESSAGE_TOO_LONG',
    when: 'the body exceeds the limits',
    ask: (platform) => send(platform, { data: { text: 'x'.repeat(2_000) } }),
  },
  {
    status: 429,
    code: 'RATE_LIMITED',
    when: 'sending exceeds the limit of the project',
    settings: { messagesPerSecond: 1 },
    ask: async (platform) => {
      ok(await send(platform));
      return send(platform);
    },
  },
];

const errors: Rule[] = [
  ...denials.map(([when, ask]): Rule => ({
    section: '7',
    rule: `authentication failure: ${when}`,
    check: async (platform) => {
      unauthenticated(await ask(platform));
    },
  })),
  {
    section: '7',
    rule: 'HTTP status of an authentication failure',
    isChosen: true,
    check: async (platform) => {
      assert.equal((await platform.get(someJob, { authorization: null })).status, 401);
    },
  },
  {
    section: '7',
    rule: 'after a failed token call a new token can be created',
    check: async (platform) => {
      unauthenticated(await token(platform, { app_key: 'wrong' }));
      ok(await token(platform));
    },
  },
  ...cases.map(({ status, code, when, ask, ...rest }): Rule => ({
    section: '7',
    rule: `${status} ${code}: ${when}`,
    needs: out,
    ...rest,
    check: async (platform) => {
      coded(await ask(platform), status, code);
    },
  })),
  {
    section: '7',
    rule: 'retry guidance for 400, 403, 404, 422, 429, 500 and 503',
    unchecked: 'concerns clients: test/platform/client/retries.test.ts',
  },
];

export const errorRules: Rule[] = [...credentials, ...errors];
