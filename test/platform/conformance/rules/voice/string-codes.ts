/** voice.md 7.4: the string-coded envelope. */
import assert from 'node:assert/strict';
import { coded, has, ok } from '../../expect.ts';
import type { Rule } from '../../rule.ts';
import { connected, dial, dialled, hangUp, onCall } from './calls.ts';
import type { Case } from './calls.ts';

const out = ['numbers', 'webhook'] as const;
const people = [...out, 'control plane'] as const;

type WordedCase = Case & { status: number };

const worded: WordedCase[] = [
  {
    status: 401,
    code: 'UNAUTHORIZED',
    when: 'wrong credentials, where the newer envelope is in use',
    needs: [],
    settings: { authErrors: 'coded' },
    ask: (platform) => platform.post('/voice/v1/call', {}, { authorization: platform.basic('nobody') }),
  },
  {
    status: 401,
    code: 'CREDENTIAL_EXPIRED',
    when: 'credentials rotated',
    needs: [],
    settings: { authErrors: 'coded' },
    project: { previousKeys: ['old'] },
    ask: (platform) =>
      platform.post('/voice/v1/call', {}, { authorization: platform.basic(undefined, 'old') }),
  },
  {
    status: 403,
    code: 'PROJECT_SUSPENDED',
    when: 'project suspended',
    needs: [],
    settings: { authErrors: 'coded' },
    project: { suspended: true },
    ask: (platform) => platform.post('/voice/v1/call', {}),
  },
  {
    status: 429,
    code: 'RATE_LIMITED',
    when: 'rate limit exceeded',
    needs: ['numbers'],
    settings: { callsPerSecond: 1 },
    ask: async (platform) => {
      ok(await dial(platform));
      return dial(platform);
    },
  },
  {
    status: 400,
    code: 'INVALID_PARAM',
    when: 'a number that is not E.164',
    needs: ['numbers'],
    ask: (platform) => dial(platform, { to: '0151' }),
  },
  {
    status: 403,
    code: 'CALLER_ID_NOT_ALLOWED',
    when: 'from is not provisioned on the project',
    needs: ['numbers', 'unprovisioned'],
    ask: (platform) => dial(platform, { from: platform.unprovisioned }),
  },
  {
    status: 403,
    code: 'DESTINATION_BLOCKED',
    when: 'the destination is on the block list',
    needs: ['numbers'],
    project: { blocked: ['+4915'] },
    ask: (platform) => dial(platform),
  },
  {
    status: 422,
    code: 'INVALID_RECIPIENT',
    when: 'to is unreachable',
    needs: ['numbers'],
    settings: { parties: { '+4915100000001': { on_ring: 'unreachable' } } },
    ask: (platform) => dial(platform),
  },
  {
    status: 409,
    code: 'CALL_ALREADY_ENDED',
    when: 'an action on a call that has ended',
    needs: ['numbers'],
    ask: async (platform) => {
      const voiceId = await dialled(platform);
      ok(await hangUp(platform, voiceId));
      return hangUp(platform, voiceId);
    },
  },
  {
    status: 503,
    code: 'CARRIER_UNAVAILABLE',
    when: 'the carrier is temporarily unreachable',
    needs: ['numbers'],
    settings: { carriersDown: ['+4915'] },
    ask: (platform) => dial(platform),
  },
  {
    status: 500,
    code: 'INTERNAL_ERROR',
    when: 'platform error, as an injected fault',
    needs: people,
    ask: async (platform) => {
      const body = { status: 'error', error_code: 'INTERNAL_ERROR', message: 'Sorry', request_id: 'r1' };
      await platform.control.failNext('dial', 500, body);
      return dial(platform);
    },
  },
];

export const stringCodeRules: Rule[] = [
  ...worded.map(({ code, when, status, ask, ...rest }): Rule => ({
    section: '7.4',
    rule: `${status} ${code}: ${when}`,
    ...rest,
    check: async (platform) => {
      coded(await ask(platform), status, code);
    },
  })),
  {
    section: '7.4',
    rule: '429 carries Retry-After',
    needs: ['numbers'],
    settings: { callsPerSecond: 1 },
    check: async (platform) => {
      await dial(platform);
      assert.match((await dial(platform)).headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    },
  },
  {
    section: '7.4',
    rule: 'CONNECT_TIMEOUT: the outbound leg did not answer in time',
    needs: people,
    settings: { parties: { '+4915100000001': { on_ring: 'no_answer' } } },
    check: async (platform) => {
      await dialled(platform);
      await platform.control.advance(120_000);
      has(await platform.webhook.next({ state: 'disconnected' }), { error_code: 'CONNECT_TIMEOUT' });
    },
  },
  {
    section: '7.4',
    rule: 'STREAM_FAILED: the WebSocket connection of a live call could not be established; the call goes on',
    needs: people,
    isChosen: true,
    check: async (platform) => {
      ok(await onCall(platform, await connected(platform), 'stream', { wss_host: 'ws://127.0.0.1:9/' }));
      await platform.webhook.next({ error_code: 'STREAM_FAILED' });
    },
  },
  {
    section: '7.4',
    rule: 'RECORD_FAILED: a recording that cannot be made; the call goes on',
    needs: out,
    isChosen: true,
    settings: { parties: { '+4915100000001': { afterMs: 0, recording: 'refused' } } },
    check: async (platform) => {
      await connected(platform, { auto_record: true });
      await platform.webhook.next({ state: 'failed', error_code: 'RECORD_FAILED' });
    },
  },
  {
    section: '7.4',
    rule: 'WEBHOOK_HTTP_ERROR: a receiver that answers otherwise than 2xx',
    needs: out,
    settings: { webhookErrorsEnd: 'any' },
    check: async (platform) => {
      platform.webhook.answerBy(({ state }) => (state === 'disconnected' ? 200 : 503));
      const voiceId = await dialled(platform);
      has(await platform.webhook.next({ voice_id: voiceId, state: 'disconnected' }), {
        error_code: 'WEBHOOK_HTTP_ERROR',
      });
    },
  },
  {
    section: '7.4',
    rule: 'WEBHOOK_TIMEOUT: no answer within 5 seconds',
    unchecked:
      'would take 5 seconds of real time; tested with a shorter time in test/platform/emulator/http/http.test.ts',
  },
  {
    section: '7.4',
    rule: 'INVALID_ACTION: malformed or unsupported action',
    unchecked: 'commands come by REST, which refuses a malformed action with INVALID_PARAM before it begins',
  },
  {
    section: '7.4',
    rule: 'retry guidance for 400, 403, 404, 422, 429, 500 and 503',
    unchecked: 'concerns clients: test/platform/client/retries.test.ts',
  },
];
