import { expect, test } from 'vitest';
import { memoize } from '../../../src/language/model/memoized.ts';

test('an answer is worked out once for each object, even where there is none', () => {
  const asked: object[] = [];
  const answer = memoize((one: object): number | undefined => {
    asked.push(one);
    return asked.length > 1 ? undefined : 1;
  });
  const [first, second] = [{}, {}];
  expect([first, second, first, second].map(answer)).toEqual([1, undefined, 1, undefined]);
  expect(asked).toEqual([first, second]);
});
