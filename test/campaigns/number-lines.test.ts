import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberLines } from '../../src/campaigns/number-lines.ts';

test('a number that came before is known by its first line, and no other is', () => {
  const number = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 999_999_999_999_999 }));
  fc.assert(
    fc.property(fc.array(number, { maxLength: 3_000, size: 'max' }), (numbers) => {
      const lines = new NumberLines();
      const expected = new Map<number, number>();
      numbers.forEach((one, line) => {
        expect(lines.firstLine(one, line)).toBe(expected.get(one));
        if (!expected.has(one)) expected.set(one, line);
      });
      expect(lines.size).toBe(expected.size);
    }),
  );
});

test('numbers in a row stay as quick as others', () => {
  const lines = new NumberLines();
  for (let row = 0; row < 200_000; row += 1)
    expect(lines.firstLine(4_915_112_000_000 + row, row)).toBeUndefined();
  expect(lines.firstLine(4_915_112_000_000, 7)).toBe(0);
  expect(lines.size).toBe(200_000);
});
