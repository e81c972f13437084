import { describe, expect, test } from 'vitest';
import { isCurrency, hasCurrencyName } from '../../../../src/language/compiler/verbs/parts/currency-names.ts';

describe('a text names its currency', () => {
  test.each([
    ['by a code', 'That is 12.50 EUR.', []],
    ['by a sign', '12.50 €', []],
    ['by a sign of Asia', '残高は1200円です', ['ja-JP']],
    ['in English', 'Your balance is 12.50 euros.', ['en-US']],
    ['in German', 'Sie schulden uns 12 Euro.', ['de-DE']],
    ['in French', 'Il vous reste 12 dollars.', ['fr-FR']],
    ['in Spanish', 'Su saldo es de 12 dólares.', ['es-ES']],
    ['in British English', 'You owe us twelve pounds.', ['en-GB']],
    ['in the second language of the flow', 'Noch zwölf Euro.', ['fr-FR', 'de-DE']],
  ])('%s', (_, text, languages) => {
    expect(hasCurrencyName(text, languages)).toBe(true);
  });

  test.each([
    ['that speaks of money only', 'Your balance is 12.50.', ['en-US']],
    ['with words of a language that nobody speaks', 'You owe us twelve pounds.', ['ja-JP']],
    ['in a language that nobody knows', 'Your balance is 12.50.', ['xx-99-abcd']],
  ])('not one %s', (_, text, languages) => {
    expect(hasCurrencyName(text, languages)).toBe(false);
  });
});

test('codes are those of currencies', () => {
  expect(['EUR', 'EUX'].map(isCurrency)).toEqual([true, false]);
});
