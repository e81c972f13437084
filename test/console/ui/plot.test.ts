/** Geometry of curves. */
import { describe, expect, test } from 'vitest';
import {
  accumulateShares,
  chooseTimeFormat,
  findAxisTop,
  findScale,
  listTicks,
  placePoint,
  renderCurve,
} from '../../../src/console/ui/plot.ts';
import type { CurvePoint } from '../../../src/console/ui/plot.ts';

const area = { left: 50, top: 10, width: 100, height: 60 };

test.each([
  [0, 3],
  [3, 3],
  [4, 6],
  [173, 180],
  [1_001, 1_500],
])('an axis for %i ends at %i, in three whole parts', (highest, top) => {
  expect(findAxisTop(highest)).toBe(top);
});

describe('the scale', () => {
  const curves: CurvePoint[][] = [
    [
      [1_000, 2],
      [2_000, 5],
    ],
    [[3_000, 4]],
  ];

  test('holds the points of all curves', () => {
    expect(findScale(curves)).toEqual({ from: 1_000, to: 3_000, top: 6 });
  });

  test('reaches a limit that no point reaches, and ends at the greatest possible value', () => {
    expect(findScale(curves, { atLeast: 10 }).top).toBe(15);
    expect(findScale([[[0, 100]]], { atMost: 100 }).top).toBe(100);
  });

  test('exists without any point', () => {
    expect(findScale([])).toEqual({ from: 0, to: 0, top: 3 });
  });
});

describe('a curve', () => {
  const scale = { from: 0, to: 10, top: 6 };

  test('goes from the lower left to the upper right of its area', () => {
    expect(placePoint([0, 0], scale, area)).toEqual([50, 70]);
    expect(placePoint([10, 6], scale, area)).toEqual([150, 10]);
    expect(
      renderCurve(
        [
          [0, 0],
          [5, 3],
          [10, 6],
        ],
        scale,
        area,
      ),
    ).toBe('M50.0 70.0L100.0 40.0L150.0 10.0');
  });

  test('of one moment is at the right, without a division by zero', () => {
    expect(placePoint([7, 3], { from: 7, to: 7, top: 6 }, area)).toEqual([150, 40]);
    expect(listTicks({ from: 7, to: 7, top: 6 }, 5)).toEqual([7]);
  });

  test('has its first and last time among the ticks', () => {
    expect(listTicks(scale, 5)).toEqual([0, 2.5, 5, 7.5, 10]);
  });
});

test('shares add up from bucket to bucket, and begin with the first call that ended', () => {
  const portions = [
    { at: 1, part: 0, whole: 0 },
    { at: 2, part: 1, whole: 2 },
    { at: 3, part: 0, whole: 2 },
    { at: 4, part: 3, whole: 4 },
  ];
  expect(accumulateShares(portions)).toEqual([
    [2, 50],
    [3, 25],
    [4, 50],
  ]);
});

test('times of an axis of several days have the day and 24 hours', () => {
  const at = new Date(2026, 10, 23, 16, 45).getTime();
  expect(chooseTimeFormat(86_400_000)(at)).toBe('16:45');
  expect(chooseTimeFormat(7 * 86_400_000)(at)).toMatch(/^\S+ 16:45$/);
});
