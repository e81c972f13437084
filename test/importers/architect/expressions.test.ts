import { describe, expect, test } from 'vitest';
import { Untranslatable } from '../../../src/importers/architect/expressions/cel.ts';
import { evaluate, toText as toPlainText } from '../../../src/importers/architect/expressions/evaluate.ts';
import type { Value } from '../../../src/importers/architect/expressions/evaluate.ts';
import { parseExpression, toLiteral } from '../../../src/importers/architect/expressions/syntax.ts';
import { toCel, toText } from '../../../src/importers/architect/expressions/to-cel.ts';
import type { Names } from '../../../src/importers/architect/expressions/to-cel.ts';

const names: Names = {
  find: (path) => {
    switch (path.join('.')) {
      case 'Flow.text':
        return { code: 'vars.text', type: 'string', isAtom: true };
      case 'Flow.count':
        return { code: 'vars.count', type: 'int', isAtom: true };
      case 'Flow.yes':
        return { code: 'vars.yes', type: 'bool', isAtom: true };
      case 'Flow.maybe':
        return { code: 'int(vars.maybe)', type: 'int', isAtom: true, text: 'vars.maybe' };
      default:
        return undefined;
    }
  },
  placeholder: (name) => `\${env.VALUE_${name.toUpperCase()}}`,
};

const values: Record<string, Value> = {
  'Flow.text': 'Abc',
  'Flow.count': 3,
  'Flow.yes': true,
  'Flow.maybe': null,
};
const scope = {
  find: (path: readonly string[]) => values[path.join('.')],
  placeholder: (name: string) => `<${name}>`,
};

/** Expression, what a flow writes for it, and its value here. */
const cases: [expression: string, cel: string, value: Value][] = [
  ['Flow.text == "Abc" AND NOT Flow.yes', 'vars.text == "Abc" && !vars.yes', false],
  ['Flow.count > 1 OR Flow.yes == false', 'vars.count > 1 || !vars.yes', true],
  ['(Flow.yes OR Flow.yes) AND Flow.yes', '(vars.yes || vars.yes) && vars.yes', true],
  ['NOT Flow.text == "x"', 'vars.text != "x"', true],
  ['!(Flow.text == "x")', 'vars.text != "x"', true],
  ['If(IsNotSetOrEmpty(Flow.text), 0, Length(Flow.text))', 'vars.text == "" ? 0 : size(vars.text)', 3],
  ['Flow.yes ? "a" : "b"', 'vars.yes ? "a" : "b"', 'a'],
  ['IsSet(Flow.maybe)', 'vars.maybe != ""', false],
  ['Flow.maybe == NOT_SET', 'vars.maybe == ""', true],
  ['If(IsSet(Flow.maybe), Flow.maybe + 1, 1)', 'vars.maybe != "" ? int(vars.maybe) + 1 : 1', 1],
  ['Left(Flow.text, 2) == "Ab"', 'vars.text.startsWith("Ab")', true],
  ['Right(Flow.text, 2) != "bc"', '!vars.text.endsWith("bc")', false],
  [
    'Substring(Flow.text, 1, 1)',
    'size(vars.text) > 2 ? vars.text.substring(1, 2) : size(vars.text) > 1 ? vars.text.substring(1) : ""',
    'b',
  ],
  ['Contains(Lower(Flow.text), "b")', 'vars.text.lowerAscii().contains("b")', true],
  ['ToInt("12") + Flow.count * 2', 'int("12") + (vars.count * 2)', 18],
  ['Flow.count / 2', 'double(vars.count) / 2', 1.5],
  ['-Flow.count', '-vars.count', -3],
  ['Append(Flow.text, "-", ToString(Flow.count))', 'vars.text + "-" + string(vars.count)', 'Abc-3'],
  ['ToPhoneNumber(Flow.text).e164', 'vars.text', 'Abc'],
  ['Replace(Flow.text, "b", "")', 'vars.text.split("b").join("")', 'Ac'],
  ['"quote "" and \\"more\\""', '"quote \\" and \\"more\\""', 'quote " and "more"'],
];

describe('expressions of Architect', () => {
  test.each(cases)('%s', (code, cel, value) => {
    const expression = parseExpression(code);
    expect(evaluate(expression, scope)).toEqual(value);
    expect(toCel(expression, names).code).toBe(cel);
  });

  test('nothing equals itself alone', () => {
    expect(evaluate(parseExpression('Flow.maybe == "" OR Flow.maybe > 1'), scope)).toBe(false);
    expect(evaluate(parseExpression('Flow.maybe + 1'), scope)).toBeNull();
  });

  test('texts have their values in them', () => {
    const expression = parseExpression('Append("You have ", Flow.count, " items, ${x}")');
    expect(toText(expression, names)).toBe('You have ${vars.count} items, $${x}');
    expect(toPlainText(evaluate(expression, scope))).toBe('You have 3 items, ${x}');
  });

  test('placeholders are settings', () => {
    const literal = toLiteral('Hello {{company}}!');
    expect(toText(literal, names)).toBe('Hello ${env.VALUE_COMPANY}!');
    expect(toPlainText(evaluate(literal, scope))).toBe('Hello <company>!');
  });

  test.each(['Count(Flow.words) > 1', 'GetCurrentDateTimeUtc()', 'Flow.text ==', '"open', 'Flow.text)'])(
    'what has no counterpart is refused: %s',
    (code) => {
      expect(() => toCel(parseExpression(code), names)).toThrow(Untranslatable);
    },
  );

  test('deep and long expressions are refused, not followed', () => {
    const deep = `${'('.repeat(5_000)}1${')'.repeat(5_000)}`;
    expect(parseExpression(deep).kind).toBe('broken');
    expect(parseExpression('NOT '.repeat(3_000)).kind).toBe('broken');
    expect(parseExpression(`"${'a'.repeat(30_000)}"`).kind).toBe('broken');
  });
});
