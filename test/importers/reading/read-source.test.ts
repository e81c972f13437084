/** Files of other systems are read into trees with places, or refused with one; nothing is expanded or fetched. */
import { describe, expect, test } from 'vitest';
import { Fields, readSource, toData } from '../../../src/importers/reading/index.ts';
import type { ReadSource } from '../../../src/importers/reading/index.ts';

function read(text: string): ReadSource {
  const source = readSource({ file: 'flow', text });
  if ('code' in source) throw new Error(`${source.code}: ${source.message}`);
  return source;
}

function refuse(text: string): string {
  const source = readSource({ file: 'flow', text });
  if (!('code' in source)) throw new Error('it was read');
  const { line, column } = source.span.start;
  return `${line}:${column} ${source.code}: ${source.message}`;
}

function dataOf(text: string): unknown {
  const { root } = read(text);
  return root.kind === 'element' ? root : JSON.parse(JSON.stringify(toData(root)));
}

describe('JSON', () => {
  test('values with their places', () => {
    const { root } = read('{\n  "a": [1, true, null],\n  "b": { "c": "ü" }\n}');
    expect(
      root.kind === 'object' && root.entries.map(({ key, keySpan }) => [key, keySpan.start.line]),
    ).toEqual([
      ['a', 2],
      ['b', 3],
    ]);
    expect(dataOf('{"a":[1,true,null],"b":{"c":"x"}}')).toEqual({ a: [1, true, null], b: { c: 'x' } });
  });
  test('a byte order mark', () => {
    expect(dataOf('\uFEFF{"a":1}')).toEqual({ a: 1 });
  });
  test.each([
    ['little-endian', Buffer.from('\uFEFF{"a":1}', 'utf16le')],
    ['big-endian', Buffer.from('\uFEFF{"a":1}', 'utf16le').swap16()],
    ['without a mark', Buffer.from('{"a":1}', 'utf16le')],
  ])('UTF-16, %s, is refused by its name', (_, bytes) => {
    expect(refuse(bytes.toString('utf8'))).toBe('1:1 import-unreadable: the file is encoded in UTF-16');
  });
  test('names of a prototype are plain names', () => {
    const { root } = read('{"__proto__": {"x": 1}, "constructor": 2}');
    expect(new Fields(root as never).names).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
  test.each([
    ['{"a": ]}', '1:7 import-unreadable: the JSON is broken here: value expected'],
    ['{"a": 1', '1:8 import-unreadable: the JSON is broken here: close brace expected'],
    ['{"a": 1} x', '1:10 import-unreadable: the JSON is broken here: invalid symbol'],
    ['{"a": 1} 2', '1:10 import-unreadable: the JSON is broken here: end of file expected'],
    [
      `${'['.repeat(200)}${']'.repeat(200)}`,
      '1:101 import-too-large: the file is nested deeper than 100 levels',
    ],
  ])('%s', (text, message) => {
    expect(refuse(text)).toBe(message);
  });
});

describe('YAML', () => {
  test('values with their places, words as they are', () => {
    expect(dataOf('a: yes\nb:\n  - 1\n  - c: "2"\n')).toEqual({ a: 'yes', b: [1, { c: '2' }] });
  });
  test('aliases', () => {
    expect(dataOf('a: &x { b: 1 }\nc: *x\n')).toEqual({ a: { b: 1 }, c: { b: 1 } });
  });
  test('many aliases of aliases are refused, not expanded', () => {
    const levels = Array.from(
      { length: 12 },
      (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}*l${at}]`,
    );
    expect(refuse(['l0: &l0 [x]', ...levels].join('\n'))).toMatch(/import-too-large|import-unreadable/);
  });
  test('an alias of itself is refused', () => {
    expect(refuse('a: &a [*a]')).toMatch(/import-too-large: the file is nested deeper/);
  });
  test('broken YAML has a place', () => {
    expect(refuse('a: "x\nb: 1')).toMatch(/^\d+:\d+ import-unreadable: the YAML is broken here: /);
  });
  test.each([
    ['brackets in a line', `a: ${'['.repeat(500)}${']'.repeat(500)}`],
    ['brackets in many lines', `a:\n${' [\n'.repeat(2_000)}`],
    ['dashes', `a:\n ${'- '.repeat(2_000)}`],
  ])('deep nesting is refused: %s', (_, text) => {
    expect(refuse(text)).toMatch(/import-too-large: the file is nested deeper/);
  });
  test('thousands of mistakes are read once', () => {
    expect(refuse(`a: ${'[]'.repeat(1_000)}`)).toMatch(/^1:6 import-unreadable: /);
  });
});

describe('XML', () => {
  test('an ampersand that begins no reference stands for itself', () => {
    const { root } = read('<a url="https://x.example.com/?a=1&b=2&amp;c=3">salt & pepper &#38; R&D</a>');
    expect(root).toMatchObject({
      attributes: { url: 'https://x.example.com/?a=1&b=2&c=3' },
      children: [{ text: 'salt & pepper & R&D' }],
    });
  });
  test.each([
    ['<vxml>\n<%= greeting %></vxml>', '2:1', 'JSP or ASP'],
    ['<vxml a="<%= language %>"/>', '1:10', 'JSP or ASP'],
    ['<?php $a = 1; ?>\n<vxml/>', '1:1', 'PHP'],
    ['<vxml><!-- <% -->\n  <?= $text ?></vxml>', '2:3', 'PHP'],
  ])('a program that makes documents is refused: %s', (text, place, language) => {
    expect(refuse(text)).toBe(
      `${place} import-unreadable: this is a program that makes documents (${language}), and no document`,
    );
  });
  test.each([
    ['<vxml/>\n<vxml/>', '2:1'],
    ['<?xml version="1.0"?><a/>\n<?xml version="1.0"?><b/>', '2:1'],
    ['{"a": 1}\n{"b": 2}', '2:1'],
    ['a: 1\n---\nb: 2\n', '2:1'],
  ])('a file of several documents is refused at the second: %s', (text, place) => {
    expect(refuse(text)).toBe(`${place} import-unreadable: a second document begins here`);
  });
  test('signs of programs in comments and character data are text', () => {
    expect(read('<a><!-- <% --><![CDATA[<?php]]></a>').root).toMatchObject({ children: [{ text: '<?php' }] });
  });
  test('elements with attributes, text and comments above', () => {
    const { root } = read('<a x="1"><!-- why --><b/>text &amp; more</a>');
    expect(root).toMatchObject({
      kind: 'element',
      name: 'a',
      attributes: { x: '1' },
      children: [
        { kind: 'element', name: 'b', comment: 'why' },
        { kind: 'text', text: 'text & more' },
      ],
    });
  });
  test('a comment behind an element on its line belongs to it, one below to the next', () => {
    const { root } = read('<a>\n<b/> <!-- of b -->\n<!-- of c -->\n<c/><!-- of c, too --><d/>\n</a>');
    const elements = root.kind === 'element' ? root.children.filter(({ kind }) => kind === 'element') : [];
    expect(elements).toMatchObject([
      { name: 'b', comment: 'of b' },
      { name: 'c', comment: 'of c' },
      { name: 'd' },
    ]);
    expect(elements[2]).not.toHaveProperty('comment');
  });
  test.each([
    ['<!ENTITY x "boom">', 'boom'],
    ["<!ENTITY x 'A &#38; B &lt; C'>", 'A & B < C'],
    ['<!ENTITY x "one"><!ENTITY x "two">', 'one'],
  ])('plain text of %s stands for the entity', (declaration, text) => {
    expect(read(`<!DOCTYPE a [${declaration}]><a>&x;</a>`)).toMatchObject({
      root: { children: [{ text }] },
      unread: [],
    });
  });
  test.each([
    '<!ENTITY x SYSTEM "file:///etc/passwd">',
    '<!ENTITY x "<b/>">',
    '<!ENTITY x "&#60;b/>">',
    '<!ENTITY y "boom"><!ENTITY x "&y;&y;">',
    '<!ENTITY % x "boom">',
    '<!-- <!ENTITY x "boom"> -->',
  ])('of %s only the name is read', (declaration) => {
    expect(read(`<!DOCTYPE a [${declaration}]><a>&x;</a>`)).toMatchObject({
      root: { children: [{ text: 'x' }] },
      unread: [{ name: 'x' }],
    });
  });
  test('entities that add too much are refused', () => {
    const text = `<!DOCTYPE a [<!ENTITY x "${'x'.repeat(1_000)}">]><a>${'&x;'.repeat(101)}</a>`;
    expect(refuse(text)).toMatch(/import-too-large: entities add more than 100000 characters/);
  });
  test.each([
    ['<a><b></a>', /import-unreadable: the XML is broken here: /],
    [
      `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`,
      /import-too-large: the file is nested deeper than 100 levels/,
    ],
  ])('%s', (text, message) => {
    expect(refuse(text)).toMatch(message);
  });
});

describe('placeholders outside of quotes', () => {
  test('in JSON', () => {
    const { placeholders } = read('{"to": {{number}}, "b": ${Res.Arn}}');
    expect(placeholders.map(({ name }) => name)).toEqual(['number', 'Res.Arn']);
    expect(dataOf('{"to": {{number}}, "b": ${Res.Arn}}')).toEqual({ to: '{{number}}', b: '${Res.Arn}' });
  });
  test('in YAML, also in keys', () => {
    expect(dataOf('k: {{x}}\n{{x}}-Lambda: 1\n')).toEqual({ k: '{{x}}', '{{x}}-Lambda': 1 });
  });
  test('places after them are right', () => {
    const { root } = read('{"a": {{name}}, "b": 1}');
    expect(root.kind === 'object' && root.entries[1]?.keySpan.start.column).toBe(17);
  });
  test('in quotes they are text', () => {
    expect(dataOf('{"a": "Hello {{name}}"}')).toEqual({ a: 'Hello {{name}}' });
  });
});

test.each([
  ['{"a":1}'.padEnd(2_000_001), /at most 2000000 are read \(JSON\)/],
  [`<a>${'x'.repeat(2_000_000)}</a>`, /at most 2000000 are read \(XML\)/],
  [`a: ${'x'.repeat(250_000)}`, /at most 250000 are read \(YAML\)/],
])('a file that is too large is refused at once', (text, message) => {
  expect(refuse(text)).toMatch(message);
});

describe('Terraform', () => {
  const head = 'resource "aws_connect_contact_flow" "a" {\n  name = "A"\n';
  test('a content keeps its places', () => {
    const { root } = read(`${head}  content = <<JSON\n  {"x": \${b.arn}}\nJSON\n}\n`);
    expect(dataOf(`${head}  content = <<JSON\n  {"x": \${b.arn}}\nJSON\n}\n`)).toEqual({
      'aws_connect_contact_flow.a': { name: 'A', content: { x: '${b.arn}' } },
    });
    const [flow] = root.kind === 'object' ? root.entries : [];
    const content = flow?.value.kind === 'object' ? flow.value.entries[1] : undefined;
    expect(content?.value.span.start).toMatchObject({ line: 4, column: 3 });
  });
  test.each([
    [
      `${head}  content = file("a.json")\n}\n`,
      /^1:1 import-unreadable: no contact flow .* has its content in it/,
    ],
    [`${head}  content = <<JSON\n  {"x" 1}\nJSON\n}\n`, /^4:8 import-unreadable: the JSON is broken here/],
    [`${head}  content = jsonencode({ "x": [1 }`, /^1:1 import-unreadable: no contact flow/],
  ])('%s', (text, message) => {
    expect(refuse(text)).toMatch(message);
  });
});
