import { expect, test } from 'vitest';
import type { Pattern } from '../../../src/importers/freeswitch/model.ts';
import {
  findCaptured,
  isForeign,
  listExamples,
  toWholePattern,
} from '../../../src/importers/freeswitch/patterns.ts';

function pattern(source: string): Pattern {
  return { source, test: new RegExp(source) };
}

test.each([
  ['^(10[01][0-9])$', '^(10[01][0-9])$'],
  ['^1', '^1[0-9*]*$'],
  ['^2$|3', '^(?:2|[0-9*]*3[0-9*]*)$'],
  ['^(1|2)$', '^(1|2)$'],
])('%s becomes %s for whole entries', (source, whole) => {
  expect(toWholePattern([pattern(source)])).toBe(whole);
});

test('a pattern that looks around cannot be had', () => {
  expect(toWholePattern([pattern('^(?=1)[0-9]$')])).toBeUndefined();
});

test('examples are the first and last that fit, and the one behind', () => {
  expect(listExamples(pattern('^10[01][0-9]$'), 4)).toEqual(['1000', '1019', '1020']);
});

test.each([
  ['^9(\\d\\d)$', { before: '9', after: '' }],
  ['^(\\d\\d)#?$', undefined],
  ['^(\\d)5$', { before: '', after: '5' }],
])('%s takes out %o', (source, captured) => {
  expect(findCaptured(pattern(source))).toEqual(captured);
});

test('what an application cannot get out of the digits is foreign', () => {
  const app = { kind: 'transfer', key: '$1 XML default' } as const;
  expect(isForeign(pattern('^[2-4](\\d)|5$'), { kind: 'app', app })).toBe(true);
  expect(isForeign(pattern('^[2-4](\\d)|5$'), { kind: 'back' })).toBe(false);
});
