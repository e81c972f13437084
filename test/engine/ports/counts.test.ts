/** Which buckets a store has to look at for a period. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitPeriod, WIDER_WIDTHS, WIDTH_MS } from '../../../src/engine/ports/index.ts';
import type { BucketRange, Width } from '../../../src/engine/ports/index.ts';

const HOUR = WIDTH_MS.hour;
const MINUTE = WIDTH_MS.minute;
const DAY = WIDTH_MS.day;
const midnight = Date.parse('2026-08-01T00:00:00Z');

const told = (stretches: readonly BucketRange[]) =>
  stretches.map(({ width, from, until }) => `${(until - from) / WIDTH_MS[width]} ${width}`);

test('a week is a few hours, a few quarters of days, and days', () => {
  const from = midnight + 10 * HOUR;
  expect(told(splitPeriod('hour', { from, until: from + 7 * DAY }))).toEqual([
    '2 hour',
    '2 quarter_day',
    '6 day',
    '1 quarter_day',
    '4 hour',
  ]);
});

test('an hour is a few minutes, and tens of them', () => {
  const from = midnight + 7 * MINUTE;
  expect(told(splitPeriod('minute', { from, until: from + HOUR }))).toEqual([
    '3 minute',
    '5 ten_minutes',
    '7 minute',
  ]);
});

test('what is within one wider bucket, or nothing, is what it is', () => {
  const within = { from: midnight + HOUR, until: midnight + 5 * HOUR };
  expect(told(splitPeriod('hour', within))).toEqual(['4 hour']);
  expect(splitPeriod('hour', { from: midnight, until: midnight })).toEqual([]);
  expect(splitPeriod('hour', { from: midnight + 1, until: midnight + HOUR })).toEqual([]);
  expect(splitPeriod('hour', { from: midnight + HOUR, until: midnight })).toEqual([]);
});

test('a wider bucket counts from the moment on in which its last one has begun', () => {
  const until = midnight + 9 * MINUTE;
  expect(told(splitPeriod('minute', { from: midnight, until }))).toEqual(['9 minute']);
  expect(told(splitPeriod('minute', { from: midnight, until: until + 1 }))).toEqual(['1 ten_minutes']);
});

test('every bucket of a period is looked at once, and none beside, in few', () => {
  const widths = fc.constantFrom<Width>('minute', 'hour');
  const times = fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: -2, max: 2 }));
  fc.assert(
    fc.property(widths, times, times, (width, [first, over], [length, more]) => {
      const ms = WIDTH_MS[width];
      const from = midnight + first * ms + over;
      const until = from + length * ms + more;
      const stretches = splitPeriod(width, { from, until });
      const begins = stretches.flatMap((one) => beginsIn(one, ms));
      const first0 = Math.ceil(from / ms) * ms;
      const expected = Array.from(
        { length: Math.max(0, Math.ceil((until - first0) / ms)) },
        (_, nth) => first0 + nth * ms,
      );
      expect(begins).toEqual(expected);
      for (const one of stretches)
        expect([one.from % WIDTH_MS[one.width], one.until % WIDTH_MS[one.width]]).toEqual([0, 0]);
      const widest = WIDTH_MS[WIDER_WIDTHS[width].at(-1) ?? width] / ms;
      const buckets = stretches.reduce((sum, one) => sum + (one.until - one.from) / WIDTH_MS[one.width], 0);
      expect(buckets).toBeLessThanOrEqual(length / widest + 20);
    }),
  );
});

function beginsIn({ from, until }: BucketRange, ms: number): number[] {
  return Array.from({ length: (until - from) / ms }, (_, nth) => from + nth * ms);
}
