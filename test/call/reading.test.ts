import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRealDate, readKeyedValue, readSpokenValue } from '../../src/call/spoken/reading.ts';
import type { Reading } from '../../src/language/model/index.ts';
import { scaleRuns } from '../setup/property-runs.ts';

const asked = (language: string) => ({ language, ownNumber: '+4930222333' });
const NONE = undefined;

type Case = [entered: string, value: string | undefined, language?: string];

function keyed(reading: Reading, cases: Case[]): void {
  test.each(cases)('keys %s: %s %s', (keys, value, language = 'en-US') => {
    expect(readKeyedValue(reading, keys, asked(language))).toBe(value);
  });
}

function said(reading: Reading, cases: Case[]): void {
  test.each(cases)('"%s": %s %s', (text, value, language = 'en-US') => {
    expect(readSpokenValue(reading, text, asked(language))).toBe(value);
  });
}

describe('digits', () => {
  keyed({ type: 'digits' }, [['0042', '0042']]);
  keyed({ type: 'digits', min: '1000', max: '4999' }, [
    ['0999', NONE],
    ['1000', '1000'],
    ['4999', '4999'],
    ['5000', NONE],
  ]);
  said({ type: 'digits' }, [
    ['0042', '0042'],
    ['zero zero four two', '0042'],
    ['My number is one, two three... 4', '1234'],
    ['oh 7', '07'],
    ['twelve', NONE],
    ['four hundred', NONE],
    ['nineteen 84', NONE],
    ['hello', NONE],
    ['', NONE],
    ['null eins zwo drei', '0123', 'de-DE'],
    ['dreiundzwanzig', NONE, 'de-DE'],
    ['eine Nummer ist 5', '5', 'de-DE'],
    ['un deux trois', '123', 'fr-FR'],
    ['quarante deux', NONE, 'fr-FR'],
    ['cero uno dos', '012', 'es-ES'],
    ['treinta y dos', NONE, 'es-ES'],
    ['due tre', '23', 'it-IT'],
    ['twee drie', '23', 'nl-NL'],
    ['dois três', '23', 'pt-PT'],
    ['ett två 3', '3', 'sv-SE'],
  ]);
});

describe('a whole number', () => {
  keyed({ type: 'number' }, [
    ['7', '7'],
    ['007', '7'],
    ['0', '0'],
    ['7*5', NONE],
    ['', NONE],
    ['1234567890123456', NONE],
  ]);
  keyed({ type: 'number', min: '2', max: '10' }, [
    ['1', NONE],
    ['2', '2'],
    ['10', '10'],
    ['11', NONE],
  ]);
  said({ type: 'number' }, [
    ['250', '250'],
    ['about 1,250 please', '1250'],
    ['1.250', '1250', 'de-DE'],
    ['1.250', NONE, 'en-US'],
    ['1 250', '1250', 'fr-FR'],
    ['two five', '25'],
    ['twenty five', '25'],
    ['3 or 4', NONE],
    ['none', NONE],
  ]);
});

describe('a number with a point', () => {
  const reading: Reading = { type: 'number', decimal: true };
  keyed(reading, [
    ['7*5', '7.5'],
    ['7*50', '7.5'],
    ['7', '7'],
    ['7*', NONE],
  ]);
  said(reading, [
    ['7.5', '7.5'],
    ['7,5', '7.5', 'de-DE'],
    ['7,5', '7.5', 'en-US'],
    ['1.250,75', '1250.75', 'de-DE'],
    ['1,250.75', '1250.75'],
    ['seven point five', '7.5'],
    ['sieben Komma fünf', '7.5', 'de-DE'],
    ['1.5', '1.5', 'de-CH'],
  ]);
});

describe('an amount', () => {
  keyed({ type: 'currency', decimal: true }, [
    ['12', '12.00'],
    ['12*5', '12.50'],
    ['12*05', '12.05'],
    ['12*345', NONE],
    ['12*', NONE],
  ]);
  keyed({ type: 'currency', min: '0.50', max: '100' }, [
    ['0*49', NONE],
    ['0*50', '0.50'],
    ['100', '100.00'],
    ['100*01', NONE],
  ]);
  said({ type: 'currency' }, [
    ['$12.50', '12.50'],
    ['12 dollars and 50 cents', '12.50'],
    ['12 dollars and 5 cents', '12.05'],
    ['12,50 €', '12.50', 'de-DE'],
    ['1.200 Euro', '1200.00', 'de-DE'],
    ['12 Euro 50', '12.50', 'de-DE'],
    ['12 dollars 500', NONE],
    ['five dollars', '5.00'],
    ['twelve dollars', '12.00'],
  ]);
});

describe('a date', () => {
  keyed({ type: 'date' }, [
    ['12242026', '2026-12-24', 'en-US'],
    ['24122026', '2026-12-24', 'en-GB'],
    ['24122026', '2026-12-24', 'de-DE'],
    ['20261224', '2026-12-24', 'ja-JP'],
    ['24122026', NONE, 'en-US'],
    ['29022024', '2024-02-29', 'de-DE'],
    ['29022026', NONE, 'de-DE'],
    ['31042026', NONE, 'de-DE'],
    ['00012026', NONE, 'de-DE'],
    ['2412202', NONE, 'de-DE'],
  ]);
  keyed({ type: 'date', order: 'ymd', min: '2026-01-01', max: '2026-12-31' }, [
    ['20251231', NONE],
    ['20260101', '2026-01-01'],
    ['20261231', '2026-12-31'],
    ['20270101', NONE],
  ]);
  said({ type: 'date' }, [
    ['December 24, 2026', '2026-12-24'],
    ['the 24th of December 2026', '2026-12-24'],
    ['December 24', NONE],
    ['12/24/2026', '2026-12-24'],
    ['24/12/2026', '2026-12-24', 'en-GB'],
    ['2026-12-24', '2026-12-24'],
    ['24. Dezember 2026', '2026-12-24', 'de-DE'],
    ['24.12.2026', '2026-12-24', 'de-DE'],
    ['am 1.3.2026', '2026-03-01', 'de-DE'],
    ['24 décembre 2026', '2026-12-24', 'fr-FR'],
    ['1er mars 2026', '2026-03-01', 'fr-FR'],
    ['24122026', '2026-12-24', 'de-DE'],
    ['12242026', '2026-12-24', 'en-US'],
    ['February 30, 2026', NONE],
    ['24.12.26', NONE, 'de-DE'],
    ['2026', NONE],
    ['tomorrow', NONE],
  ]);
});

describe('a time', () => {
  keyed({ type: 'time' }, [
    ['0830', '08:30'],
    ['2359', '23:59'],
    ['2400', NONE],
    ['1260', NONE],
    ['830', NONE],
  ]);
  keyed({ type: 'time', min: '09:00', max: '17:30' }, [
    ['0859', NONE],
    ['0900', '09:00'],
    ['1730', '17:30'],
    ['1731', NONE],
  ]);
  said({ type: 'time' }, [
    ['2:30 p.m.', '14:30'],
    ['2:30 am', '02:30'],
    ['at 2 PM', '14:00'],
    ['12 am', '00:00'],
    ['12:15 pm', '12:15'],
    ['13 pm', NONE],
    ['14:30', '14:30'],
    ['1430', '14:30'],
    ['930', '09:30'],
    ["2 o'clock", '02:00'],
    ['14 Uhr 30', '14:30', 'de-DE'],
    ['um 14 Uhr', '14:00', 'de-DE'],
    ['9h15', '09:15', 'fr-FR'],
    ['25:00', NONE],
    ['2', NONE],
    ['half past two', '02:30'],
    ['noon', '12:00'],
  ]);
});

describe('a phone number', () => {
  keyed({ type: 'phone', country: 'DE' }, [
    ['030231251', '+4930231251'],
    ['004930231251', '+4930231251'],
    ['0044 2071234567'.replace(' ', ''), '+442071234567'],
    ['12', NONE],
  ]);
  keyed({ type: 'phone' }, [['015112345678', '+4915112345678']]);
  keyed({ type: 'phone', country: 'US' }, [['2125550123', '+12125550123']]);
  said({ type: 'phone', country: 'DE' }, [
    ['0151 123 456 78', '+4915112345678'],
    ['+44 20 7123 4567', '+442071234567'],
    ['plus 4 4 2 0 7 1 2 3 4 5 6 7', '+442071234567'],
    ['null drei null zwei drei eins zwei fünf eins', '+4930231251', 'de-DE'],
    ['hello', NONE],
  ]);

  test('without a country and on a line that has none, a national number is none', () => {
    expect(readKeyedValue({ type: 'phone' }, '030231251', { language: 'de-DE', ownNumber: 'sip:a@b' })).toBe(
      NONE,
    );
  });
});

describe('text', () => {
  keyed({ type: 'text' }, [['1', NONE]]);
  said({ type: 'text' }, [
    ['  My Name ', 'My Name'],
    ['Berlin.', 'Berlin'],
    ['Bob.', 'Bob'],
    ['Really?!', 'Really'],
    ['Well, "Anna Maria", please.', 'Well, "Anna Maria", please'],
    ['"Anna Maria".', 'Anna Maria'],
    ['“Anna Maria.”', 'Anna Maria'],
    ['„Anna Maria“', 'Anna Maria'],
    ['« Anne-Marie »', 'Anne-Marie'],
    ['¿Madrid?', 'Madrid'],
    ["'tis O'Neill", "'tis O'Neill"],
    ['"yes" or "no"', '"yes" or "no"'],
    ["'Anna' or 'Hanna'", "'Anna' or 'Hanna'"],
    ['‘Anna’ or ‘Hanna’', '‘Anna’ or ‘Hanna’'],
    ["'O'Neill'.", "O'Neill"],
    ['‘O’Neill’', 'O’Neill'],
    ['...', NONE],
    ['"."', NONE],
    [' ', NONE],
  ]);
});

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2000-02-29', true],
  ['1900-02-29', false],
  ['0000-01-01', true],
  ['2026-13-01', false],
])('%s is a day that there is: %s', (date, isReal) => {
  expect(isRealDate(date)).toBe(isReal);
});

describe('whatever is entered', () => {
  const types = ['digits', 'number', 'date', 'time', 'currency', 'phone', 'text'] as const;
  const language = fc.constantFrom(
    'en-US',
    'de-DE',
    'fr-FR',
    'es-ES',
    'it-IT',
    'nl-NL',
    'pt-PT',
    'ja-JP',
    'xx',
  );
  const reading = fc.record({ type: fc.constantFrom(...types), decimal: fc.boolean() });

  const forms: Record<(typeof types)[number], RegExp> = {
    digits: /^\d+$/,
    number: /^\d+(\.\d+)?(e[-+]\d+)?$/,
    date: /^\d{4}-\d{2}-\d{2}$/,
    time: /^\d{2}:\d{2}$/,
    currency: /^\d+\.\d{2}$/,
    phone: /^\+\d{4,15}$/,
    text: /^\S(.*\S)?$/s,
  };

  const piece = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      'one',
      'twenty',
      'half',
      'past',
      'noon',
      'third',
      'euro',
      'et',
      'quatre-vingt',
      'mil',
      'zwei',
      '12',
      '1.250,50',
      'Uhr',
      'pm',
      'December',
      '2026',
      'point',
      '+49',
      '24.',
      ':',
    ),
  );

  test('what is said is a value in its form, or none', () => {
    fc.assert(
      fc.property(reading, fc.array(piece, { maxLength: 6 }), language, (one, pieces, tongue) => {
        const value = readSpokenValue(one, pieces.join(' '), asked(tongue));
        if (value !== undefined) expect(value).toMatch(forms[one.type]);
      }),
      { numRuns: scaleRuns(200) },
    );
  });

  test('what is keyed is a value in its form, or none', () => {
    const keys = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789*')),
      minLength: 1,
      maxLength: 18,
    });
    fc.assert(
      fc.property(reading, keys, language, (one, pressed, tongue) => {
        const value = one.type === 'digits' ? '1' : readKeyedValue(one, pressed, asked(tongue));
        if (value !== undefined) expect(value).toMatch(forms[one.type]);
      }),
      { numRuns: scaleRuns(200) },
    );
  });
});
