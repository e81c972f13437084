import { describe, expect, test } from 'vitest';
import { callOn } from './script.ts';

const flow = (key: string, more = '') => `
  on: { error: sorry }
  vars: { ext: ${key}, name: nobody, age: 0, vip: false, rate: 0.5, pin: { type: string, initial: ${key}, secret: true } }
  tables:
    people:
      - { ext: 101, name: Anna, age: 30, vip: true, rate: 1.5 }
      - { ext: 007, name: James, age: 40, vip: false, rate: 2 }
      - { ext: __proto__, name: Polly, age: 1, vip: false, rate: 2 }
    teams: { 1: sales, 2: support }
  steps:
    find:
      lookup: { table: people, key: "\${vars.ext}", save: { name: name, age: age, vip: vip, rate: rate } }
      on: { not_found: team }
    found: { say: "\${vars.name}, \${vars.age}, \${vars.vip}, \${vars.rate}.", next: hangup }
    team:
      lookup: { table: teams, key: "\${vars.pin}", save: { name: value } }
      on: { not_found: none }
    of: { say: "Team \${vars.name}.", next: hangup }
    none: { say: "No \${vars.name}.", next: hangup }
    sorry: { say: Sorry. }
    ${more}
`;

function heard(key: string) {
  const call = callOn(flow(key));
  call.incoming();
  call.connected();
  return { call, told: call.told.at(-1) };
}

describe('lookup', () => {
  test.each([
    ['"101"', 'play Anna, 30, true, 1.5.'],
    ['"007"', 'play James, 40, false, 2.'],
    ['"2"', 'play Team support.'],
    ['"7"', 'play No nobody.'],
    ['"constructor"', 'play No nobody.'],
    ['""', 'play No nobody.'],
    ['__proto__', 'play Polly, 1, false, 2.'],
  ])('of %s', (key, told) => {
    expect(heard(key).told).toBe(told);
  });

  test.each([
    ['a row in a list', 'people', 'ext', '"007"', 'play 007.'],
    ['a row under its key', 'teams', 'key', '" 2 "', 'play 2.'],
  ])('keeps the key of %s', (_, table, column, key, told) => {
    const call = callOn(`
      vars: { found: none }
      tables:
        people: [{ ext: 007, name: James }]
        teams: { 1: sales, 2: support }
      steps:
        find:
          lookup: { table: ${table}, key: ${key}, save: { found: ${column} } }
          on: { not_found: hangup, failed: hangup }
        found: { say: "\${vars.found}.", on: { failed: hangup } }
    `);
    call.incoming();
    call.connected();
    expect(call.told.at(-1)).toBe(told);
  });

  test('says in the trace whether there is such a row, but not which key was looked for (I7)', () => {
    const { call } = heard('"4321"');
    expect(call.notes).toContainEqual({ kind: 'row', table: 'people', found: false });
    expect(JSON.stringify(call.notes)).not.toContain('4321');
  });
});
