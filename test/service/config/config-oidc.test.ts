import { describe, expect, test } from 'vitest';
import { parseGroups, parseIssuer } from '../../../src/service/config/oidc.ts';
import type { ConfigError } from '../../../src/service/config/error.ts';
import { readConfig } from '../../../src/service/config/config.ts';
import type { Settings } from '../../../src/service/config/config.ts';

const complete: Settings = {
  port: '8080',
  store: 'memory:',
  platformUrl: 'https://api.example.com',
  appId: 'my-app',
  appKey: 'the-secret-key',
  hookToken: 'a-token-of-16-chars-or-more',
  publicUrl: 'https://ivr.example.com',
};
const read = (environment: Record<string, string>) =>
  readConfig({ flags: complete, environment, defaults: {}, local: false });

describe('an identity provider', () => {
  test('is none unless it is set', () => {
    expect(read({ RINGFLOW_OIDC_AUDIENCE: 'ringflow' }).oidc).toBeUndefined();
  });

  test('is set by its address and whom its tokens are for', () => {
    const environment = {
      RINGFLOW_OIDC_ISSUER: 'https://id.example.com/',
      RINGFLOW_OIDC_AUDIENCE: 'ringflow',
    };
    expect(read(environment).oidc).toEqual({
      issuer: 'https://id.example.com/',
      audience: 'ringflow',
      rolesClaim: 'ringflow',
      groups: new Map(),
    });
    const more = { RINGFLOW_OIDC_ROLES_CLAIM: 'groups', RINGFLOW_OIDC_GROUPS: 'ops=admin' };
    expect(read({ ...environment, ...more }).oidc).toMatchObject({
      rolesClaim: 'groups',
      groups: new Map([['ops', [{ project: '*', role: 'admin' }]]]),
    });
  });

  test('without an audience would let in whoever has a token for something else', () => {
    try {
      read({ RINGFLOW_OIDC_ISSUER: 'https://id.example.com' });
      expect.unreachable();
    } catch (error) {
      expect((error as ConfigError).lines).toEqual([
        'RINGFLOW_OIDC_AUDIENCE (or --oidc-audience) is not set: expected the audience (aud) of the tokens of --oidc-issuer',
      ]);
    }
  });

  test.each(['https://id.example.com/realms/one', 'http://127.0.0.1:8081', 'http://localhost'])(
    '%s may be one',
    (text) => {
      expect(parseIssuer(text)).toBe(text);
    },
  );

  test.each([
    'id.example.com',
    'http://id.example.com',
    'http://127.0.0.1.example.com',
    'https://user@id.example.com',
    'https://id.example.com/?a=b',
    'ftp://localhost',
  ])('%s is none', (text) => {
    expect(parseIssuer(text)).toBeUndefined();
  });

  test('has groups that may do something', () => {
    expect(parseGroups(' ops team = admin , desk=viewer@default,desk=author@shop,all=viewer@* ')).toEqual(
      new Map([
        ['ops team', [{ project: '*', role: 'admin' }]],
        [
          'desk',
          [
            { project: 'default', role: 'viewer' },
            { project: 'shop', role: 'author' },
          ],
        ],
        ['all', [{ project: '*', role: 'viewer' }]],
      ]),
    );
  });

  test.each([
    '',
    'ops',
    'ops=',
    '=admin',
    'ops=root',
    'ops=admin@',
    'ops=admin@Other',
    'ops=admin,',
    'a=b=c',
  ])('has no groups by "%s"', (text) => {
    expect(parseGroups(text)).toBeUndefined();
  });
});
