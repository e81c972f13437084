/** What `readPlainYaml` gives, the library gives too; and it gives something for the flows that people write. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSpanLookup } from '../../../../src/language/compiler/read/lines.ts';
import { readPlainYaml } from '../../../../src/language/compiler/read/plain-yaml.ts';
import { parseWithLibrary } from '../../../../src/language/compiler/read/yaml.ts';
import { scaleRuns } from '../../../setup/property-runs.ts';

const root = join(import.meta.dirname, '../../../..');
const flows = globSync('{flows/*,test/fixtures/flows/*,test/language/compiler/cases/{ok,err}}/*.yaml', {
  cwd: root,
})
  .sort()
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

/** True when the text was plain; fails when the library says something else of it. */
function agrees(text: string): boolean {
  const plain = readPlainYaml(text);
  if (plain === undefined) return false;
  const told: string[] = [];
  const whole = parseWithLibrary({ text, span: createSpanLookup(text) }, ({ message }) => told.push(message));
  expect(told).toEqual([]);
  expect(plain).toEqual(whole);
  return true;
}

describe('plain YAML', () => {
  test.each(flows)('$name: the library agrees', ({ text }) => {
    agrees(text);
  });

  test('is what all samples are written in', () => {
    const samples = flows.filter(({ name }) => /^flows\/.*\/flow\.yaml$/.test(name));
    expect(samples.filter(({ text }) => !agrees(text)).map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ['a mark at its begin', (text: string) => `\ufeff${text}`],
    ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a tab in it', (text: string) => text.replace('\n', ' \t\n')],
    ['a document before it', (text: string) => `a: b\n---\n${text}`],
  ])('is no text with %s', (_, written) => {
    for (const { text } of flows) expect(readPlainYaml(written(text))).toBeUndefined();
  });

  test.each([
    'a: b',
    'a:\n  b: c\n',
    'a:\n- b\n- c: d\n  e: f\n',
    'a:\n  - [b, c, ]\n  - { d: , e: }\n',
    'a: {}\nb: []\nc:\nd: x # e\n',
    'a: b\n  c\n  d\ne: "f"\n',
    'a:\n  long text\n  in two lines\n',
    'a: >-\n  b\n  c\nd: |\n    e\n    f\n\n\n# g\n',
    `a: 'it''s'\nb: "c \\"d\\" \\n"\n'e': f\n"g": h\n`,
    '1: 2\nb: -0\nc: 007\nd: +4930\ne: .5\nf: 5.\ng: 12345678901234567890\nh: TRUE\n',
    'a: 1 2\nb: 20m\nc: 0x\nd: -1\ne: b#c\nf: http://g\n',
    'a: [b c, d-e, f:g, -1]',
    '# first\n\na:\n    # second\n    b:\n\n        c: d\n    # third\ne: f\n# fourth',
    'a:\n  [\n    b,\n    { c: d },\n  ]\n',
    '+493012: a\nb.c-d: e\n',
  ])('%j is plain', (text) => {
    expect(agrees(text)).toBe(true);
  });

  test.each([
    '',
    'a',
    '- a',
    'a: b: c',
    'a: b\n c: d',
    'a: b\na: c',
    'a: &b c',
    'a: *b',
    'a: !b c',
    'a: ~',
    'a: 0x1f',
    'a: 1e3',
    'a: .inf',
    'a:\tb',
    'a: b\r\nc: d',
    'a: "b\n  c"',
    'a: "\\u0041"',
    'a: [b',
    'a: [b,\nc]',
    'a: { b }',
    'a: [b: c]',
    'a: ,b',
    'a: @b',
    'a: >-\n  b\n\n  c\n',
    'a: |2\n  b\n',
    'a: b\n---\nc: d',
    '---\na: b',
    'null: a',
    '? a\n: b',
    'a: b # c\n  d',
    'a:\n  b: c\n d: e',
    '  a: b\nc: d',
  ])('%j is left to the library', (text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });
});

const pieces = fc.constantFrom(
  ...[
    ' ',
    '  ',
    '\n',
    '\n  ',
    '\n    ',
    '- ',
    '-',
    ': ',
    ':',
    ', ',
    ',',
    '#',
    ' #',
    '"',
    "'",
    '|',
    '>',
    '>-\n',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '&a ',
    '*',
    '!',
    '%',
    '@',
    '`',
    '?',
    '\\',
    '~',
    '0',
    '1.',
    'e5',
    'true',
    'null',
    '<<: ',
  ],
  ...['a: b\n', '- c\n', 'd:\n', '\u00a0', '\u2028', '\u0085', '😀', '\ufffd', '...', '---', '\n\n', '\n#\n'],
);

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  piece: fc.oneof(pieces, fc.string({ maxLength: 3 })),
  removed: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(30)),
});

/** A stretch of a flow, so that a change has something to do with what is beside it. */
const stretch = fc
  .tuple(
    fc.constantFrom(...flows),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.integer({ min: 1, max: 30 }),
  )
  .map(([{ text }, from, count]) => {
    const lines = text.split('\n');
    const first = Math.floor(from * lines.length);
    const chosen = lines.slice(first, first + count);
    const indent = Math.min(...chosen.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
    return chosen.map((line) => line.slice(Number.isFinite(indent) ? indent : 0)).join('\n');
  });

describe('whatever a flow is changed to, what is read as plain is what the library reads', () => {
  test('a stretch of a flow with changes in it', () => {
    fc.assert(
      fc.property(stretch, fc.array(change, { maxLength: 3 }), (text, changes) => {
        agrees(changes.reduce(changed, text));
      }),
      { numRuns: scaleRuns(400) },
    );
  });

  test('a stretch of a flow with lines that are moved, indented, commented and written otherwise', () => {
    let plain = 0;
    fc.assert(
      fc.property(stretch, fc.array(lineChange, { minLength: 1, maxLength: 5 }), (text, changes) => {
        if (agrees(changes.reduce(withLineChanged, text))) plain += 1;
      }),
      { numRuns: scaleRuns(400) },
    );
    // What is left to the library proves nothing of the reader.
    expect(plain).toBeGreaterThan(scaleRuns(20));
  });

  test('any arrangement of the pieces of YAML', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        agrees(`a: ${parts.join('')}`);
      }),
      { numRuns: scaleRuns(400) },
    );
  });
});

function changed(
  text: string,
  { at, piece, removed }: { at: number; piece: string; removed: number },
): string {
  const from = Math.floor(at * text.length);
  return text.slice(0, from) + piece + text.slice(from + removed);
}

/** A line and what becomes of it; `other` is any line of the text. */
type LineChange = (line: string, other: string) => string[];

const lineChanges: LineChange[] = [
  () => [],
  (line, other) => [line, other],
  (_, other) => [other],
  (line) => [` ${line}`],
  (line) => [line.replace(/^ /, '')],
  (line) => [`${line} # why`],
  (line) => [`${line}# why`],
  (line) => [`${line}  `],
  (line) => ['', line],
  (line) => ['   ', line],
  (line) => ['# why', line],
  (line) => ['    # why', line],
  (line) => [line.replace(/^( *)/, '$1- ')],
  (line) => [line.replace(/^( *)- /, '$1-   ')],
  (line) => [line.replace(/^( *)([\w.]+):/, '$1"$2":')],
  (line) => [line.replace(/^( *)([\w.]+):/, '$1$2 :')],
  ...[
    "'$1'",
    '"$1"',
    '"\\u00e9$1"',
    '"$1\\n"',
    '&a $1',
    '*a',
    '!t $1',
    '[$1]',
    '{ x: $1 }',
    '[\n    $1,\n    é ]',
    '\n        $1',
    '$1\n        $1',
    '|\n        $1',
    '>-\n        $1\n        $1',
    '|+\n        $1\n',
    '>2\n        $1',
    '|-\n        $1\n          $1',
    '>-\n        $1\n\n        # $1',
    '',
  ].map((written): LineChange => {
    return (line) => line.replace(/(?<=: )(\S.*)$/, written).split('\n');
  }),
];

const lineChange = fc.record({
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  otherAt: fc.double({ min: 0, max: 0.999, noNaN: true }),
  change: fc.constantFrom(...lineChanges),
});

function withLineChanged(
  text: string,
  { at, otherAt, change }: { at: number; otherAt: number; change: LineChange },
): string {
  const lines = text.split('\n');
  const lineAt = (part: number) => Math.floor(part * lines.length);
  const becomes = change(lines[lineAt(at)] ?? '', lines[lineAt(otherAt)] ?? '');
  return lines.toSpliced(lineAt(at), 1, ...becomes).join('\n');
}
