import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findClosest, computeEditDistance, findOnlyClose } from '../../../src/language/diagnostics/index.ts';

describe('the distance of two words', () => {
  test.each([
    ['say', 'say', 0],
    ['sya', 'say', 1],
    ['sy', 'say', 1],
    ['says', 'say', 1],
    ['sai', 'say', 1],
    ['', 'say', 3],
    ['operater', 'operator', 1],
    ['abcd', 'badc', 2],
  ])('from "%s" to "%s" is %i', (a, b, distance) => {
    expect(computeEditDistance(a, b)).toBe(distance);
  });

  test.each([
    ['of names of any length that differ in a few places', 'a'.repeat(40), 'a'.repeat(50), 10],
    ['of a word and a much longer one', 'xay', `x${'b'.repeat(60)}y`, 60],
    ['of words that differ over 31 letters', `x${'a'.repeat(29)}x`, `y${'a'.repeat(29)}y`, 2],
    ['but of none that differ over more', `x${'a'.repeat(30)}x`, `y${'a'.repeat(30)}y`, Infinity],
  ])('is known %s', (_, a, b, distance) => {
    expect(computeEditDistance(a, b)).toBe(distance);
  });

  test('need not be worked out to the end when it is too large', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), fc.nat(8), (a, b, most) => {
        const distance = computeEditDistance(a, b);
        const bounded = computeEditDistance(a, b, most);
        expect(bounded === distance || (bounded === Infinity && distance > most)).toBe(true);
      }),
    );
  });

  test('is the same in both directions, and nothing only for equal words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(computeEditDistance(a, b)).toBe(computeEditDistance(b, a));
        expect(computeEditDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

describe('the word that was probably meant', () => {
  test.each([
    ['sya', 'say'],
    ['SAY', 'say'],
    ['colect', 'collect'],
    ['operatr', 'operator'],
  ])('for "%s" is "%s"', (word, meant) => {
    expect(findClosest(word, ['menu', 'say', 'collect', 'operator'])).toBe(meant);
  });

  test.each(['x', 'speak', 'music'])('for "%s" is not known', (word) => {
    expect(findClosest(word, ['menu', 'say', 'collect'])).toBeUndefined();
  });

  test('of one letter is none, since any other one is as near', () => {
    expect(findClosest('y', ['w', 'x', 'ab', 'ya'])).toBeUndefined();
    expect(findClosest('y', ['Y'])).toBe('Y');
  });

  test('is the nearest one, and of equally near ones the first', () => {
    expect(findClosest('mann', ['mane', 'mainly', 'man'])).toBe('mane');
    expect(findClosest('main_menu', ['mainmenus', 'main_menus'])).toBe('main_menus');
  });

  test('is the only one for a fix, unless there are too many names to look at all of them', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `${index}`.padEnd(10, 'x'));
    expect(findOnlyClose('main_mneu', ['main_menu', ...names.slice(0, 10)])).toBe('main_menu');
    expect(findClosest('main_mneu', ['main_menu', ...names])).toBe('main_menu');
    expect(findOnlyClose('main_mneu', ['main_menu', ...names])).toBeUndefined();
  });

  test('is not looked for among words as long as a book', () => {
    expect(findClosest('a'.repeat(100_000), ['a'.repeat(99_999)])).toBeUndefined();
  });
});
