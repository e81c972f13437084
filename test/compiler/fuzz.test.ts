import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileFlow } from '../../src/compiler/index.ts';
import {
  applyFixes,
  renderGithub,
  renderJson,
  renderPretty,
  renderSarif,
} from '../../src/diagnostics/index.ts';

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
  renderGithub(diagnostics);
  renderSarif(diagnostics, { version: '1.0.0' });
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
    { numRuns: 300 },
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
  [
    'a thousand menus that say one long prompt in many languages, and a mistake',
    `${header}languages: [${Array.from({ length: 500 }, (_, n) => `en-x${n}`).join(', ')}]\nprompts: { p: [${'Press the 1 2 the the., '.repeat(9_000)}] }\nsteps:\n${Array.from({ length: 1_000 }, (_, n) => ` s${n}: { menu: { prompt: [p, p, p], choices: [{ key: 1, goto: s0 }] }, on: { exhausted: s0 } }`).join('\n')}\n bad: { sya: Hi. }`,
  ],
  [
    'a text of nothing but words that tell to press',
    `${header}steps:\n s0: { menu: { prompt: "${'press the key '.repeat(40_000)}", choices: [{ key: 2, goto: s0 }] }, on: { exhausted: s0 } }`,
  ],
  [
    '20,000 comments that silence',
    `${header}steps: { s0: { say: Hi. } }\n${'# ringflow-ignore long-menu: x\n'.repeat(20_000)}`,
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
