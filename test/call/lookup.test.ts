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
      lookup: { table: teams, key: "\${vars.pin}", save: { value: name } }
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

  test('says in the trace whether there is such a row, but not which key was looked for (I7)', () => {
    const { call } = heard('"4321"');
    expect(call.notes).toContainEqual({ kind: 'because', text: 'the table "people" has no such row' });
    expect(JSON.stringify(call.notes)).not.toContain('4321');
  });
});

describe('hours', () => {
  const hours = (at: string) => {
    const call = callOn(`
      hours:
        office: { timezone: Europe/Berlin, open: { mon-fri: 09:00-18:00 }, holidays: [2026-12-25] }
      steps:
        look: { hours: office, on: { closed: closed, failed: closed } }
        open: { say: Open., next: hangup }
        closed: { say: Closed., next: hangup }
    `);
    call.at = Date.parse(at);
    call.incoming();
    call.connected();
    return { call, told: call.told.at(-1) };
  };

  test.each([
    ['2026-12-23T12:00:00Z', 'play Open.', 'open'],
    ['2026-12-23T20:00:00Z', 'play Closed.', 'closed'],
    ['2026-12-25T12:00:00Z', 'play Closed.', 'holiday'],
  ])('at %s', (at, told, outcome) => {
    const { call, told: heardThen } = hours(at);
    expect(heardThen).toBe(told);
    expect(call.notes).toContainEqual(expect.objectContaining({ kind: 'outcome', step: 'look', outcome }));
  });

  test('says why in the trace', () => {
    expect(hours('2026-12-25T12:00:00Z').call.notes).toContainEqual({
      kind: 'because',
      text: 'it is Fri 2026-12-25 13:00 in Europe/Berlin: a holiday',
    });
  });
});
