/** voice.md 2.6, 4.4, 5 and 7.1: credentials, and tokens for web clients. */
import assert from 'node:assert/strict';
import { claimsOf, coded, ok, resulted, textIn } from '../../expect.ts';
import type { Platform } from '../../platform.ts';
import type { Rule } from '../../rule.ts';
import { dial } from './calls.ts';

const tokenPath = '/voice/v1/webclient/token';
const domains = ['app.example.com'];

function token(platform: Platform, domain: unknown = domains[0]) {
  return platform.post(tokenPath, { domain });
}

/** Any request that needs credentials and nothing else. */
function request(platform: Platform, authorization: string | null) {
  return platform.post('/voice/v1/call', {}, { authorization });
}

const tokens: Rule[] = [
  {
    section: '2.6',
    rule: 'domain is required',
    check: async (platform) => {
      coded(await token(platform, null), 400, 'INVALID_PARAM');
    },
  },
  ...['2.6', '4.4', '7.1'].map((section): Rule => ({
    section,
    rule: 'a domain that is not whitelisted is answered 405, Method Not Allowed',
    check: async (platform) => {
      resulted(await token(platform, 'nobody.invalid'), 405, 'Method Not Allowed');
    },
  })),
  {
    section: '4.4',
    rule: 'an invalid project is answered 405, Method Not Allowed',
    check: async (platform) => {
      const authorization = platform.basic('no-such-project');
      const answer = await platform.post(tokenPath, { domain: 'a.example' }, { authorization });
      resulted(answer, 405, 'Method Not Allowed');
    },
  },
  {
    section: '4.4',
    rule: 'a whitelisted domain gets a token, a JWT',
    project: { domains },
    check: async (platform) => {
      claimsOf(textIn(ok(await token(platform)), 'token'));
    },
  },
  {
    section: '4.4',
    rule: 'a token that could not be issued is null',
    project: { domains, webClientTokens: false },
    check: async (platform) => {
      assert.deepEqual((await token(platform)).body, { token: null });
    },
  },
  {
    section: '5.6',
    rule: 'tokens are short-lived, and each request gets a fresh one',
    project: { domains },
    check: async (platform) => {
      const first = textIn(ok(await token(platform)), 'token');
      const { iat, exp } = claimsOf(first);
      assert.ok(Number(exp) > Number(iat) && Number(exp) - Number(iat) <= 3_600);
      assert.notEqual(textIn(ok(await token(platform)), 'token'), first);
    },
  },
  {
    section: '5.6',
    rule: 'stale tokens are rejected',
    unchecked: 'the real-time session that a browser opens with a token is not specified',
  },
];

const unreadable: [string, (platform: Platform) => string | null][] = [
  ['is missing', () => null],
  ['does not start with Basic', () => 'Bearer abc'],
  ['is corrupted Base64', () => 'Basic %%%'],
  ['has no colon between App ID and App Key', () => `Basic ${Buffer.from('nocolon').toString('base64')}`],
];

const refusals: Rule[] = [
  ...unreadable.map(([name, authorization]): Rule => ({
    section: '7.1',
    rule: `401: the Authorization header ${name}`,
    check: async (platform) => {
      const answer = await request(platform, authorization(platform));
      resulted(answer, 401, 'Unauthorized');
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic realm="?.+/);
    },
  })),
  {
    section: '7.1',
    rule: '403: the App Key does not match',
    check: async (platform) => {
      resulted(await request(platform, platform.basic(undefined, 'wrong')), 403, 'Forbidden');
    },
  },
  ...(
    [
      ['the voice service is not enabled for the project', { voice: false }],
      ['the account is suspended', { suspended: true }],
      ['the balance is insufficient', { balance: 0 }],
    ] as const
  ).map(([name, project]): Rule => ({
    section: '7.1',
    rule: `403: ${name}`,
    project,
    check: async (platform) => {
      resulted(await request(platform, platform.basic()), 403, 'Forbidden');
    },
  })),
  {
    section: '7.1',
    rule: '403: a key from before the last regeneration is still in use',
    project: { previousKeys: ['old-key'] },
    check: async (platform) => {
      resulted(await request(platform, platform.basic(undefined, 'old-key')), 403, 'Forbidden');
    },
  },
  {
    section: '7.1',
    rule: '405: token endpoint, wrong method',
    check: async (platform) => {
      resulted(await platform.get(tokenPath), 405, 'Method Not Allowed');
    },
  },
];

const authentication: Rule[] = [
  ...['Bearer abc', 'ApiKey abc', 'Digest username="a"'].map((authorization): Rule => ({
    section: '5.1',
    rule: `Basic is the only method: ${authorization.split(' ', 1)[0] ?? ''} is refused`,
    check: async (platform) => {
      assert.equal((await request(platform, authorization)).status, 401);
    },
  })),
  {
    section: '5.1',
    rule: 'a key in another header is no credential',
    check: async (platform) => {
      const headers = { 'x-api-key': platform.access.appKey };
      const answer = await platform.post('/voice/v1/call', {}, { authorization: null, headers });
      assert.equal(answer.status, 401);
    },
  },
  {
    section: '5.2',
    rule: 'Basic with Base64 of App ID, colon, App Key is accepted',
    check: async (platform) => {
      assert.equal((await request(platform, platform.basic())).status, 400);
    },
  },
  {
    section: '5.3',
    rule: 'every request is authenticated by itself',
    check: async (platform) => {
      assert.equal((await request(platform, platform.basic())).status, 400);
      assert.equal((await request(platform, null)).status, 401);
    },
  },
  ...['/voice/v1/call', '/voice/v1/broadcast', tokenPath].map((path): Rule => ({
    section: '5.4',
    rule: `the credentials are valid for ${path}`,
    check: async (platform) => {
      assert.equal((await platform.post(path, {})).status, 400);
    },
  })),
  {
    section: '5.4',
    rule: 'a call of another project is not found',
    needs: ['numbers', 'another project'],
    check: async (platform) => {
      const { voice_id: id } = ok(await dial(platform));
      const authorization = platform.basic('stranger', 'stranger-key');
      const answer = await platform.send('DELETE', `/voice/v1/call/${String(id)}`, { authorization });
      assert.equal(answer.status, 404);
    },
  },
  {
    section: '5.5',
    rule: 'requests must use HTTPS, TLS 1.2 or later',
    unchecked: 'the emulator speaks plain HTTP too, for tests; its certificates are tested on their own',
  },
  {
    section: '5.5',
    rule: 'a regenerated key invalidates the old key at once',
    project: { previousKeys: ['old-key'] },
    check: async (platform) => {
      assert.equal((await request(platform, platform.basic(undefined, 'old-key'))).status, 403);
    },
  },
];

export const credentialRules: Rule[] = [...tokens, ...authentication, ...refusals];
