import { describe, expect, test } from 'vitest';
import {
  entryOf,
  nodeAt,
  parseDocument,
  rangeAt,
  type Node,
} from '../../../../src/language/compiler/index.ts';
import { canHoldEntry } from '../../../../src/language/compiler/read/document.ts';
import { collectDiagnostics } from '../../../../src/language/diagnostics/index.ts';

function parse(text: string) {
  const { report, diagnostics } = collectDiagnostics('any.yaml');
  return { document: parseDocument(text, report), diagnostics };
}

/** A tree as plain data; scalars as their kind and value. */
function plain(node: Node | undefined): unknown {
  if (node?.kind === 'map')
    return Object.fromEntries([...node.entries.values()].map(({ key, value }) => [key, plain(value)]));
  if (node?.kind === 'list') return node.items.map(plain);
  return node && `${node.kind} ${String(node.value)}`;
}

describe('a document', () => {
  test('tells whole numbers from numbers with a point and keeps how they were written', () => {
    const { document } = parse('{ a: 007, b: 1.0, c: +4930, d: 0x1F, e: 1e3, f: "5", g: .5 }');
    const scalars = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => {
      const node = document && nodeAt(document.root, [key]);
      return node && 'source' in node ? `${node.kind} ${node.source}` : undefined;
    });
    expect(scalars).toEqual([
      'integer 007',
      'number 1.0',
      'integer +4930',
      'integer 0x1F',
      'number 1e3',
      'string 5',
      'number .5',
    ]);
  });

  test('is YAML 1.2: yes, on and no are text', () => {
    expect(plain(parse('{ on: yes, no: off, t: true, n: null }').document?.root)).toEqual({
      on: 'string yes',
      no: 'string off',
      t: 'boolean true',
      n: 'null null',
    });
  });

  test('takes keys as they are written, whatever YAML makes of them', () => {
    expect(plain(parse('1: a\n007: b\ntrue: c\n"*": d\n__proto__: e\n').document?.root)).toEqual(
      Object.fromEntries([
        ['1', 'string a'],
        ['007', 'string b'],
        ['true', 'string c'],
        ['*', 'string d'],
        ['__proto__', 'string e'],
      ]),
    );
  });

  test('knows where keys and values stand, in lines of any kind', () => {
    const text = 'a: 1\r\nb:\r\n  - x\r\n  - "y z"\r\n';
    const { document } = parse(text);
    if (!document) throw new Error('no document');
    const b = entryOf(document.root, 'b');
    expect(document.span(b?.keyRange ?? { from: 0, to: 0 }).start).toEqual({ line: 2, column: 1, offset: 6 });
    const range = rangeAt(document.root, ['b', 1]);
    expect(text.slice(range.from, range.to)).toBe('"y z"');
    expect(document.span(range).start).toMatchObject({ line: 4, column: 5 });
  });

  test('takes a carriage return alone for the end of a line', () => {
    const { document, diagnostics } = parse('a: 1\rb:\r  - x\r  - "y z"\r');
    expect(diagnostics).toEqual([]);
    expect(document?.span(entryOf(document.root, 'b')?.keyRange ?? { from: 0, to: 0 }).start).toEqual({
      line: 2,
      column: 1,
      offset: 5,
    });
  });

  test('points to the nearest value around a path that does not exist', () => {
    const { document } = parse('a: { b: text }');
    expect(document && rangeAt(document.root, ['a', 'b', 'c', 'd'])).toEqual({ from: 8, to: 12 });
    expect(document && nodeAt(document.root, ['a', 'x'])).toBeUndefined();
  });

  test('reads an alias as the value of its anchor', () => {
    const { document, diagnostics } = parse('a: &x { b: 1 }\nc: *x\nd: [*x, *x]\n');
    expect(diagnostics).toEqual([]);
    expect(plain(document?.root)).toEqual({
      a: { b: 'integer 1' },
      c: { b: 'integer 1' },
      d: [{ b: 'integer 1' }, { b: 'integer 1' }],
    });
  });

  test('begins behind a byte order mark', () => {
    expect(plain(parse('\ufeffa: 1').document?.root)).toEqual({ a: 'integer 1' });
  });
});

describe('a mistake in the YAML', () => {
  test.each([
    ['a: b: c', '1:4 a second ": " on one line'],
    ['a: "b\nc: 1', '1:4 the " that opens here is never closed by "'],
    ["a: 'b\nc: 1", "1:4 the ' that opens here is never closed by '"],
    ['a: [1, 2\nc: 1', '1:4 the [ that opens here is never closed by ]'],
    ['a: {b: 1\nc: 1', '1:4 the { that opens here is never closed by }'],
    ['a:\n\tb: 1', '2:1 a tab in the indentation: YAML is indented with spaces only'],
    ['a:\n   b: 1\n  c: 1', '3:3 "c" is not aligned with the key above it'],
    ['a: @b', '1:4 a text cannot begin with @ without quotes'],
    ['a: "\\q"', '1:5 unknown escape in double quotes'],
    ["a: 'it's'", '1:7 the apostrophe ends the text in single quotes'],
    ['a: *b', '1:4 "*b" is an alias, but no anchor before it has that name'],
    ['a: &a [*a]', '1:8 "*a" is an alias, but no anchor before it has that name'],
    ['a: 1\nb\nc: 1', '2:1 expected ":" with a value after a key, or "," between entries'],
    ['a: 1\nb: 2\na: 3', '3:1 the key "a" is given twice, first at 1:1'],
    ['a: !x 1', '1:4 the tag !x is not supported'],
    ['? [a]\n: b', '1:3 a key that is not text is not supported'],
    ['~: b', '1:1 a key that is not text is not supported'],
    ['a: 1\n---\nb: 2', '2:1 a second document begins here; a file must contain only one'],
    ['', '1:1 the file is empty'],
    ['# only a remark', '1:1 the file is empty'],
    ['a: b\0', '1:5 a NUL character stands here, so the file is not text'],
  ])('%j: its place and our words', (text, expected) => {
    const told = parse(text).diagnostics.map(
      ({ span, message }) => `${span.start.line}:${span.start.column} ${message}`,
    );
    expect(told).toEqual([expected]);
  });

  test('leaves the rest of the document readable', () => {
    const { document } = parse('a:\n  b: 1\n  c: d: e\n  f: 2\ng: @h\ni: 3\n');
    expect(plain(document?.root)).toMatchObject({ a: { b: 'integer 1' }, i: 'integer 3' });
    expect(document?.isFaulty).toBe(true);
    expect(document?.isDoubtful(rangeAt(document.root, ['g']))).toBe(true);
    expect(document?.isDoubtful(rangeAt(document.root, ['i']))).toBe(false);
  });

  test.each([
    [
      'far from the beginning of a long text',
      Array.from({ length: 20_000 }, (_, n) => `a${n}:\n    b: c\n`).join(''),
    ],
    ['behind an empty line', '\n'],
    ['behind comments alone', '# a\n   # b\n'],
  ])('is told as the slip that it is %s', (_, before) => {
    const { diagnostics } = parse(`${before}    last: 'It's me.'\n`);
    expect(diagnostics.map(({ message }) => message)).toContain(
      'the apostrophe ends the text in single quotes',
    );
  });

  test('may have kept an entry out of the tree, if its name is written at all', () => {
    const { document } = parse('a: { b: 1, c: @d, lost: 2 }\nmain_lost: 1\n- dash: 2\n-near: 3\n');
    const held = (name: string, read?: number) => document && canHoldEntry(document, name, read);
    expect(held('lost')).toBe(true);
    expect(held('near')).toBe(true);
    expect(held('lost', 1)).toBe(false);
    expect(held('main')).toBe(false);
    expect(held('los')).toBe(false);
    expect(held('ost')).toBe(false);
  });

  test('of which there are dozens makes the text no document at all', () => {
    const { document, diagnostics } = parse('a: @b\n'.repeat(500));
    expect(document).toBeUndefined();
    expect(diagnostics.length).toBeLessThanOrEqual(550);
  });
});

test('aliases that multiply are stopped', () => {
  const levels = Array.from(
    { length: 40 },
    (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(',')}]`,
  );
  const { document, diagnostics } = parse(`a0: &a0 [x,x,x,x,x,x,x,x,x]\n${levels.join('\n')}\n`);
  expect(document).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toEqual(['too-large']);
});

test('a line is not moved where the one above it may lack its colon', () => {
  const { diagnostics } = parse('steps:\n  - name: bye\n    hangup\n  sorry:\n    say: Sorry.\n');
  expect(diagnostics.map(({ code, fix }) => [code, fix])).toEqual([
    ['syntax', undefined],
    ['syntax', undefined],
  ]);
});
