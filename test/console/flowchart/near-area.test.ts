/** The part of a diagram that is drawn in full. */
import { expect, test } from 'vitest';
import { boundPoints, isNear } from '../../../src/console/flowchart/near-area.ts';

const area = { x: 100, y: 100, width: 200, height: 100 };

test.each([
  ['inside', { x: 150, y: 120, width: 10, height: 10 }, true],
  ['around it', { x: 0, y: 0, width: 900, height: 900 }, true],
  ['at its corner', { x: 300, y: 200, width: 10, height: 10 }, true],
  ['at the left', { x: 0, y: 120, width: 99, height: 10 }, false],
  ['at the right', { x: 301, y: 120, width: 99, height: 10 }, false],
  ['above', { x: 150, y: 0, width: 10, height: 99 }, false],
  ['below', { x: 150, y: 201, width: 10, height: 99 }, false],
])('a box %s', (_, box, isDrawn) => {
  expect(isNear(area, box)).toBe(isDrawn);
});

test('a line whose ends are both outside is drawn where it passes through', () => {
  const line = boundPoints([
    [200, 0],
    [200, 900],
  ]);
  expect(line).toEqual({ x: 200, y: 0, width: 0, height: 900 });
  expect(isNear(area, line)).toBe(true);
});
