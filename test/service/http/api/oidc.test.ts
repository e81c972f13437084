/** Tokens of an identity provider, beside keys, from the request to the audit log. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { registerLogin } from '../../../../src/cli/operate/login.ts';
import { AUDIENCE, startIssuer } from '../../../builders/issuer.ts';
import type { Issuer } from '../../../builders/issuer.ts';
import { runCommand } from '../../../cli/command.ts';
import { useFolders } from '../../../authoring/flow-files/folder.ts';
import { asker, closeAfterEach, openApi } from './scene.ts';

closeAfterEach();

const opened: Issuer[] = [];
const newFolder = useFolders();
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const issuer of opened.splice(0)) await issuer.close();
});

async function scene() {
  const issuer = await startIssuer();
  opened.push(issuer);
  const groups = new Map([['desk', [{ project: 'default', role: 'viewer' as const }]]]);
  const oidc = { issuer: issuer.url, audience: AUDIENCE, rolesClaim: 'ringflow', groups };
  const api = await openApi({}, { oidc });
  const withToken = async (...of: Parameters<Issuer['token']>) =>
    asker(`${api.service.url}/api/v1`, await issuer.token(...of));
  return { ...api, issuer, withToken };
}

describe('a token of the provider', () => {
  test('lets in whom it is for, with the roles that it gives', async () => {
    const { withToken } = await scene();
    const ada = await withToken({ name: 'Ada', ringflow: { default: 'operator' } });
    expect(await ada('GET', '/whoami')).toMatchObject({
      status: 200,
      body: { id: 'user:ada', name: 'Ada', grants: [{ project: 'default', role: 'operator' }] },
    });
    expect((await ada('GET', '/projects/default/calls')).status).toBe(200);
    expect((await ada('GET', '/projects/other/calls')).status).toBe(403);
    expect(
      (await ada('POST', '/keys', { name: 'x', grants: [{ project: '*', role: 'admin' }] })).status,
    ).toBe(403);
    const bob = await withToken({ sub: 'bob', ringflow: ['desk'] });
    expect((await bob('GET', '/projects/default/calls')).status).toBe(200);
    expect((await bob('PUT', '/projects/default/do-not-call/+4930111', {})).status).toBe(403);
    const nobody = await withToken({ sub: 'eve' });
    expect((await nobody('GET', '/projects/default/calls')).status).toBe(403);
  });

  test('holds what it says of projects that there can be, though it names others too, which is logged once', async () => {
    const { withToken, log } = await scene();
    const roles = { Shop: 'operator', 'my team': 'admin', default: 'viewer' };
    const ada = await withToken({ ringflow: roles });
    const bob = await withToken({ sub: 'bob', ringflow: roles });
    for (const one of [ada, ada, bob]) {
      const { status, body } = await one('GET', '/whoami');
      expect([status, body]).toMatchObject([200, { grants: [{ project: 'default', role: 'viewer' }] }]);
      expect((await one('GET', '/projects/default/calls')).status).toBe(200);
      expect((await one('GET', '/projects/Shop/calls')).status).toBe(403);
    }
    expect(log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
      {
        message: 'role in a token ignored',
        fields: { by: 'user:ada', claim: 'ringflow', reason: '"Shop": "operator" names no project' },
      },
      { fields: { reason: '"my team": "admin" names no project' } },
    ]);
  });

  test('is in the audit log by whom it is for', async () => {
    const { withToken, admin } = await scene();
    const ada = await withToken({ ringflow: { '*': 'admin' } });
    expect(
      (await ada('POST', '/keys', { name: 'ci', grants: [{ project: '*', role: 'viewer' }] })).status,
    ).toBe(201);
    expect((await admin('GET', '/audit')).body).toMatchObject({
      items: [{ by: 'user:ada', action: 'key.create' }],
    });
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['expired', { exp: 1_000 }, {}],
    ['meant for another service', { aud: 'other' }, {}],
    ['of another issuer', { iss: 'https://other.example.com' }, {}],
    ['of an unknown key', {}, { kid: 'unknown' }],
    ['for nobody', { sub: '' }, {}],
  ])('that is %s is answered as a wrong key is', async (_what, claims, header) => {
    const { withToken, service } = await scene();
    const wrong = asker(`${service.url}/api/v1`, `rf_0123456789ab_${'x'.repeat(43)}`);
    const ada = await withToken({ ringflow: { '*': 'admin' }, ...claims }, header);
    // Under one id, which is the only thing in which such answers differ.
    const sameId = { 'x-request-id': 'same' };
    const refused = await ada('GET', '/keys', undefined, sameId);
    expect(refused).toEqual(await wrong('GET', '/keys', undefined, sameId));
    expect(refused.status).toBe(401);
  });

  test('that is wrong counts as a wrong key, so that guessing is locked out', async () => {
    const { withToken } = await scene();
    const expired = await withToken({ exp: 1_000 });
    for (let guess = 0; guess < 11; guess += 1) expect((await expired('GET', '/whoami')).status).toBe(401);
    expect(await expired('GET', '/whoami')).toMatchObject({ status: 429, body: { code: 'locked_out' } });
  });

  test('cannot be checked while the provider is away: that is told as 503, and keys go on', async () => {
    const { withToken, issuer, admin, log } = await scene();
    issuer.answerWith(500);
    const ada = await withToken({ ringflow: { '*': 'admin' } });
    for (let asked = 0; asked < 12; asked += 1)
      expect(await ada('GET', '/whoami')).toMatchObject({
        status: 503,
        body: { code: 'identity_unavailable' },
      });
    expect((await admin('GET', '/whoami')).status).toBe(200);
    expect(log.of('error')).toEqual([]);
  });
});

test('`login` takes a token as it takes a key', async () => {
  const { service, issuer } = await scene();
  const folder = newFolder();
  vi.stubEnv('XDG_CONFIG_HOME', folder.path);
  const token = await issuer.token({ name: 'Ada', ringflow: { default: 'author' } });
  vi.stubEnv('RINGFLOW_TOKEN_FILE', folder.write('token', `${token}\n`));
  const ran = await runCommand(registerLogin, ['login', '--url', service.url]);
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran.out).toContain(`Logged in at ${service.url} as "Ada", author of default.`);
  expect(ran.out).not.toContain(token);
});

test('where no provider is set a token is a wrong key', async () => {
  const issuer = await startIssuer();
  opened.push(issuer);
  const { service } = await openApi();
  const ada = asker(`${service.url}/api/v1`, await issuer.token({ ringflow: { '*': 'admin' } }));
  expect((await ada('GET', '/whoami')).status).toBe(401);
  expect(issuer.asked).toEqual([]);
});
