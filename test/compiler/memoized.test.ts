import { expect, test } from 'vitest';
import { memoized } from '../../src/compiler/memoized.ts';

test('an answer is worked out once for each object, even where there is none', () => {
  const asked: object[] = [];
  const answer = memoized((one: object) => {
    asked.push(one);
    return undefined;
  });
  const [first, second] = [{}, {}];
  expect([answer(first), answer(second), answer(first)]).toEqual([undefined, undefined, undefined]);
  expect(asked).toEqual([first, second]);
});
