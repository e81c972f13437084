import { describe, expect, test } from 'vitest';
import { basic } from '../platform.ts';
import { ann, SmsPlatform } from './sms-platform.ts';

const hour = 60 * 60 * 1_000;
const failure = {
  status: 401,
  headers: {},
  body: { result: '1', details: 'Authentication failed', desc: 'Authentication failed' },
};

/** A status query: 404 says that the credentials were taken. */
function query(platform: SmsPlatform, authorization: string | undefined) {
  return platform.raw({ method: 'GET', path: '/sms/v1/message/nobody', headers: { authorization } });
}

function createToken(platform: SmsPlatform, body: unknown) {
  const headers = {};
  return platform.raw({ method: 'POST', path: '/sms/v1/token', headers, body: JSON.stringify(body) });
}

const bearer = (platform: SmsPlatform) =>
  `Bearer ${String(createToken(platform, { app_id: 'demo', app_key: 'demo-key' }).body.token)}`;

describe('sms.md 5, 7: authentication', () => {
  test.each([
    ['no header', undefined],
    ['an unknown App ID', basic('nobody', 'demo-key')],
    ['a wrong App Key', basic('demo', 'wrong')],
    ['broken Base64', 'Basic ###'],
    ['an unknown token', 'Bearer abc'],
    ['an empty token', 'Bearer '],
    ['another scheme', 'Digest abc'],
  ])('%s is answered 401 in the form of the service', (_what, authorization) => {
    expect(query(new SmsPlatform(), authorization)).toEqual(failure);
  });

  test('Basic is taken', () => {
    expect(query(new SmsPlatform(), basic('demo', 'demo-key')).status).toBe(404);
  });

  test('a bearer token is taken on every route, any number of times', () => {
    const platform = new SmsPlatform();
    const authorization = bearer(platform);
    expect(platform.send({}, { authorization }).status).toBe(200);
    expect(platform.send({}, { authorization }).status).toBe(200);
    expect(query(platform, authorization).status).toBe(404);
  });

  test('a token lasts 60 minutes, and a new one follows', () => {
    const platform = new SmsPlatform();
    const authorization = bearer(platform);
    platform.wait(hour - 1);
    expect(query(platform, authorization).status).toBe(404);
    platform.wait(1);
    expect(query(platform, authorization)).toEqual(failure);
    expect(query(platform, bearer(platform)).status).toBe(404);
  });

  test('a second token leaves the first one valid', () => {
    const platform = new SmsPlatform();
    const first = bearer(platform);
    const second = bearer(platform);
    expect(first).not.toBe(second);
    expect(query(platform, first).status).toBe(404);
  });

  test('a project without the service, or with an old key, cannot authenticate', () => {
    const projects = [
      { appId: 'mute', appKey: 'k', sms: false },
      { appId: 'new', appKey: 'k2', previousKeys: ['k1'] },
    ];
    const platform = new SmsPlatform({ projects });
    expect(query(platform, basic('mute', 'k'))).toEqual(failure);
    expect(query(platform, basic('new', 'k1'))).toEqual(failure);
  });

  test('a suspended project, and one without money, are PROJECT_SUSPENDED', () => {
    const projects = [
      { appId: 'out', appKey: 'k', suspended: true },
      { appId: 'broke', appKey: 'k', balance: 0 },
    ];
    const platform = new SmsPlatform({ projects });
    const suspended = { status: 403, body: { error_code: 'PROJECT_SUSPENDED' } };
    expect(query(platform, basic('out', 'k'))).toMatchObject(suspended);
    expect(query(platform, basic('broke', 'k'))).toMatchObject(suspended);
  });
});

describe('sms.md 5: the token endpoint', () => {
  test('gives result 0 and a token, without an Authorization header', () => {
    expect(createToken(new SmsPlatform(), { app_id: 'demo', app_key: 'demo-key' })).toEqual({
      status: 200,
      headers: {},
      body: { result: 0, token: expect.stringMatching(/^\w{20,}$/) as string },
    });
  });

  test.each([
    ['an unknown App ID', { app_id: 'nobody', app_key: 'demo-key' }],
    ['a wrong App Key', { app_id: 'demo', app_key: 'wrong' }],
  ])('%s fails in the form of the service', (_what, body) => {
    expect(createToken(new SmsPlatform(), body)).toEqual(failure);
  });

  test.each([
    ['app_id', { app_key: 'demo-key' }],
    ['app_key', { app_id: 'demo' }],
    ['text in app_key', { app_id: 'demo', app_key: 1 }],
  ])('%s missing is INVALID_PARAM', (_what, body) => {
    const answer = createToken(new SmsPlatform(), body);
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'INVALID_PARAM' } });
  });
});

describe('sms.md 4: username and password of the GET form', () => {
  const job = { template_id: 'plain', campaign_id: 'spring', to: ann };
  const path = (about: Record<string, string>) =>
    `/sms/v1/send-sms/?${new URLSearchParams({ ...job, ...about }).toString()}`;

  test('stand for App ID and App Key', () => {
    const platform = new SmsPlatform();
    const send = (username: string, password: string) =>
      platform.raw({ method: 'GET', path: path({ username, password }), headers: {} });
    expect(send('demo', 'demo-key').status).toBe(200);
    expect(send('demo', 'wrong')).toEqual(failure);
    expect(send('nobody', '')).toEqual(failure);
  });

  test('count only where no Authorization header is sent, and on no other route', () => {
    const platform = new SmsPlatform();
    const credentials = { username: 'demo', password: 'demo-key' };
    const headers = { authorization: basic('demo', 'wrong') };
    expect(platform.raw({ method: 'GET', path: path(credentials), headers })).toEqual(failure);
    const status = `/sms/v1/message/x?${new URLSearchParams(credentials).toString()}`;
    expect(platform.raw({ method: 'GET', path: status, headers: {} })).toEqual(failure);
  });

  test('the password is not written into the journal', () => {
    const platform = new SmsPlatform();
    const credentials = { username: 'demo', password: 'demo-key' };
    platform.raw({ method: 'GET', path: path(credentials), headers: {} });
    expect(JSON.stringify(platform.journal('request'))).not.toContain('demo-key');
  });
});
