import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Project } from '../../../../src/platform/emulator/model/index.ts';
import { basic, startOfTime, TestPlatform } from '../platform.ts';

const path = '/voice/v1/webclient/token';

function platform(project: Partial<Project> = {}): TestPlatform {
  return new TestPlatform({
    projects: [{ appId: 'demo', appKey: 'demo-key', domains: ['app.example'], ...project }],
  });
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

describe('voice.md 4.4: the web client token', () => {
  test('is a JWT signed with the App Key that names project and domain and soon expires', () => {
    const { status, body } = platform().request('POST', path, { domain: 'app.example' });
    expect(status).toBe(200);
    const token = String(body.token);
    const [header = '', claims = '', signature] = token.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(signature).toBe(
      createHmac('sha256', 'demo-key').update(`${header}.${claims}`).digest('base64url'),
    );
    const iat = startOfTime / 1_000;
    expect(claimsOf(token)).toMatchObject({ app_id: 'demo', domain: 'app.example', iat, exp: iat + 300 });
  });

  test('differs for each session', () => {
    const issuer = platform();
    const tokens = [1, 2].map(() => issuer.request('POST', path, { domain: 'app.example' }).body.token);
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  test('is repeated for the same Idempotency-Key (4.5)', () => {
    const issuer = platform();
    const ask = () =>
      issuer.request('POST', path, { domain: 'app.example' }, { 'idempotency-key': 'k' }).body.token;
    expect(ask()).toBe(ask());
  });

  test.each(['other.example', 'sub.app.example', 'app.example.evil'])(
    'is refused with 405 for a domain that is not whitelisted: %s',
    (domain) => {
      const { status, body, headers } = platform().request('POST', path, { domain });
      expect([status, body]).toEqual([405, { result: 405, msg: 'Method Not Allowed' }]);
      expect(headers.allow).toBe('POST');
    },
  );

  test('is refused with 405 for an invalid project, with 403 for a wrong key', () => {
    const ask = (appId: string) =>
      platform().request('POST', path, { domain: 'app.example' }, { authorization: basic(appId, 'x') });
    expect(ask('nobody')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect(ask('demo').status).toBe(403);
  });

  test('is null when it cannot be issued', () => {
    const { status, body } = platform({ webClientTokens: false }).request('POST', path, {
      domain: 'app.example',
    });
    expect([status, body]).toEqual([200, { token: null }]);
  });

  test('needs a domain', () => {
    expect(platform().request('POST', path, {}).body).toMatchObject({ error_code: 'INVALID_PARAM' });
  });

  test('is not got by GET', () => {
    expect(platform().request('GET', path).status).toBe(405);
  });
});
