/** Calling windows as lines of text. */
import { expect, test } from 'vitest';
import { readWindowLines, toWindowLines } from '../../../../src/console/views/campaigns/windows.ts';

test('days, ranges and ranges past Sunday are read', () => {
  expect(readWindowLines(['mon-fri 09:00-20:00', 'Sat, Sun 10:00-14:00', 'sat-mon 00:00-24:00'])).toEqual({
    windows: [
      { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', until: '20:00' },
      { days: ['sat', 'sun'], from: '10:00', until: '14:00' },
      { days: ['sat', 'sun', 'mon'], from: '00:00', until: '24:00' },
    ],
  });
  expect(readWindowLines([])).toEqual({});
});

test.each([
  '',
  '09:00-20:00',
  'mon',
  'mon 09:00',
  'someday 09:00-20:00',
  'mon-tue-wed 09:00-20:00',
  'mon 9-10-11',
])('"%s" is no calling hour, and the mistake belongs to the field', (line) => {
  expect(() => readWindowLines([line])).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('mon-fri 09:00-20:00') as string,
      details: { errors: [expect.objectContaining({ pointer: '/windows' })] },
    }),
  );
});

test('what is rendered is read as the same', () => {
  const lines = ['mon-fri 09:00-20:00', 'sun 10:00-14:00', 'mon wed fri-sat 08:00-09:30'];
  expect(toWindowLines(readWindowLines(lines).windows)).toEqual(lines);
  expect(toWindowLines(undefined)).toEqual([]);
});
