import { describe, expect, it } from 'vitest';
import { renderPretty } from '../../../src/language/diagnostics/index.ts';
import { renderCase, renderFailure } from '../../../src/verification/testkit/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';
import { read } from './flow.ts';

function results(text: string) {
  const { suite, diagnostics } = read(text);
  expect(diagnostics).toEqual([]);
  return suite === undefined ? [] : runScenarios([suite]);
}

/** What is told about a file, one line each: `3:14 message`. */
function told(text: string): string[] {
  return read(text).diagnostics.map(
    ({ span: { start }, message }) => `${start.line}:${start.column} ${message}`,
  );
}

const greetings = `scenarios:
  - name: a caller leaves with \${row.key}
    each:
      - { key: 9, first: Welcome to Acme }
      - { key: 1, first: Welcome to Acme }
    parties: { '+49301110': busy, '+49301111': busy }
    script:
      - hears: \${row.first}.
      - presses: \${row.key}
      - expects: { ended: normal }
`;

describe('a scenario with rows', () => {
  it('is run once for each of them', () => {
    expect(results(greetings).map(renderCase)).toEqual([
      'pass  a caller leaves with 9\n',
      'pass  a caller leaves with 1\n',
    ]);
  });

  it('has the row in its name where the name does not say which one it is', () => {
    const text = greetings.replace(' with ${row.key}', '');
    expect(results(text).map(({ name }) => name)).toEqual([
      'a caller leaves (key: 9, first: Welcome to Acme)',
      'a caller leaves (key: 1, first: Welcome to Acme)',
    ]);
  });

  it('takes values wherever a value may stand, keys of maps among them', () => {
    const [first, second] = results(`scenarios:
  - name: billing
    each:
      - { who: '+49301110', how: busy, ended: normal, to: '+49301111', wait: 3s, tries: 1, from: '+12025550123' }
      - { who: '+49301111', how: answers, ended: normal, to: '+49301110', wait: 1s, tries: 1, from: '+493055' }
    start: { from: '\${row.from}' }
    parties: { '\${row.who}': '\${row.how}' }
    script:
      - presses: 1
      - expects: { command: connect, to: '\${row.to}' }
      - waits: \${row.wait}
      - hangs_up
      - expects: { ended: '\${row.ended}' }
      - expects: { var: { name: tries, is: '\${row.tries}' } }
`);
    expect([first?.failure?.message, second?.failure?.message]).toEqual([undefined, undefined]);
    expect(first?.story[0]?.text).toContain('+12025550123');
  });

  it('keeps a number as it is written', () => {
    const [result] = results(`scenarios:
  - name: account
    each: [{ account: 0042 }]
    script:
      - presses: 2
      - presses: \${row.account}
      - expects: { var: { name: account, is: '0042' } }
      - hangs_up
`);
    expect(result?.failure).toBeUndefined();
  });

  it('that fails names the row, and shows it', () => {
    const text = greetings.replace('key: 1, first: Welcome to Acme', 'key: 1, first: Goodbye');
    const [, failed] = results(text);
    expect(failed && renderCase(failed)).toBe('FAIL  a caller leaves with 1 (desk.scenario.yaml:5)\n');
    expect(failed && renderFailure(failed, { source: () => text })).toContain(
      `desk.scenario.yaml:8:9: error: the caller did not hear "Goodbye." before the call ended
    8 |       - hears: \${row.first}.
      |         ^~~~~~~~~~~~~~~~~~~~
`,
    );
  });
});

describe('a mistake in a row', () => {
  it('is told where it stands in the row', () => {
    const text = greetings.replace('key: 1,', 'key: one,');
    expect(renderPretty(read(text).diagnostics, { source: () => text })).toContain(
      `desk.scenario.yaml:5:16: error: "one" does not have the right form [bad-value]
    5 |       - { key: one, first: Welcome to Acme }
      |                ^~~
`,
    );
  });

  it('is told once, when it is in the scenario', () => {
    expect(told(greetings.replace('ended: normal', 'ended: fine'))).toEqual([
      '10:27 found "fine"; expected "normal", "busy", "no_answer", "rejected", "failed" or "unknown"',
    ]);
  });

  it.each([
    [
      'a name that the row does not have',
      greetings.replace('presses: ${row.key}', 'presses: ${row.kye}'),
      [
        '9:18 the row in line 4 has no "kye", only key, first',
        '9:18 the row in line 5 has no "kye", only key, first',
      ],
    ],
    [
      'a value that only one row has',
      greetings.replace('{ key: 1, first: Welcome to Acme }', '{ key: 1 }'),
      ['8:16 the row in line 5 has no "first", only key'],
    ],
    [
      'no rows',
      'scenarios:\n  - name: a\n    script:\n      - presses: ${row.key}\n',
      ['4:18 there are no rows, so ${row.key} has no value'],
    ],
    [
      'a row for the whole file',
      `start: { from: '\${row.from}' }\n${greetings}`,
      ['1:16 there are no rows, so ${row.from} has no value'],
    ],
    [
      'an empty list',
      'scenarios:\n  - { name: a, each: [], script: [hangs_up] }\n',
      ['2:22 found a list of 0; expected at least 1'],
    ],
    [
      'a row that is none',
      'scenarios:\n  - { name: a, each: [1], script: [hangs_up] }\n',
      ['2:23 expected a map (key: value), found the number 1'],
    ],
    [
      'a key that is given twice in one of the rows',
      `scenarios:
  - name: a caller goes
    each:
      - { who: '+49301110' }
      - { who: '+49301111' }
    parties: { '+49301111': busy, '\${row.who}': answers }
    script: [hangs_up]
`,
      ['6:35 key "+49301111" is given twice; the first one stands at 6:16'],
    ],
    [
      'a list as a value',
      'scenarios:\n  - { name: a, each: [{ key: [1] }], script: [hangs_up] }\n',
      ['2:30 expected text, a whole number, a number or true or false, found a list'],
    ],
  ])('%s is told', (_what, text, expected) => {
    expect(told(text)).toEqual(expected);
  });
});

it('what is written out for its rows has the lines of the file', () => {
  const { suite } = read(greetings);
  expect(suite?.scenarios.map(({ span }) => span.start.line)).toEqual([4, 5]);
  expect(suite?.scenarios.map(({ script }) => script.map(({ span }) => span.start.line))).toEqual([
    [8, 9, 10],
    [8, 9, 10],
  ]);
});

describe('many rows', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => `      - { key: 9, first: Welcome to Acme, at: ${at} }`).join(
      '\n',
    );
  const file = (count: number) =>
    greetings.replace(/ {6}- \{ key: 9[^]*?\n(?= {4}parties)/, `${rows(count)}\n`);

  it('are each looked at once', () => {
    const { suite, diagnostics } = read(file(3_000));
    expect(diagnostics).toEqual([]);
    expect(suite?.scenarios).toHaveLength(3_000);
  });

  it('each have their mistakes told once', () => {
    expect(
      told(file(3).replace('key: 9, first: Welcome to Acme, at: 2', 'key: 9, first: { a: 1 }, at: 2')),
    ).toHaveLength(1);
  });
});
