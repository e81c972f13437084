/** Two flows are compared path by path: what is the same, and each kind of difference that a caller or a service notices. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { runnable } from '../../../src/call/index.ts';
import {
  compare,
  FlowSide,
  renderEquality,
  writeCoveringSuite,
  writePathSuite,
} from '../../../src/verification/compare/index.ts';
import type { Comparison, Path } from '../../../src/verification/compare/index.ts';
import { readSuite, runScenario } from '../../../src/verification/testkit/index.ts';

const desk = `ringflow: 1
name: desk
on: { error: hangup }
vars: { account: '', tier: '' }
steps:
  main:
    menu:
      prompt: For sales, press 1. For your account, press 2.
      choices:
        - { key: 1, goto: sales }
        - { key: 2, goto: account }
      attempts: 2
      no_match: That is not a choice.
    on: { exhausted: bye }
  account:
    collect: { prompt: Please enter four digits., digits: 4, save: account }
    on: { exhausted: bye }
  look_up:
    http:
      post: https://crm.example.com/accounts
      json: { account: '\${vars.account}' }
      timeout: 5s
      save: { tier: '\${has(response.json.tier) ? string(response.json.tier) : ""}' }
    on: { failed: bye }
  told:
    say: You have \${vars.tier}.
    next: bye
  sales:
    connect: { to: '+493023125001', ring: 20s }
    on: { busy: engaged, no_answer: bye, failed: bye }
    next: hangup
  engaged:
    say: Everybody is on the phone.
  bye:
    hangup: Goodbye.
`;

function compile(text: string) {
  const { flow, diagnostics } = compileFlow({ file: 'flow.yaml', text });
  if (flow === undefined) throw new Error(JSON.stringify(diagnostics));
  return flow;
}

function compareTexts(before: string, after: string, limits = { depth: 5, paths: 400 }): Comparison {
  return compare(new FlowSide(compile(before), {}), new FlowSide(compile(after), {}), limits);
}

test('a flow equals itself on every path', () => {
  const { compared, equal, differences, isTruncated } = compareTexts(desk, desk, { depth: 2, paths: 5_000 });
  expect([equal, differences, isTruncated]).toEqual([compared, [], false]);
  expect(compared).toBeGreaterThan(50);
});

test('names and the order of steps make no difference', () => {
  const renamed = desk.replaceAll('engaged', 'all_busy').replaceAll('look_up', 'asked');
  expect(compareTexts(desk, renamed).differences).toEqual([]);
});

test('a limit that ends the comparison is told', () => {
  expect(compareTexts(desk, desk, { depth: 6, paths: 50 })).toMatchObject({
    compared: 50,
    isTruncated: true,
  });
});

describe('a difference is found:', () => {
  test.each([
    ['another text', 'Everybody is on the phone.', 'Nobody is free.'],
    ['a missing text', '      no_match: That is not a choice.\n', ''],
    ['another number', '+493023125001', '+493023125002'],
    [
      'keys that are swapped',
      '{ key: 1, goto: sales }\n        - { key: 2,',
      '{ key: 2, goto: sales }\n        - { key: 1,',
    ],
    ['one attempt more', 'attempts: 2', 'attempts: 3'],
    ['another number of digits', 'digits: 4', 'digits: 5'],
    ['another way after a busy line', 'busy: engaged', 'busy: bye'],
    [
      'another way after a failure',
      '      save: { tier: \'${has(response.json.tier) ? string(response.json.tier) : ""}\' }\n    on: { failed: bye }',
      '      save: { tier: \'${has(response.json.tier) ? string(response.json.tier) : ""}\' }\n    on: { failed: told }',
    ],
    ['another address', 'crm.example.com/accounts', 'crm.example.com/account'],
    ['another method', 'post: https', 'put: https'],
    ['another field', 'json: { account:', 'json: { number:'],
    ['another value read', 'string(response.json.tier)', 'string(response.json.tier) + "!"'],
    ['a terminator', 'digits: 4,', "digits: { min: 1, max: 4 }, terminator: '#',"],
    ['an end instead of a text', 'hangup: Goodbye.', 'hangup:'],
  ])('%s', (_what, from, to) => {
    expect(desk).toContain(from);
    expect(compareTexts(desk, desk.replace(from, to)).differences).not.toEqual([]);
  });
});

describe('a step that is left to the author', () => {
  const left = desk.replace('say: You have ${vars.tier}.', 'outcome: todo_read_tier');

  test('is equal to itself, and its paths are counted apart', () => {
    const limits = { depth: 4, paths: 600 };
    const whole = compareTexts(desk, desk, limits);
    const comparison = compareTexts(left, left, limits);
    expect([whole.unsupported, whole.differences]).toEqual([0, []]);
    expect(comparison.unsupported).toBeGreaterThan(0);
    expect(comparison.unsupported).toBeLessThan(comparison.equal);
    expect(renderEquality({ ...comparison, isTruncated: false })).toBe(
      `equal on ${comparison.compared} of ${comparison.compared} paths, ${comparison.unsupported} of them up to what is left to you`,
    );
    expect(renderEquality({ ...whole, isTruncated: false })).toBe(
      `equal on ${whole.compared} of ${whole.compared} paths`,
    );
  });

  test.each([
    ['the flow', desk, left],
    ['the original', left, desk],
  ])('is a difference where %s alone has it', (_side, before, after) => {
    const [first] = compareTexts(before, after).differences;
    expect(first?.path.moves.at(-1)).toMatchObject({ kind: 'replies', reply: { status: 200 } });
  });

  test('does not hide that the other side waits before it', () => {
    const early = desk.replace('  main:\n', '  first: { outcome: todo_first, next: main }\n  main:\n');
    expect(compareTexts(desk, early)).toMatchObject({ compared: 1, equal: 0, unsupported: 0 });
  });
});

test('the first difference is a shortest one', () => {
  const [first] = compareTexts(desk, desk.replace('busy: engaged', 'busy: bye')).differences;
  expect(first?.path.moves).toEqual([
    { kind: 'presses', keys: '1' },
    { kind: 'party', does: 'busy' },
  ]);
});

test('the first difference is a scenario that passes on the old flow and fails on the new one', () => {
  const after = desk.replace('Everybody is on the phone.', 'Nobody is free.');
  const [first] = compareTexts(desk, after).differences;
  expect(runPath(first?.path, desk)).toBeUndefined();
  expect(runPath(first?.path, after)).toMatch(/Everybody is on the phone/);
});

test('a few scenarios cover every step, and pass', () => {
  const flow = compile(desk);
  const text =
    writeCoveringSuite(compareTexts(desk, desk), {
      side: new FlowSide(flow, {}),
      file: 'flow.yaml',
      env: {},
    }) ?? '';
  const { suite, diagnostics } = readSuite({ file: 'x.scenario.yaml', text }, () => ({ flow }));
  expect(diagnostics).toEqual([]);
  const entered = new Set(
    (suite?.scenarios ?? []).flatMap((scenario) => {
      const { failure, trace } = runScenario(suite!, scenario);
      expect(failure).toBeUndefined();
      return trace.flatMap(({ notes }) =>
        notes.flatMap((note) => (note.kind === 'entered' ? [note.step] : [])),
      );
    }),
  );
  expect([...entered].toSorted()).toEqual(Object.keys(flow.steps).toSorted());
});

function runPath(path: Path | undefined, text: string): string | undefined {
  if (path === undefined) throw new Error('there is no difference');
  const flow = compile(text);
  const written = writePathSuite('as before', path, { file: 'flow.yaml', env: {} });
  const { suite } = readSuite(
    { file: 'x.scenario.yaml', text: written },
    () => ({ flow }),
    (one) => runnable(one, {}),
  );
  const [scenario] = suite?.scenarios ?? [];
  if (suite === undefined || scenario === undefined) throw new Error(written);
  return runScenario(suite, scenario).failure?.message;
}
