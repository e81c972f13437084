import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPatternProblem } from '../../../../src/language/compiler/verbs/parts/patterns.ts';
import { scaleRuns } from '../../../setup/property-runs.ts';

describe('a pattern is safe', () => {
  test.each([
    ['without a group', '^[1-9][0-9]*$'],
    ['with a group that is not repeated', '^(0|[1-9][0-9]*)$'],
    ['with an optional group', '^[0-9]+([.][0-9]+)?$'],
    ['with a group that occurs once', '^(\\d+){1}x$'],
    ['with a group that occurs once at most', '^(\\d+){0,1}x$'],
    ['with a fixed count in a repeated group', '^(\\d{4})+$'],
    ['with alternatives that begin differently', '^(?:4|5[0-9]|[67]x)*$'],
    ['with alternatives of letters that begin differently', '^(?:ж|ё)*$'],
    ['with brackets and signs in a class', '^[()*+|]*$'],
    ['with an escaped bracket', '^\\(a+\\)*$'],
    ['with a group beside the repeated one', '(a|ab)(?:cd){3}'],
  ])('%s', (_, pattern) => {
    expect(findPatternProblem(pattern, 'u')).toBeUndefined();
  });
});

describe('a repeated group is unsafe', () => {
  test.each([
    ['with a star in it', '(a*)*', '(a*)'],
    ['with a plus in it', '^(\\d+)+$', '(\\d+)'],
    ['with a lazy quantifier in it', '(a+?)+', '(a+?)'],
    ['with an optional character in it', '(a?b?)*', '(a?b?)'],
    ['with a range in it', '(a{1,3})+', '(a{1,3})'],
    ['that is counted', '(a+){20}', '(a+)'],
    ['that is counted up to a number', '(a+){0,20}', '(a+)'],
    ['that is counted from a number', '(a+){1,}', '(a+)'],
    ['without capture', '(?:a+)+', '(?:a+)'],
    ['with a name', '(?<x>a+)+', '(?<x>a+)'],
    ['with the quantifier in a group of its own', '((a+)b)*', '((a+)b)'],
    ['with a quantified class in it', '([0-9*]+)*', '([0-9*]+)'],
    ['with equal alternatives', '(a|a)*', '(a|a)'],
    ['with an alternative that begins another', '(?:a|ab)+', '(?:a|ab)'],
    ['with classes that overlap', '([0-5]|[5-9])*', '([0-5]|[5-9])'],
    ['with classes of letters that overlap', '([а-я]|ж)*', '([а-я]|ж)'],
    ['with a class and a character of it', '(\\d|7)*', '(\\d|7)'],
    ['with any character as an alternative', '(.|a)*', '(.|a)'],
    ['with an empty alternative', '(a|)*', '(a|)'],
    ['with a group at the beginning of an alternative', '((a)|b)*', '((a)|b)'],
    ['with a character by its number', '(\\u0061|b)*', '(\\u0061|b)'],
    ['with alternatives in a group of their own', '(x(a|ab))*', '(x(a|ab))'],
    ['with what another group matched', '(a)(?:\\1|b)*', '(?:\\1|b)'],
  ])('%s', (_, pattern, group) => {
    const problem = findPatternProblem(pattern, 'u');
    expect(problem?.code).toBe('unsafe-pattern');
    expect(problem?.message).toContain(`the group ${group} is`);
  });
});

test('what is no regular expression is told as such', () => {
  expect(findPatternProblem('(', 'u')?.code).toBe('bad-value');
  expect(findPatternProblem('a\\-b', 'u')?.code).toBe('bad-value');
  expect(findPatternProblem('a\\-b', '')).toBeUndefined();
});

test('any text is judged, with either flags', () => {
  const pieces = fc.constantFrom(
    ...Array.from('()[]{}|*+?\\^$.,-:=!<>abdpuxk123'),
    '(?:',
    '(?<a>',
    '{2,}',
    '\\d',
    '\\p{L}',
  );
  const pattern = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(pattern, fc.constantFrom('u' as const, '' as const), (text, flags) => {
      expect([undefined, 'bad-value', 'unsafe-pattern']).toContain(findPatternProblem(text, flags)?.code);
    }),
    { numRuns: scaleRuns(500) },
  );
});
