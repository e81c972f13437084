/** Values of forms, lines of parameters, and mistakes beside their fields. */
import { expect, test } from 'vitest';
import { readMistakes } from '../../../../src/console/ui/form/mistakes.ts';
import { readParamLines, toParamLines } from '../../../../src/console/ui/form/params.ts';
import { FormValues, toFieldTime } from '../../../../src/console/ui/form/values.ts';

function toValues(fields: Record<string, string>): FormValues {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return new FormValues(data);
}

test('texts lose the spaces at their ends, and an empty field is absent', () => {
  const values = toValues({ name: '  main ', empty: ' ', lines: ' a \n\n b', count: '7', wrong: 'many' });
  expect(values.text('name')).toBe('main');
  expect(values.text('missing')).toBe('');
  expect(values.lines('lines')).toEqual(['a', 'b']);
  expect(values.number('count')).toBe(7);
  expect(values.number('empty')).toBeUndefined();
  expect(values.number('wrong')).toBeNaN();
  expect(values.time('empty')).toBeUndefined();
});

test('a local time is sent with its offset, and shown as the same local time', () => {
  const time = toValues({ at: '2030-07-01T10:30' }).time('at');
  expect(time).toMatch(/Z$/);
  expect(toFieldTime(time)).toBe('2030-07-01T10:30');
  expect(toFieldTime(undefined)).toBe('');
});

test('parameters are lines of names and values; a value may hold "="', () => {
  expect(readParamLines(['language = de', 'formula=a=b', 'note ='])).toEqual({
    params: { language: 'de', formula: 'a=b', note: '' },
  });
  expect(readParamLines([])).toEqual({});
  expect(toParamLines({ language: 'de', hour: 9, is_new: true })).toEqual([
    'language = de',
    'hour = 9',
    'is_new = true',
  ]);
});

test.each(['language', '= de', ''])('the line "%s" is a mistake of its field', (line) => {
  expect(() => readParamLines([line], 'columns')).toThrow(
    expect.objectContaining({ details: { errors: [expect.objectContaining({ pointer: '/columns' })] } }),
  );
});

test('a refusal names the field by its code, or by the places of the mistakes', () => {
  const refusal = { code: 'invalid_number', message: 'no number', details: {} };
  expect(readMistakes(refusal, { invalid_number: 'number' })).toEqual({ number: 'No number.' });
  expect(readMistakes(refusal, {})).toEqual({});
  const errors = [
    { in: 'body', pointer: '/platform/appId', detail: 'is required' },
    { in: 'body', pointer: '/limits/dialPrefixes/1', detail: 'is wrong' },
    { in: 'params', pointer: '/id', detail: 'expected: Id of a route.' },
    null,
    'text',
  ];
  expect(readMistakes({ code: 'invalid', message: '', details: { errors } }, {})).toEqual({
    'platform.appId': 'Is required.',
    'limits.dialPrefixes': 'Is wrong.',
    id: 'Expected: Id of a route.',
  });
  expect(readMistakes({ code: 'invalid', message: '', details: { errors: 'none' } }, {})).toEqual({});
});
