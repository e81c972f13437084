/** What the API does to those who ask too often, guess keys, send what a browser sends, or too much. */
import { describe, expect, test, vi } from 'vitest';
import { cheapSecrets } from '../../../builders/secrets.ts';
import { until } from '../../../engine/until.ts';
import { closeAfterEach, openApi } from './scene.ts';

closeAfterEach();

const PROBLEM = expect.stringContaining('application/problem+json') as string;
const WRONG = `Bearer rf_0123456789ab_${'x'.repeat(43)}`;

/** Asks who they are, as whoever sends these headers. */
const whoami = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/v1/whoami`, { headers });

async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return (await response.json()) as { status: number; code: string };
}

describe('who asks too often', () => {
  test('is told when to come back, and others with other keys are not', async () => {
    const { as } = await openApi({}, { apiRate: 1 });
    const [busy, other] = [
      await as({ project: '*', role: 'viewer' }),
      await as({ project: '*', role: 'viewer' }),
    ];
    for (let asked = 0; asked < 10; asked += 1) expect((await busy('GET', '/whoami')).status).toBe(200);
    // The eleventh where all of them come within ten seconds.
    const refused = await until(async () => {
      const answer = await busy('GET', '/whoami');
      return answer.status === 200 ? undefined : answer;
    });
    expect(refused).toMatchObject({
      status: 429,
      type: PROBLEM,
      body: { code: 'too_many_requests' },
    });
    expect((await other('GET', '/whoami')).status).toBe(200);
  });

  test('without a key is stopped by address, before a key is looked at', async () => {
    const { service, admin } = await openApi({}, { apiRate: 1 });
    for (let asked = 0; asked < 40; asked += 1) expect((await whoami(service.url)).status).toBe(401);
    const refused = await until(async () => {
      const answer = await whoami(service.url);
      return answer.status === 401 ? undefined : answer;
    });
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(10);
    await until(async () => (await admin('GET', '/whoami')).status === 429);
  });

  test('does not keep the platform from reaching its hook', async () => {
    const { service } = await openApi({}, { apiRate: 1 });
    for (let asked = 0; asked < 41; asked += 1) await whoami(service.url);
    const notified = await fetch(service.hookUrl, { method: 'POST', body: '{}' });
    expect(notified.status).toBe(200);
  });
});

describe('an address from which wrong keys come', () => {
  const from = (address: string, authorization = WRONG) => ({ 'x-forwarded-for': address, authorization });

  async function guessing(address: string, url: string, times: number) {
    const statuses = [];
    for (let guess = 0; guess < times; guess += 1) statuses.push((await whoami(url, from(address))).status);
    return statuses;
  }

  test('is locked out, right keys too, for as long as it is told', async () => {
    const { service, admin } = await openApi();
    expect(new Set(await guessing('', service.url, 11))).toEqual(new Set([401]));
    const refused = await whoami(service.url, { authorization: WRONG });
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'locked_out' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(await admin('GET', '/whoami')).toMatchObject({ status: 429, body: { code: 'locked_out' } });
  });

  test('is locked out of what it sends at once too: that is not looked at any more', async () => {
    const { service, key } = await openApi();
    const hashes = vi.spyOn(cheapSecrets, 'slowHash');
    const right = await key({ project: '*', role: 'viewer' });
    const before = hashes.mock.calls.length;
    const guesses = Array.from({ length: 100 }, () => whoami(service.url, { authorization: WRONG }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    const looked = hashes.mock.calls.length - before;
    hashes.mockRestore();
    expect(statuses.filter((status) => status === 401)).toHaveLength(looked);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100 - looked);
    expect(looked).toBeGreaterThan(10);
    expect(looked).toBeLessThanOrEqual(20);
    expect((await whoami(service.url, { authorization: right })).status).toBe(429);
  });

  test('is that of the client where a proxy is believed, and of its whole network', async () => {
    const { service } = await openApi({}, { trustProxy: 'loopback' });
    expect((await guessing('2001:db8:1:2::1', service.url, 12)).at(-1)).toBe(429);
    expect(await guessing('2001:db8:1:2:ffff::9', service.url, 1)).toEqual([429]);
    expect(await guessing('2001:db8:1:3::1', service.url, 1)).toEqual([401]);
    expect(await guessing('192.0.2.1', service.url, 1)).toEqual([401]);
  });

  test('cannot name another where no proxy is believed', async () => {
    const { service } = await openApi({}, { trustProxy: false });
    for (let guess = 0; guess < 11; guess += 1) await whoami(service.url, from(`192.0.2.${guess}`));
    expect(await guessing('192.0.2.99', service.url, 1)).toEqual([429]);
  });
});

describe('who sends much at once with a right key', () => {
  test('is answered, however much of it is looked at together', async () => {
    const { service, key } = await openApi();
    const authorization = await key({ project: '*', role: 'viewer' });
    const asked = await Promise.all(Array.from({ length: 60 }, () => whoami(service.url, { authorization })));
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
  });
});

describe('a browser', () => {
  test('is told to run, frame, guess and keep nothing of an answer', async () => {
    const { service, admin } = await openApi();
    expect((await admin('GET', '/whoami')).status).toBe(200);
    for (const path of ['/api/v1/whoami', '/api/v1/openapi.json', '/api/v1/nothing']) {
      const { headers } = await fetch(service.url + path);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('cache-control'), path).toBe('no-store');
    }
    const { headers } = await whoami(service.url);
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  test('may show the documentation, which runs nothing from elsewhere', async () => {
    const { service } = await openApi();
    const page = await fetch(`${service.url}/api/v1/docs/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  test('gets no leave for pages of other origins', async () => {
    const { service } = await openApi();
    const origin = { origin: 'https://evil.test', 'access-control-request-method': 'POST' };
    const asked = [
      await whoami(service.url, origin),
      await fetch(`${service.url}/api/v1/keys`, { method: 'OPTIONS', headers: origin }),
    ];
    for (const { headers, status } of asked) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });

  test('that sends a key by a cookie, in the address or as a password is nobody', async () => {
    const { service, as } = await openApi();
    const made = await (
      await as({ project: '*', role: 'admin' })
    )('POST', '/keys', {
      name: 'cookie',
      grants: [{ project: '*', role: 'admin' }],
    });
    const { key } = made.body as { key: string };
    const basic = `Basic ${Buffer.from(`key:${key}`).toString('base64')}`;
    expect((await whoami(service.url, { authorization: `Bearer ${key}` })).status).toBe(200);
    expect((await whoami(service.url, { cookie: `authorization=Bearer ${key}; token=${key}` })).status).toBe(
      401,
    );
    expect((await whoami(service.url, { authorization: basic })).status).toBe(401);
    expect(
      (await fetch(`${service.url}/api/v1/whoami?access_token=${key}&authorization=${key}`)).status,
    ).toBe(401);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'that sends a form (%s) changes nothing',
    async (type) => {
      const { admin } = await openApi();
      const body = JSON.stringify({ name: 'forged', grants: [{ project: '*', role: 'admin' }] });
      const answer = await admin('POST', '/keys', body, { 'content-type': type });
      expect(answer).toMatchObject({ status: 415, type: PROBLEM });
      expect(JSON.stringify((await admin('GET', '/keys')).body)).not.toContain('forged');
    },
  );
});

describe('a body', () => {
  const name = (length: number) => ({ name: 'x'.repeat(length), grants: [{ project: '*', role: 'viewer' }] });

  test('that is larger than any needs to be is not read', async () => {
    const { admin } = await openApi();
    expect(await admin('POST', '/keys', name(70_000))).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    });
    expect(await admin('POST', '/keys', name(60_000))).toMatchObject({ status: 400 });
  });

  test('that carries flows may be larger', async () => {
    const { admin } = await openApi();
    const files = { 'notes.txt': 'x'.repeat(1_000_000) };
    expect(await admin('POST', '/projects/default/flows', { files })).toMatchObject({ status: 422 });
  });
});
