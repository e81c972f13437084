import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readClaims } from '../../../src/service/management/token-principal.ts';

const groups = new Map([
  ['ops', [{ project: '*', role: 'admin' as const }]],
  [
    'desk',
    [
      { project: 'default', role: 'viewer' as const },
      { project: 'shop', role: 'author' as const },
    ],
  ],
]);
const read = (claims: Record<string, unknown>, rolesClaim = 'ringflow') =>
  readClaims({ sub: 'ada', ...claims }, { rolesClaim, groups })?.principal;
const ignoredIn = (ringflow: unknown) =>
  readClaims({ sub: 'ada', ringflow }, { rolesClaim: 'ringflow', groups })?.ignored;

describe('somebody with a token', () => {
  test('has the roles that its claim gives for projects', () => {
    expect(read({ ringflow: { default: 'operator', '*': 'viewer' } })).toEqual({
      id: 'user:ada',
      name: 'ada',
      grants: [
        { project: 'default', role: 'operator' },
        { project: '*', role: 'viewer' },
      ],
    });
  });

  test('has the roles of their groups, each once', () => {
    expect(read({ ringflow: ['desk', 'desk', 'unknown', 7, null] })?.grants).toEqual(groups.get('desk'));
    expect(read({ ringflow: ['ops', 'desk'] })?.grants).toHaveLength(3);
  });

  test.each<[string, unknown]>([
    ['is missing', undefined],
    ['is a text', 'admin'],
    ['names a role that there is not', { default: 'root' }],
    ['names a role in another case', { default: 'Admin' }],
    ['has roles in a list', { default: ['admin'] }],
    ['is null', null],
    ['lists what every object has', ['constructor', '__proto__']],
  ])('has none where the claim %s', (_what, ringflow) => {
    expect(read({ ringflow })?.grants).toEqual([]);
  });

  test('has those that are understood, and none of the rest, which is told', () => {
    const claim = JSON.parse(
      '{"Shop":"operator","my team":"admin","":"viewer","__proto__":"admin","shop":"author","bank":"root","a1":["x"],"*":null}',
    ) as object;
    expect(read({ ringflow: claim })?.grants).toEqual([{ project: 'shop', role: 'author' }]);
    expect(ignoredIn(claim)).toEqual([
      '"Shop": "operator" names no project',
      '"my team": "admin" names no project',
      '"": "viewer" names no project',
      '"__proto__": "admin" names no project',
      '"bank": "root" names no role',
      '"a1": ["x"] names no role',
      '"*": null names no role',
    ]);
  });

  test('is told of a claim that is neither roles nor groups, in short', () => {
    expect(ignoredIn('ops'.repeat(1_000))?.[0]).toContain(
      '… is neither an object of roles nor a list of groups',
    );
    expect(ignoredIn('ops'.repeat(1_000))?.[0]?.length).toBeLessThan(200);
    expect(ignoredIn(7)).toEqual(['7 is neither an object of roles nor a list of groups']);
    expect(ignoredIn(['unknown', 7, { shop: 'admin' }])).toEqual([]);
    expect(ignoredIn(undefined)).toEqual([]);
  });

  test('only ever has roles for projects as they may be called, whatever the claim holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (ringflow) => {
        for (const { project, role } of read({ ringflow })?.grants ?? []) {
          expect(project).toMatch(/^(\*|[a-z][a-z0-9-]{0,39})$/);
          expect(['viewer', 'author', 'operator', 'admin']).toContain(role);
        }
      }),
    );
  });

  test.each([
    ['https://ringflow.test/roles', { 'https://ringflow.test/roles': ['ops'] }],
    ['realm_access.roles', { realm_access: { roles: ['ops'] } }],
    ['a.b', { 'a.b': ['ops'], a: { b: ['desk'] } }],
  ])('has them where %s says', (claim, claims) => {
    expect(read(claims, claim)?.grants).toEqual(groups.get('ops'));
  });

  test.each(['constructor.name', '__proto__', 'realm_access.constructor'])(
    'has none by %s, which no token says',
    (claim) => {
      expect(read({ realm_access: {} }, claim)?.grants).toEqual([]);
    },
  );

  test.each<[string, Record<string, unknown>]>([
    ['Ada Lovelace', { name: 'Ada Lovelace', email: 'ada@example.com' }],
    ['ada@example.com', { name: ' ', email: 'ada@example.com' }],
    ['deployer', { client_id: 'deployer', name: 7 }],
    ['x'.repeat(100), { name: 'x'.repeat(300) }],
  ])('is called %s', (name, claims) => {
    expect(read(claims)?.name).toBe(name);
  });

  test.each<[unknown]>([[undefined], [7], [''], ['two words'], ['x'.repeat(256)], ['ä']])(
    'is nobody by the subject %j',
    (sub) => {
      expect(read({ sub })).toBeUndefined();
    },
  );
});
