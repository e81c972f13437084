import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Document as YamlDocument, Scalar } from 'yaml';
import { nodeAt, parseDocument, type ScalarNode } from '../../../../src/language/compiler/index.ts';
import { findRangeInside } from '../../../../src/language/compiler/read/scalar-offsets.ts';
import { scaleRuns } from '../../../setup/property-runs.ts';

function scalarOf(text: string): ScalarNode {
  const document = parseDocument(text, ({ message }) => {
    throw new Error(message);
  });
  const node = document && nodeAt(document.root, ['a', 'b']);
  if (!node || !('source' in node)) throw new Error('no scalar');
  return node;
}

/** What stands in the file where a word of the value does. */
function found(text: string, word: string): string {
  const node = scalarOf(text);
  const start = String(node.value).indexOf(word);
  const range = findRangeInside(text, node, { start, end: start + word.length });
  return text.slice(range.from, range.to);
}

describe('a word of a scalar', () => {
  test.each([
    ['plain', 'a: { b: one two three }'],
    ['in single quotes, behind a quote', "a: { b: 'it''s one two three' }"],
    ['in double quotes, behind escapes', 'a: { b: "\\"one\\"\\t\\\\ two three" }'],
    ['in a block', 'a:\n  b: |\n    one\n\n      two three\n'],
    ['in a block with an indicator', 'a:\n  b: |2-\n    one\n    two three\n'],
    ['in a folded block', 'a:\n  b: >-\n    one\n    two three\n'],
    ['on the second line of plain text', 'a:\n  b: one\n    two three\n'],
    ['on the second line of a quoted text', 'a:\n  b: "one\n    two three"\n'],
    ['behind carriage returns', 'a:\r\n  b: |\r\n    one\r\n    two three\r\n'],
    ['behind characters of two units', 'a: { b: "😀 one two three" }'],
  ])('%s is found', (_, text) => {
    expect(found(text, 'two')).toBe('two');
  });

  test('behind an escape that cannot be followed is the whole scalar', () => {
    expect(found('a: { b: "\\u0041 two" }', 'two')).toBe('"\\u0041 two"');
  });

  test('that is empty is a place', () => {
    const text = 'a: { b: one }';
    expect(findRangeInside(text, scalarOf(text), { start: 3, end: 3 })).toEqual({ from: 11, to: 11 });
  });
});

test('whatever the style, what is found is the word or holds it', () => {
  const styles: Scalar.Type[] = [
    Scalar.PLAIN,
    Scalar.QUOTE_DOUBLE,
    Scalar.QUOTE_SINGLE,
    Scalar.BLOCK_LITERAL,
    Scalar.BLOCK_FOLDED,
  ];
  const piece = fc.constantFrom('word', 'a b', "'", '"', '\\', '\n', '  ', '$', '{', 'é', '😀', 'x:y', 'x#y');
  fc.assert(
    fc.property(
      fc.constantFrom(...styles),
      fc.array(piece, { maxLength: 12 }),
      fc.nat(12),
      (style, pieces, at) => {
        const value = [...pieces.slice(0, at), 'TARGET', ...pieces.slice(at)].join('');
        const scalar = new Scalar(value);
        scalar.type = style;
        const text = new YamlDocument({ a: { b: scalar } }).toString();
        const node = scalarOf(text);
        // The library does not write every text so that it reads the same.
        fc.pre(node.value === value);
        const start = value.indexOf('TARGET');
        const range = findRangeInside(text, node, { start, end: start + 6 });
        const whole = range.from === node.range.from && range.to === node.range.to;
        expect(whole || text.slice(range.from, range.to) === 'TARGET').toBe(true);
      },
    ),
    { numRuns: scaleRuns(200) },
  );
});
