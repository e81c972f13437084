/** Web services in scenarios: what they answer, and what a scenario can say of what they were asked. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { loadFlows } from '../../../src/authoring/flow-files/index.ts';
import { readSuite, renderFailure } from '../../../src/verification/testkit/index.ts';
import { matchesPattern } from '../../../src/verification/testkit/web-services.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';

const folder = 'test/fixtures/flows/service-line';

describe('the service line', () => {
  const { files, diagnostics } = loadFlows([folder]);
  const file = `${folder}/service-line.scenario.yaml`;
  const { suite } = readSuite({ file, text: readFileSync(file, 'utf8') }, () => files[0]);
  const results = suite === undefined ? [] : runScenarios([suite]);

  test('compiles without a word', () => {
    expect(diagnostics).toEqual([]);
    expect(results.length).toBeGreaterThan(5);
  });

  test.each(results)('$name', (result) => {
    expect(renderFailure(result, { source: () => '', colour: false })).toBe('');
  });

  test('tells nobody the PIN', () => {
    const shown = JSON.stringify(results.map(({ trace }) => trace));
    expect(shown).not.toMatch(/0042|1111|2222/);
  });
});

const text = `ringflow: 1
name: asking
on: { error: sorry }
env: { URL: An address., LIMIT: { default: "5" } }
steps:
  ask: { http: { post: "\${env.URL}/things", query: { limit: "\${env.LIMIT}" }, json: { list: [1, { a: "\${call.from}" }] } } }
  ok: { say: All is well., next: hangup }
  sorry: { say: "Sorry \${error.code}." }
`;

function read(scenario: string) {
  const compiled = compileFlow({ file: 'flow.yaml', text });
  return readSuite({ file: 'a.scenario.yaml', text: scenario }, () => compiled);
}

/** The message and the hint of the only scenario's failure. */
function failureOf(more: string, line = 'hears: All is well.'): string[] {
  const { suite, diagnostics } = read(
    `env: { URL: "https://a.test" }\nscenarios:\n  - name: it\n    ${more}\n    script:\n      - ${line}\n`,
  );
  expect(diagnostics).toEqual([]);
  const [result] = runScenarios(suite === undefined ? [] : [suite]);
  return [result?.failure?.message, result?.failure?.hint].filter((one) => one !== undefined);
}

describe('a scenario', () => {
  test('that gives no answer fails with what was asked', () => {
    expect(failureOf('http: [{ match: GET /things, answer: {} }]')).toEqual([
      'the flow sent POST https://a.test/things?… at 0:00.0, but the scenario has no response for it',
      'add http: [{ match: "POST /things", answer: { status: 200 } }]',
    ]);
  });

  test('whose answers are used up fails too', () => {
    const two = 'http: [{ match: /things, answer: { status: 200 }, times: 1 }]';
    expect(failureOf(two)).toEqual([]);
  });

  test.each([
    ['expects: { http: POST /things, json: { list: [1] } }', 'hangs_up'],
    ['expects: { http: "/things?limit=5" }', 'hangs_up'],
    ['expects: { http: "POST https://a.test/th*" }', 'hangs_up'],
  ])('finds what it expects: %s', (line) => {
    expect(failureOf('http: [{ match: /things, answer: { status: 200 } }]', line)).toEqual([]);
  });

  test.each([
    ['GET /things', 'the flow did not send GET /things before the call ended'],
    ['POST /other', 'the flow did not send POST /other before the call ended'],
    ['POST /things?limit=6', 'the flow did not send POST /things?limit=6 before the call ended'],
  ])('says what was asked instead of %s', (match, message) => {
    const [told, hint] = failureOf(
      'http: [{ match: /things, answer: { status: 200 } }]',
      `expects: { http: "${match}" }`,
    );
    expect(told).toBe(message);
    expect(hint).toMatch(
      /^nearest: POST https:\/\/a\.test\/things\?… with {"list":\[1,{"a":"\+4915112345678"}\]} at 0:00\.0$/,
    );
  });

  test('says what the body held instead', () => {
    const [told] = failureOf(
      'http: [{ match: /things, answer: { status: 200 } }]',
      'expects: { http: /things, json: { list: [2] } }',
    );
    expect(told).toBe('the flow did not send /things with {"list":[2]} in its body before the call ended');
  });

  test.each([
    ['http: [{ match: /check, answer: { status: 200 }, calls: 2 }]', 'hangs_up', 'it sent '],
    ['http: [{ match: /check, answer: { status: 200 } }]', 'expects: { http: /other }', 'nearest: '],
  ])('does not show what is secret in a request: %s', (more, line, hint) => {
    const secretive = compileFlow({
      file: 'flow.yaml',
      text: `ringflow: 1
name: guarding
on: { error: sorry }
vars: { pin: { type: string, secret: true, initial: "1234" } }
steps:
  ask: { http: { post: "https://a.test/check", json: { pin: "\${vars.pin}" } }, next: sorry }
  sorry: { say: Sorry. }
`,
    });
    const scenario = `scenarios: [{ name: it, ${more}, script: [${line}] }]`;
    const { suite, diagnostics } = readSuite({ file: 'a.scenario.yaml', text: scenario }, () => secretive);
    expect(diagnostics).toEqual([]);
    const [result] = runScenarios(suite === undefined ? [] : [suite]);
    expect(result?.failure?.hint).toBe(`${hint}POST https://a.test/check with {"pin":"•••"} at 0:00.0`);
  });

  test('tells the first ten of very many requests', () => {
    const many = compileFlow({
      file: 'flow.yaml',
      text: `ringflow: 1
name: asking-on
on: { error: sorry }
vars: { n: 0 }
steps:
  ask: { http: { get: "https://a.test/things" } }
  count: { set: { n: "\${vars.n + 1}" } }
  more: { switch: [{ when: "vars.n < 12", goto: ask }], next: hangup }
  sorry: { say: Sorry. }
`,
    });
    const scenario =
      'scenarios: [{ name: it, http: [{ match: /things, answer: { status: 200 }, calls: 3 }], script: [expects: { ended: rejected }] }]';
    const { suite } = readSuite({ file: 'a.scenario.yaml', text: scenario }, () => many);
    const [result] = runScenarios(suite === undefined ? [] : [suite]);
    expect(result?.failure?.hint).toMatch(/^it sent (GET \S+ at 0:00\.\d, ){10}and 2 more$/);
  });

  test.each([
    ['timeout', 'Sorry timeout.'],
    ['unreachable', 'Sorry unreachable.'],
  ])('lets a service fail: %s', (fail, heard) => {
    expect(failureOf(`http: [{ match: /things, fail: ${fail} }]`, `hears: ${heard}`)).toEqual([]);
  });

  test('lets a service answer too late', () => {
    expect(failureOf('http: [{ match: /things, answer: {}, delay: 6s }]', 'hears: Sorry timeout.')).toEqual(
      [],
    );
  });
});

describe('a scenario file is told', () => {
  const told = (scenario: string) =>
    read(scenario).diagnostics.map(({ code, message }) => `${code}: ${message}`);
  const script = 'scenarios: [{ name: a, script: [hangs_up] }]';

  test('which settings the flow needs', () => {
    expect(told(script)).toEqual(['missing-key: the flow "asking" needs "URL"']);
  });

  test('which settings it does not have', () => {
    expect(told(`env: { URL: a, LIMITS: 3 }\n${script}`)).toEqual([
      'unknown-variable: the flow "asking" has no setting "LIMITS"',
    ]);
  });

  test('that an answer is either there or not', () => {
    const stub =
      'http: [{ match: /a, answer: {}, fail: timeout }, { match: POST a, answer: {} }, { match: /b }]';
    expect(told(`env: { URL: a }\n${stub}\n${script}`).map((one) => one.split(':')[0])).toEqual([
      'conflicting-keys',
      'bad-value',
      'missing-key',
    ]);
  });

  test('that a time does not exist', () => {
    const start = 'start: { at: "2026-02-30T25:00:00Z" }';
    expect(told(`env: { URL: a }\nscenarios: [{ name: a, ${start}, script: [hangs_up] }]`)).toEqual([
      'bad-value: 2026-02-30T25:00:00Z is not a valid time',
    ]);
  });
});

describe('a request fits', () => {
  const url = 'https://crm.test/v1/callers/5?limit=3';

  test.each([
    ['GET /callers/5', true],
    ['/callers/5', true],
    ['GET /v1/callers/*', true],
    ['GET *', true],
    ['GET https://crm.test/v1/callers/5', true],
    ['GET /callers/5?limit=3', true],
    ['GET /callers/5?limit=*', true],
    ['POST /callers/5', false],
    ['GET /callers', false],
    ['GET /callers/5?limit=4', false],
    ['GET https://other.test/*', false],
    ['GET https://crm.test/v1', false],
    ['GET /v1.callers/5', false],
  ])('%s: %s', (pattern, fits) => {
    expect(matchesPattern({ method: 'GET', url }, pattern)).toBe(fits);
  });
});
