import { describe, expect, test } from 'vitest';
import { principalOf } from '../../src/management/token-principal.ts';

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
  principalOf({ sub: 'ada', ...claims }, { rolesClaim, groups });

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
