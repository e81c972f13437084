/** Counts and figures as text. */
import { describe, expect, test } from 'vitest';
import {
  formatClock,
  formatCount,
  formatExactMoment,
  formatMoment,
  formatShare,
  inflect,
} from '../../../src/console/ui/format.ts';

describe('a count', () => {
  test.each([
    [0, '0 calls'],
    [1, '1 call'],
    [2, '2 calls'],
  ])('of %i has the noun that fits', (count, text) => {
    expect(formatCount(count, 'call')).toBe(text);
  });

  test('inflects more than the noun where it is told how', () => {
    const pass = (count: number) => formatCount(count, 'scenario passes', 'scenarios pass');
    expect([pass(0), pass(1), pass(48)]).toEqual([
      '0 scenarios pass',
      '1 scenario passes',
      '48 scenarios pass',
    ]);
    expect([inflect(1, 'is', 'are'), inflect(2, 'is', 'are')]).toEqual(['is', 'are']);
  });
});

test.each([
  [0, 0, '–'],
  [0, 8, '0 %'],
  [1, 80, '1.3 %'],
  [49, 100, '49 %'],
])('%i of %i is %s', (count, of, text) => {
  expect(formatShare(count, of)).toBe(text);
});

test('times have 24 hours, and dates begin with the year', () => {
  const at = new Date(2026, 10, 23, 16, 45, 14).getTime();
  expect([formatMoment(at), formatExactMoment(at), formatClock(at)]).toEqual([
    '2026-11-23 16:45',
    '2026-11-23 16:45:14',
    '16:45',
  ]);
  expect(formatClock(new Date(2026, 10, 23, 0, 5).getTime())).toBe('00:05');
});
