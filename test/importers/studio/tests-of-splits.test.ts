import { describe, expect, test } from 'vitest';
import { createExpressions } from '../../../src/language/model/index.ts';
import { evaluateTest } from '../../../src/importers/studio/interpreter/conditions.ts';
import { translateConditions } from '../../../src/importers/studio/translation/conditions.ts';

const expressions = createExpressions({
  vars: { value: { type: 'string', initial: '', secret: false } },
  env: {},
});

/** Evaluates the translation of a test. */
function evaluateTranslated(type: string, left: string, right: string): boolean {
  const translated = translateConditions([{ type, left: '{{ flow.variables.value }}', right }], () => ({
    code: 'vars.value',
    type: 'string',
    isAtom: true,
  }));
  if (translated === undefined) throw new Error(`no translation of ${type}`);
  return expressions.evaluate(translated.code, { vars: { value: left } } as never) as boolean;
}

describe('tests of splits', () => {
  test.each([
    ['equal_to', ' YES ', 'yes', true],
    ['equal_to', '1', '2', false],
    ['not_equal_to', 'a', 'A', false],
    ['matches_any_of', 'Support', 'sales, support', true],
    ['matches_any_of', '', 'sales, support', false],
    ['does_not_match_any_of', 'x', 'sales,support', true],
    ['contains', 'I need SALES now', 'sales', true],
    ['does_not_contain', 'abc', 'd', true],
    ['starts_with', ' +4930', '+49', true],
    ['does_not_start_with', '+4930', '+49', false],
    ['is_blank', '  ', '', true],
    ['is_not_blank', 'x', '', true],
    ['less_than', '2.5', '3', true],
    ['less_than', 'many', '3', false],
    ['greater_than', '10', '9', true],
    ['greater_than', '', '-1', false],
    ['regex', 'AB12', '[a-z]{2}\\d+', true],
    ['regex', 'AB12x', '[a-z]{2}\\d+', false],
    ['regex', 'no', 'yes|no', true],
    ['equal_to', 'say "hi"', 'say "hi"', true],
  ])('%s: %j and %j', (type, left, right, expected) => {
    expect(evaluateTest(type, left, right)).toBe(expected);
    expect(evaluateTranslated(type, left, right)).toBe(expected);
  });

  test('what depends on the time, and patterns that take too long, have no counterpart', () => {
    expect(evaluateTest('is_before_time', '10:00', '11:00')).toBeUndefined();
    expect(() => evaluateTranslated('is_before_time', '10:00', '11:00')).toThrow();
    expect(() => evaluateTranslated('regex', 'x', '(a+)+b')).toThrow();
  });
});
