import { describe, expect, it } from 'vitest';
import { choose } from '../../../src/verification/testkit/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';
import { read } from './flow.ts';

/** What came of each scenario: its name, and what was wrong. */
function outcomes(text: string, flow?: string): string[] {
  const { suite, diagnostics } = read(text, flow);
  expect(diagnostics).toEqual([]);
  return (suite === undefined ? [] : runScenarios([suite])).map(
    ({ name, failure }) => `${name}: ${failure?.message ?? 'passed'}`,
  );
}

function told(text: string, flow?: string): string[] {
  return read(text, flow).diagnostics.map(
    ({ span: { start }, message }) => `${start.line}:${start.column} ${message}`,
  );
}

describe('what stands at the top of a file', () => {
  const text = `start: { from: '+12025550123', at: '2026-03-01T10:00:00Z' }
parties: { '+49301110': busy, '+49301111': busy }
tags: [billing]
scenarios:
  - name: as in the file
    script: [presses: 1, hears: Billing is busy]
  - name: of its own
    tags: [slow]
    start: { from: '+4930999999' }
    parties: { '+49301111': answers }
    script: [presses: 1, expects: { command: connect, to: '+49301111' }, waits: 5s, hangs_up]
`;

  it('counts for all scenarios that do not say otherwise, value by value', () => {
    expect(outcomes(text)).toEqual(['as in the file: passed', 'of its own: passed']);
    const [first, second] = read(text).suite?.scenarios ?? [];
    expect(first?.start).toMatchObject({ from: '+12025550123', at: Date.UTC(2026, 2, 1, 10) });
    expect(second?.start).toMatchObject({ from: '+4930999999', at: Date.UTC(2026, 2, 1, 10) });
    expect(second?.start.parties).toEqual({
      '+49301110': { on_ring: 'busy' },
      '+49301111': { on_ring: 'answers' },
    });
  });

  it('gives its tags to all of them', () => {
    expect(read(text).suite?.scenarios.map(({ tags }) => tags)).toEqual([['billing'], ['billing', 'slow']]);
  });

  it('is told there when it is wrong', () => {
    expect(told(text.replace('2026-03-01T10', '2026-03-41T10'))).toEqual([
      '1:36 2026-03-41T10:00:00Z is not a valid time',
    ]);
    expect(
      told(
        `start: { direction: inbound }\nscenarios:\n  - { name: a, start: { message: STOP }, script: [hangs_up] }\n`,
      ),
    ).toEqual(['1:21 a call that is started by a message must be outbound: the flow calls its sender']);
  });
});

describe('settings', () => {
  const flow = `ringflow: 1
name: hi
env: { DESK: { default: the desk }, CITY: {} }
steps:
  hi: { say: 'This is \${env.DESK} in \${env.CITY}.' }
`;

  it('of a scenario come before those of the file', () => {
    expect(
      outcomes(
        `env: { CITY: Berlin }
scenarios:
  - { name: a, script: [hears: This is the desk in Berlin.] }
  - { name: b, env: { CITY: Bonn }, script: [hears: This is the desk in Bonn.] }
`,
        flow,
      ),
    ).toEqual(['a: passed', 'b: passed']);
  });

  it('that nobody gives are told once, or where one scenario lacks them', () => {
    const scenarios =
      'scenarios:\n  - { name: a, script: [hangs_up] }\n  - { name: b, script: [hangs_up] }\n';
    expect(told(scenarios, flow)).toEqual(['1:1 the flow "hi" needs "CITY"']);
    expect(told('scenarios:\n  - { name: a, env: { CITY: x, CTY: y }, script: [hangs_up] }\n', flow)).toEqual(
      ['2:32 the flow "hi" has no setting "CTY"'],
    );
  });
});

describe('params', () => {
  const flow =
    'ringflow: 1\nname: hi\nparams: { day: string, hour: int }\nsteps:\n  hi: { say: "${params.day} ${params.hour}" }\n';

  it('of a scenario and of the file come together', () => {
    expect(
      outcomes(
        `start: { params: { day: Monday, hour: 9 } }
scenarios:
  - { name: a, script: [hears: Monday 9] }
  - { name: b, start: { params: { hour: 10 } }, script: [hears: Monday 10] }
`,
        flow,
      ),
    ).toEqual(['a: passed', 'b: passed']);
  });

  it('are told where the wrong ones stand', () => {
    expect(
      told('start: { params: { day: x, hour: late } }\nscenarios: [{ name: a, script: [hangs_up] }]\n', flow),
    ).toEqual(['1:20 parameter "hour" must be of type int']);
  });
});

describe('tables', () => {
  const flow = `ringflow: 1
name: hi
vars: { number: '', who: '', city: '' }
tables:
  people: { 101: { name: Ann, number: '+4930101' } }
  cities: { 30: Berlin }
on: { error: nobody }
steps:
  who:
    lookup: { table: people, key: '\${call.to.substring(8)}', save: { who: name, number: number } }
    on: { not_found: nobody }
  city:
    lookup: { table: cities, key: '30', save: { city: value } }
    on: { not_found: nobody }
  hi:
    say: This is \${vars.who} of \${vars.city}, \${vars.number}.
    next: hangup
  nobody:
    say: Nobody.
`;

  it('of a scenario take the place of those of the flow', () => {
    expect(
      outcomes(
        `start: { to: '+4930555101' }
tables: { cities: { 30: Bonn } }
scenarios:
  - { name: a, script: [hears: 'This is Ann of Bonn, +4930101.'] }
  - { name: b, tables: { people: { 101: { name: Ben } } }, script: [hears: 'This is Ben of Bonn, .'] }
  - { name: c, tables: { people: {} }, script: [hears: Nobody.] }
`,
        flow,
      ),
    ).toEqual(['a: passed', 'b: passed', 'c: passed']);
  });

  it.each([
    ['{ poeple: {} }', '2:26 the flow "hi" has no table "poeple"'],
    ['{ people: { 101: Ben } }', '2:36 a row of this table has 2 cells'],
    [
      '{ people: { 101: { nmae: Ben } } }',
      '2:43 the table has no column "nmae", only name, number beside its key',
    ],
  ])('%s is told', (tables, expected) => {
    expect(told(`scenarios:\n  - { name: a, tables: ${tables}, script: [hangs_up] }\n`, flow)).toEqual([
      expected,
    ]);
  });
});

describe('only and skip', () => {
  const text = `scenarios:
  - { name: a, script: [hangs_up] }
  - { name: b, skip: 'not built yet', script: [hangs_up] }
  - { name: c, only: true, tags: [smoke], script: [hangs_up] }
`;

  it('choose what is run', () => {
    const { suite } = read(text);
    const { cases, only } = choose(suite === undefined ? [] : [suite]);
    expect(cases.map(({ scenario }) => scenario.name)).toEqual(['c']);
    expect(only).toHaveLength(1);
    const without = read(text.replace('only: true, ', '')).suite;
    const { cases: rest, skipped } = choose(without === undefined ? [] : [without]);
    expect(rest.map(({ scenario }) => scenario.name)).toEqual(['a', 'c']);
    expect(skipped.map(({ scenario }) => scenario.skip)).toEqual(['not built yet']);
  });

  it.each([
    ['skip: true', 'expected text, found true'],
    ['skip: ""', 'the text is empty'],
    ['only: false', 'found false; expected true'],
    ['tags: [a b]', '"a b" does not have the right form'],
  ])('%s is told', (line, message) => {
    expect(told(`scenarios:\n  - { name: a, ${line}, script: [hangs_up] }\n`)).toEqual([
      expect.stringContaining(message) as string,
    ]);
  });
});
