import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberLines } from '../../../src/service/campaigns/number-lines.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const few = fc.integer({ min: 1, max: 50 });
const any = fc.integer({ min: 1, max: 999_999_999_999_999 });
const inRow = fc.integer({ min: 4_915_112_000_000, max: 4_915_112_002_000 });
const numbersOf = fc.array(fc.oneof(few, any, inRow), { maxLength: 3_000, size: 'max' });

/** How many numbers a table takes: one of all, or so few that there are many, and all places are wanted by several. */
test.each([undefined, 1, 2, 7, 500])(
  'with tables of %s a number that came before is known by its first line, and no other is',
  (full) => {
    fc.assert(
      fc.property(full === 1 ? fc.array(few) : numbersOf, (numbers) => {
        const lines = new NumberLines(full);
        const expected = new Map<number, number>();
        numbers.forEach((one, line) => {
          expect(lines.findFirstLine(one, line)).toBe(expected.get(one));
          if (!expected.has(one)) expected.set(one, line);
        });
        expect(lines.size).toBe(expected.size);
      }),
      { numRuns: scaleRuns(30) },
    );
  },
);

test('of no numbers nothing is known', () => {
  const lines = new NumberLines();
  expect(lines.size).toBe(0);
  expect(lines.findFirstLine(4_915_112_000_000, 0)).toBeUndefined();
  expect(lines.findFirstLine(4_915_112_000_000, 5), 'line 0 is one too').toBe(0);
});

test('a number that comes again and again takes one place', () => {
  const lines = new NumberLines(3);
  const found = Array.from({ length: 1_000 }, (_, line) => lines.findFirstLine(4_915_112_000_000, line + 2));
  expect(found.slice(1)).toEqual(Array.from({ length: 999 }, () => 2));
  expect(lines.size).toBe(1);
});

test('a table that is full is left, and what stands in it is known for good', () => {
  const lines = new NumberLines(1_000);
  const numbers = Array.from({ length: 1_001 }, (_, row) => 4_915_112_000_000 + row);
  for (const [row, number] of numbers.entries()) expect(lines.findFirstLine(number, row)).toBeUndefined();
  expect(lines.size).toBe(1_001);
  expect(numbers.map((number) => lines.findFirstLine(number, -1))).toEqual([...numbers.keys()]);
});

test('more numbers than a campaign has recipients are told apart', () => {
  const lines = new NumberLines();
  let isWrong = false;
  for (let row = 0; row < 1_100_000; row += 1)
    isWrong ||= lines.findFirstLine(4_915_112_000_000 + row, row) !== undefined;
  for (let row = 0; row < 1_100_000; row += 10_007)
    isWrong ||= lines.findFirstLine(4_915_112_000_000 + row, 7) !== row;
  expect(isWrong).toBe(false);
  expect(lines.size).toBe(1_100_000);
});
