import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { verbs } from '../../../src/language/compiler/verbs/index.ts';
import {
  applyFixes,
  renderGithub,
  renderJson,
  renderPretty,
  renderSarif,
  sortDiagnostics,
} from '../../../src/language/diagnostics/index.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const root = join(import.meta.dirname, '../../..');
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .sort()
    .map((name) => readFileSync(join(root, name), 'utf8'));

/** The samples, the cases of the compiler, and the flows in the documentation. */
const flows = [
  ...textsOf('flows/*/flow.yaml'),
  ...textsOf('test/language/compiler/cases/{ok,err}/*.yaml'),
  ...textsOf('docs/**/*.md').flatMap((page) =>
    [...page.matchAll(/^```yaml flow\n([^]*?)^```$/gm)].map(([, flow = '']) => flow),
  ),
];

/** Compiles any text; what comes back must hang together, whatever the text is, and be the same the next time. */
function compileAnything(text: string): void {
  const { flow, diagnostics } = compileFlow({ file: 'any.yaml', text });
  const again = compileFlow({ file: 'any.yaml', text });
  expect(again.diagnostics).toEqual(diagnostics);
  expect(again.flow?.version).toBe(flow?.version);
  expect(diagnostics).toEqual(sortDiagnostics(diagnostics));
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  expect(flow === undefined).toBe(failed);
  for (const { span, message } of diagnostics) {
    expect(message).not.toBe('');
    expect(span.start.offset).toBeLessThanOrEqual(span.end.offset);
    expect(span.end.offset).toBeLessThanOrEqual(text.length);
    expect(text.slice(0, span.start.offset).split(/\r\n|\n|\r/).length).toBe(span.start.line);
  }
  renderPretty(diagnostics, { source: () => text });
  renderJson(diagnostics);
  renderGithub(diagnostics);
  renderSarif(diagnostics, '0.0.0');
  expect(applyFixes(text, diagnostics).text === text).toBe(diagnostics.every(({ fix }) => fix === undefined));
}

const pieces = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ': ',
    '- ',
    '\n',
    '  ',
    '\t',
    '*',
    '&a ',
    '*a',
    '!x ',
    '|\n',
    '>\n',
    '#',
    '? ',
    '\r\n',
  ],
  ...[
    '${',
    '}',
    '$${',
    'vars.x',
    '==',
    'repeat',
    'hangup',
    'null',
    '~',
    '0',
    '1e999',
    '-1',
    '007',
    'true',
    '<<: *a',
    '---\n',
  ],
  ...[
    'steps:',
    'say:',
    'menu:',
    'on:',
    '# ringflow-ignore unused-prompt: x\n',
    'Press 1 to 9 or the star key.',
    '__proto__:',
    'constructor:',
    'toString',
    '${constructor}',
    '${toString.x}',
    '${vars.__proto__}',
    '\u0000',
    '\ufeff',
    '\ud83d',
    '😀',
  ],
];

/** A place in the text, as a fraction of its length, what goes there, and how much it replaces. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  piece: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })),
  removed: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(60)),
});

interface Change {
  at: number;
  piece: string;
  removed: number;
}

function changed(flow: string, changes: Change[]): string {
  let text = flow;
  for (const { at, piece, removed } of changes) {
    const from = Math.floor(at * text.length);
    text = text.slice(0, from) + piece + text.slice(from + removed);
  }
  return text;
}

test('a changed flow gives a flow or diagnostics, never an exception', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...flows),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      (flow, changes) => {
        compileAnything(changed(flow, changes));
      },
    ),
    { numRuns: scaleRuns(100) },
  );
});

/** Values of each kind of YAML. */
const values = [null, 'Hello.', 7, ['a'], { a: 1 }];

const valuesPerVerb = [...verbs.keys()].flatMap((verb) => values.map((value) => ({ verb, value })));

test.each(valuesPerVerb)(
  '$verb: $value gives a flow or diagnostics, never an exception',
  ({ verb, value }) => {
    const sorry = { say: 'Sorry.', next: 'hangup' };
    compileAnything(
      stringify({
        ringflow: 1,
        name: 'any',
        on: { error: 'sorry' },
        steps: { first: { [verb]: value }, sorry },
      }),
    );
  },
);

/** The paths of all values of a parsed flow. */
function listPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...below.flatMap(([key, one]) => listPaths(one, [...path, key]))];
}

test('a flow with a value of another kind gives a flow or diagnostics, never an exception', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...textsOf('flows/*/flow.yaml')),
      fc.array(
        fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.constantFrom(...values)),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      (flow, changes) => {
        const document = parseDocument(flow);
        for (const [at, value] of changes) {
          const paths = listPaths(document.toJS()).filter((path) => path.length > 0);
          document.setIn(paths[Math.floor(at * paths.length)] ?? [], document.createNode(value));
        }
        compileAnything(document.toString());
      },
    ),
    { numRuns: scaleRuns(40) },
  );
});

test('any bytes give diagnostics, never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      compileAnything(new TextDecoder().decode(bytes));
    }),
    { numRuns: scaleRuns(250) },
  );
});

test('any arrangement of the pieces of YAML gives diagnostics, never an exception', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
      compileAnything(parts.join(''));
    }),
    { numRuns: scaleRuns(150) },
  );
});

test('what can be fixed is fixed after a bounded number of rounds, whatever the flow', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...flows),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      (flow, changes) => {
        let text = changed(flow, changes);
        for (let round = 0; round < 12; round += 1) {
          const { diagnostics } = compileFlow({ file: 'any.yaml', text });
          const { applied, text: fixed } = applyFixes(text, diagnostics);
          if (applied.length === 0) return;
          text = fixed;
        }
        expect.unreachable(text);
      },
    ),
    { numRuns: scaleRuns(40) },
  );
});

/** Steps with one mistake each, as the lines below the name of a step. */
const mistaken = [
  ['say: Hi.', 'next: nowhere'],
  ['say: Hi.', 'nxt: s0'],
  ['sya: Hi.'],
  ['say: nobody_wrote_this'],
  ['say: Hello ${vars.nobody}.'],
  ['say: Hello ${1 +}.'],
  ['say: Note: we are closed.'],
  ['say: { text: Hi., language: xx-XX }'],
  ['say: { url: 5 }'],
  ['set: { nothing_of_that_name: 1 }'],
  ['hangup:', 'on: { answered: s0 }'],
  ['menu: { prompt: Hi., choices: [{ key: 1, goto: s0 }, { key: 1, goto: s0 }] }', 'on: { exhausted: s0 }'],
  ['menu: { prompt: Hi., choices: [{ key: 1, goto: nowhere }] }', 'on: { exhausted: s0 }'],
  ['menu: { prompt: Hi., choices: [{ key: 1, goto: s0 }] }'],
  ['connect: { to: "+4930111", ring: 20 }', 'on: { busy: s0, no_answer: s0 }'],
  ['switch: [{ when: vars.tier + 1, goto: s0 }]'],
  ['say: &a [*b]'],
];
const soundStep = ['say: Hi.'];

function flowOfSteps(steps: string[][]): string {
  const bodies = steps.map((lines, n) => `  s${n}:\n${lines.map((line) => `    ${line}\n`).join('')}`);
  return `ringflow: 1\nname: a\nvars: { tier: gold }\non: { error: s0 }\nsteps:\n${bodies.join('')}`;
}

/** The errors of a flow, by the step in whose lines they are told. */
function errorsByStep(steps: string[][]): string[][] {
  const { diagnostics } = compileFlow({ file: 'any.yaml', text: flowOfSteps(steps) });
  let line = 6;
  return steps.map((lines) => {
    const [from, to] = [line, line + lines.length];
    line = to + 1;
    const inside = diagnostics.filter(({ span }) => span.start.line >= from && span.start.line <= to);
    return inside
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${code} ${message}`);
  });
}

test('one mistake does not hide the next: each is told as if it were alone', () => {
  const step = fc.oneof(fc.constant(soundStep), fc.constantFrom(...mistaken));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (middle) => {
      const steps = [soundStep, ...middle, soundStep];
      const alone = steps.map((_, n) =>
        errorsByStep(steps.map((lines, other) => (other === n ? lines : soundStep))).at(n),
      );
      expect(errorsByStep(steps)).toEqual(alone);
      const silent = steps.filter((lines, n) => lines !== soundStep && alone[n]?.length === 0);
      expect(silent).toEqual([]);
    }),
    { numRuns: scaleRuns(50) },
  );
});
