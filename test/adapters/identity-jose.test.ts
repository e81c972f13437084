import { createHmac } from 'node:crypto';
import { exportSPKI, importJWK, UnsecuredJWT } from 'jose';
import type { CryptoKey } from 'jose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openIdentity } from '../../src/adapters/identity-jose/index.ts';
import { AUDIENCE, startIssuer } from '../builders/issuer.ts';
import type { Issuer } from '../builders/issuer.ts';
import { RecordingLog } from '../engine/recording-log.ts';

const opened: Issuer[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const issuer of opened.splice(0)) await issuer.close();
});

async function scene(alg?: string) {
  const issuer = await startIssuer(alg);
  opened.push(issuer);
  const log = new RecordingLog();
  const clock = {
    now: () => Date.now(),
    elapsed: () => 0,
    after: () => () => undefined,
    nextTurn: setImmediate,
  };
  const identity = openIdentity({ issuer: issuer.url, audience: AUDIENCE, clock, log });
  return { issuer, identity, log };
}

/** Nothing but the time of day is another one. */
function later(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
const KEYS = '/keys';
const AWAY = { code: 'identity_unavailable', retryable: true };

describe('a token', () => {
  test.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])(
    'signed by %s with a key of the provider is right',
    async (alg) => {
      const { issuer, identity } = await scene(alg);
      expect(
        await identity.verifyToken(await issuer.token({ ringflow: { default: 'viewer' } })),
      ).toMatchObject({
        sub: 'ada',
        ringflow: { default: 'viewer' },
      });
    },
  );

  test.each<[string, Record<string, unknown>]>([
    ['another issuer', { iss: 'https://other.example.com' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'another-service' }],
    ['other audiences', { aud: ['one', 'two'] }],
    ['no audience', { aud: undefined }],
    ['an end that has passed', { exp: inSeconds(-60) }],
    ['no end', { exp: undefined }],
    ['an end that is no number', { exp: 'never' }],
    ['a beginning that is to come', { nbf: inSeconds(3_600) }],
    ['nobody for whom it is', { sub: undefined }],
  ])('with %s is wrong', async (_what, claims) => {
    const { issuer, identity } = await scene();
    expect(await identity.verifyToken(await issuer.token(claims))).toBeUndefined();
    expect(await identity.verifyToken(await issuer.token())).toMatchObject({ sub: 'ada' });
  });

  test.each<[string, () => Record<string, unknown>]>([
    ['ended a moment ago, by a clock that is ahead,', () => ({ exp: inSeconds(-10) })],
    ['begins in a moment, by a clock that is behind,', () => ({ nbf: inSeconds(10) })],
    ['is meant for others too', () => ({ aud: ['another-service', AUDIENCE] })],
  ])('that %s is right', async (_what, claimsNow) => {
    const claims = claimsNow();
    const { issuer, identity } = await scene();
    expect(await identity.verifyToken(await issuer.token(claims))).toMatchObject({ sub: 'ada' });
  });

  test('that is not signed is wrong', async () => {
    const { issuer, identity } = await scene();
    const unsigned = new UnsecuredJWT({
      iss: issuer.url,
      aud: AUDIENCE,
      sub: 'ada',
      exp: inSeconds(300),
    }).encode();
    expect(await identity.verifyToken(unsigned)).toBeUndefined();
    const [, payload = ''] = (await issuer.token()).split('.');
    expect(await identity.verifyToken(`${unsigned.split('.')[0] ?? ''}.${payload}.`)).toBeUndefined();
  });

  test.each(['HS256', 'HS512'])('signed by %s with the public key as the secret is wrong', async (alg) => {
    const { issuer, identity } = await scene();
    const [jwk] = issuer.published();
    const pem = await exportSPKI((await importJWK(jwk ?? {}, 'RS256', { extractable: true })) as CryptoKey);
    const [, payload = ''] = (await issuer.token()).split('.');
    for (const secret of [pem, JSON.stringify(jwk), String(jwk?.n)]) {
      const header = Buffer.from(JSON.stringify({ alg, kid: jwk?.kid })).toString('base64url');
      const signature = createHmac(alg.replace('HS', 'sha'), secret)
        .update(`${header}.${payload}`)
        .digest('base64url');
      expect(await identity.verifyToken(`${header}.${payload}.${signature}`)).toBeUndefined();
    }
    expect(issuer.asked).toEqual([]);
  });

  test('that brings its own key is wrong', async () => {
    const { issuer, identity } = await scene();
    const other = await startIssuer();
    opened.push(other);
    const [jwk] = other.published();
    const forged = await other.token({ iss: issuer.url }, { kid: 'key-1', jwk, jku: `${other.url}/keys` });
    expect(await identity.verifyToken(forged)).toBeUndefined();
    expect(other.asked).toEqual([]);
  });

  test('that was changed is wrong, and so is what is none', async () => {
    const { issuer, identity } = await scene();
    const [header = '', , signature = ''] = (await issuer.token()).split('.');
    const admin = Buffer.from(
      JSON.stringify({ iss: issuer.url, aud: AUDIENCE, sub: 'eve', exp: inSeconds(300) }),
    ).toString('base64url');
    for (const text of [
      `${header}.${admin}.${signature}`,
      '',
      '..',
      'a.b.c',
      `${header}.e30.AAAA`,
      '🙂.🙂.🙂',
    ])
      expect(await identity.verifyToken(text)).toBeUndefined();
  });
});

describe('the provider', () => {
  test('is asked when the first token comes, once, however many come together', async () => {
    const { issuer, identity } = await scene();
    expect(issuer.asked).toEqual([]);
    const token = await issuer.token();
    await Promise.all(Array.from({ length: 20 }, () => identity.verifyToken(token)));
    expect(issuer.asked).toEqual(['/.well-known/openid-configuration', KEYS]);
  });

  test('is asked again for a key that it had not before, but not for one after another', async () => {
    const { issuer, identity } = await scene();
    const old = await issuer.token();
    await identity.verifyToken(old);
    await issuer.rotate();
    const young = await issuer.token();
    later(31_000);
    expect(await identity.verifyToken(young)).toMatchObject({ sub: 'ada' });
    expect(issuer.asked.filter((path) => path === KEYS)).toHaveLength(2);
    expect(await identity.verifyToken(old)).toBeUndefined();
    for (let kid = 0; kid < 50; kid += 1)
      expect(await identity.verifyToken(await issuer.token({}, { kid: `unknown-${kid}` }))).toBeUndefined();
    expect(issuer.asked.filter((path) => path === KEYS)).toHaveLength(2);
    expect(await identity.verifyToken(young)).toMatchObject({ sub: 'ada' });
  });

  test('may take a key back: ten minutes later its tokens are wrong', async () => {
    const { issuer, identity } = await scene();
    const stolen = await issuer.token({ exp: inSeconds(3_600) });
    expect(await identity.verifyToken(stolen)).toBeDefined();
    await issuer.rotate();
    later(601_000);
    expect(await identity.verifyToken(stolen)).toBeUndefined();
  });

  test('that is away makes nobody wrong, is told once, and is left alone for a while', async () => {
    const { issuer, identity, log } = await scene();
    issuer.answerWith(500);
    const token = await issuer.token();
    for (let asked = 0; asked < 20; asked += 1)
      await expect(identity.verifyToken(token)).rejects.toMatchObject(AWAY);
    expect(issuer.asked).toHaveLength(1);
    expect(log.lines).toMatchObject([
      { level: 'warn', fields: { issuer: issuer.url, reason: 'it responded with 500' } },
    ]);
    issuer.answerWith(200);
    later(6_000);
    expect(await identity.verifyToken(token)).toMatchObject({ sub: 'ada' });
  });

  test('that is away later does not matter to tokens whose keys are known', async () => {
    const { issuer, identity } = await scene();
    const token = await issuer.token();
    await identity.verifyToken(token);
    issuer.answerWith(503);
    later(31_000);
    await expect(identity.verifyToken(await issuer.token({}, { kid: 'unknown' }))).rejects.toMatchObject(
      AWAY,
    );
    expect(await identity.verifyToken(token)).toMatchObject({ sub: 'ada' });
  });

  test.each<[string, object]>([
    ['another issuer', { issuer: 'https://other.example.com' }],
    ['keys that anybody on the way could change', { jwks_uri: 'http://keys.example.com/' }],
    ['no keys', { jwks_uri: undefined }],
  ])('that describes %s is not believed', async (_what, description) => {
    const { issuer, identity } = await scene();
    issuer.describeAs(description);
    await expect(identity.verifyToken(await issuer.token())).rejects.toMatchObject(AWAY);
  });

  test('that sends elsewhere is not followed', async () => {
    const { issuer, identity } = await scene();
    issuer.answerWith(302);
    await expect(identity.verifyToken(await issuer.token())).rejects.toMatchObject(AWAY);
  });

  test('that is not there at all is away', async () => {
    const { issuer, identity } = await scene();
    const token = await issuer.token();
    await issuer.close();
    await expect(identity.verifyToken(token)).rejects.toMatchObject(AWAY);
  });

  test('without a key id in a token takes its only key', async () => {
    const { issuer, identity } = await scene();
    expect(await identity.verifyToken(await issuer.token({}, { kid: undefined }))).toMatchObject({
      sub: 'ada',
    });
  });
});
