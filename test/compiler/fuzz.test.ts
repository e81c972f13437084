import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileFlow } from '../../src/compiler/index.ts';
import { renderJson, renderPretty } from '../../src/diagnostics/index.ts';

const folder = join(import.meta.dirname, 'cases');
const flows = ['ok', 'err'].flatMap((kind) =>
  readdirSync(join(folder, kind))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(folder, kind, name), 'utf8')),
);

/** Compiles any text; what comes back must hang together, whatever the text is. */
function compileAnything(text: string): void {
  const { flow, diagnostics } = compileFlow({ file: 'any.yaml', text });
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
    '__proto__:',
    'constructor:',
    'toString',
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

test('a changed flow gives a flow or diagnostics, never an exception', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...flows),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      (flow, changes) => {
        let text = flow;
        for (const { at, piece, removed } of changes) {
          const from = Math.floor(at * text.length);
          text = text.slice(0, from) + piece + text.slice(from + removed);
        }
        compileAnything(text);
      },
    ),
    { numRuns: 1_500 },
  );
});

test('any bytes give diagnostics, never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      compileAnything(new TextDecoder().decode(bytes));
    }),
    { numRuns: 500 },
  );
});

test('any arrangement of the pieces of YAML gives diagnostics, never an exception', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
      compileAnything(parts.join(''));
    }),
    { numRuns: 1_000 },
  );
});

const MEGABYTE = 1_048_576;
const header = 'ringflow: 1\nname: a\non: { error: s0 }\n';

test.each([
  ['a file over 1 MiB', 'a'.repeat(MEGABYTE + 1)],
  ['brackets without end', '['.repeat(100_000)],
  ['maps without end', '{a: '.repeat(50_000)],
  ['lists in lists', '- '.repeat(50_000)],
  ['ever deeper maps', Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ['stray lines', 'x\n'.repeat(100_000)],
  ['as many aliases of an alias', `a: &a [x]\n${Array.from({ length: 5_000 }, () => '- *a').join('\n')}`],
  ['20,000 unknown keys', Array.from({ length: 20_000 }, (_, key) => `key${key}: 1`).join('\n')],
  [
    'a chain of 20,000 steps',
    `${header}steps:\n${Array.from({ length: 20_000 }, (_, n) => ` s${n}: { hangup: }`).join('\n')}`,
  ],
  [
    'a circle of 5,000 steps',
    `${header}steps:\n${Array.from({ length: 5_000 }, (_, n) => ` s${n}: { say: Hi. }`).join('\n')}\n last: { say: Hi., next: s0 }`,
  ],
  ['an expression without end', `${header}steps: { a: { say: "${'${('.repeat(50_000)}" } }`],
  [
    'a thousand brackets in an expression',
    `${header}steps: { a: { say: "\${${'('.repeat(900)}1${')'.repeat(900)}}" } }`,
  ],
])('%s ends in diagnostics', (_, text) => {
  const { diagnostics } = compileFlow({ file: 'any.yaml', text });
  expect(diagnostics.length).toBeGreaterThan(0);
});
