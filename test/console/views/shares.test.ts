import { expect, test } from 'vitest';
import { computeShares } from '../../../src/console/views/flow/shares.ts';

test.each([
  [
    [80, 50],
    [62, 38],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [7, 0],
    [100, 0],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
])('the shares of %j in their sum are %j', (counts, shares) => {
  expect(computeShares(counts)).toEqual(shares);
});
