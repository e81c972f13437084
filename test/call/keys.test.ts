import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../../src/call/keys.ts';
import type { Decision } from '../../src/call/keys.ts';
import type { Accepts } from '../../src/language/model/index.ts';
import { scaleRuns } from '../setup/property-runs.ts';

type Pressed = Parameters<typeof decide>[1];

type AcceptsDigits = Omit<Extract<Accepts, { kind: 'digits' }>, 'kind'>;

const menu = (...keys: string[]): Accepts => ({ kind: 'keys', keys });
const digits = (parts: Partial<AcceptsDigits> & { max: number }): Accepts => ({
  kind: 'digits',
  min: parts.max,
  keys: [],
  ...parts,
});
const pin = digits({ max: 4 });
const extension = digits({ min: 2, max: 4, terminator: '#' });

/** `12` is pressed and more may come, `12.` is all there will be, `~12` came as a JSON number. */
function pressed(text: string): Pressed {
  return { digits: text.replaceAll(/[~.]/g, ''), lossy: text.startsWith('~'), final: text.endsWith('.') };
}

type Case = [pressed: string, as: string, digits: string, surplus?: string];

function cases(accepts: Accepts, rows: Case[]): void {
  test.each(rows)('%s means %s with "%s"', (text, as, kept, surplus) => {
    expect(decide(accepts, pressed(text))).toEqual({ as, digits: kept, surplus });
  });
}

describe('R4: a menu with 1, 2 and *', () => {
  cases(menu('1', '2', '*'), [
    ['1', '1', '1'],
    ['*', '*', '*'],
    ['3', 'no_match', '3'],
    ['#', 'no_match', '#'],
    ['.', 'no_match', ''],
    ['12', '1', '1', '2'],
    ['31', 'no_match', '31'],
  ]);
});

describe('R4: 1 beside 12 and 123', () => {
  cases(menu('1', '12', '123'), [
    ['1', 'more', '1'],
    ['1.', '1', '1'],
    ['12', 'more', '12'],
    ['12.', '12', '12'],
    ['123', '123', '123'],
    ['1234', '123', '123', '4'],
    ['13', '1', '1', '3'],
    ['124', '12', '12', '4'],
  ]);
});

describe('R4: 1 beside 123, with nothing between', () => {
  cases(menu('1', '123'), [
    ['12', 'more', '12'],
    ['12.', '1', '1', '2'],
    ['124', '1', '1', '24'],
  ]);
});

describe('a collect of exactly four digits', () => {
  cases(pin, [
    ['1', 'more', '1'],
    ['1234', 'filled', '1234'],
    ['0012', 'filled', '0012'],
    ['12345', 'filled', '1234', '5'],
    ['1234*', 'filled', '1234', '*'],
    ['12.', 'no_match', '12'],
    ['12*', 'no_match', '12*'],
    ['#', 'no_match', '#'],
    ['.', 'no_match', ''],
  ]);
});

describe('R9: a number that lost its leading zeros', () => {
  cases(pin, [
    ['~12', 'more', '12'],
    ['~12.', 'filled', '0012'],
    ['~0.', 'filled', '0000'],
    ['~1234', 'filled', '1234'],
  ]);
});

describe('R9: where the length is not fixed nothing is made up', () => {
  cases(digits({ min: 2, max: 4 }), [
    ['~1.', 'no_match', '1'],
    ['~12.', 'filled', '12'],
    ['012.', 'filled', '012'],
  ]);
});

describe('a collect with a terminator', () => {
  cases(extension, [
    ['12', 'more', '12'],
    ['12#', 'filled', '12'],
    ['12.', 'filled', '12'],
    ['1#', 'no_match', '1'],
    ['#', 'no_match', ''],
    ['1234', 'filled', '1234'],
    ['12#34', 'filled', '12', '34'],
    ['12345#', 'filled', '1234', '5#'],
    ['1*2#', 'no_match', '1*2#'],
  ]);
});

describe('a collect with a pattern', () => {
  cases(digits({ min: 2, max: 3, pattern: '^4[0-9]*$' }), [
    ['42.', 'filled', '42'],
    ['52.', 'no_match', '52'],
    ['400', 'filled', '400'],
    ['500', 'no_match', '500'],
  ]);
});

describe('a pattern is about the whole input', () => {
  cases(digits({ min: 2, max: 4, pattern: '4|5[0-9]' }), [
    ['51.', 'filled', '51'],
    ['41.', 'no_match', '41'],
    ['512.', 'no_match', '512'],
  ]);
});

describe('R4: global keys count in a collect only where no digits can go on', () => {
  cases(digits({ min: 2, max: 4, keys: ['0', '*', '**', '#'] }), [
    ['0', 'more', '0'],
    ['0.', '0', '0'],
    ['01.', 'filled', '01'],
    ['#', '#', '#'],
    ['*', 'more', '*'],
    ['*.', '*', '*'],
    ['**', '**', '**'],
    ['1*', 'more', '1*'],
    ['1*.', '*', '*'],
    ['1**', '**', '**'],
    ['12#', '#', '#'],
    ['12#3', '#', '#', '3'],
    ['*1', '*', '*', '1'],
  ]);
});

describe('R4: a global key counts where the answer cannot', () => {
  cases(digits({ min: 1, max: 1, pattern: '[1-4]', keys: ['0', '1', '12'] }), [
    ['0', '0', '0'],
    ['1', 'filled', '1'],
    ['9', 'no_match', '9'],
    ['01', '0', '0', '1'],
  ]);
  cases(digits({ min: 2, max: 2, pattern: '[1-4]+', keys: ['0', '99'] }), [
    ['0', 'more', '0'],
    ['09', 'no_match', '09'],
    ['99', '99', '99'],
  ]);
});

describe('R4: a global key with digits in it comes before one that only follows them', () => {
  cases(digits({ max: 4, keys: ['0', '1', '1*2', '*'] }), [
    ['1*', 'more', '1*'],
    ['1*2', '1*2', '1*2'],
    ['1*.', '*', '*'],
    ['1*3', '*', '*', '3'],
    ['3*', '*', '*'],
    ['1#', 'no_match', '1#'],
  ]);
});

describe('the terminator comes before a global key of the same name', () => {
  cases(digits({ min: 1, max: 4, terminator: '#', keys: ['#', '*'] }), [
    ['1#', 'filled', '1'],
    ['*#', '*', '*', '#'],
  ]);
});

describe('R4: however the platform groups keys', () => {
  const key = fc.constantFrom('0', '1', '2', '3', '*', '#');
  const keys = fc.array(fc.string({ unit: key, minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  const accepts = fc.oneof(
    keys.map((names) => menu(...names)),
    fc
      .record({ min: fc.integer({ min: 1, max: 4 }), more: fc.integer({ min: 0, max: 3 }), keys })
      .chain(({ min, more, keys: globals }) =>
        fc
          .constantFrom<Partial<AcceptsDigits>>({}, { terminator: '#' })
          .map((end) => digits({ min, max: min + more, keys: globals, ...end })),
      ),
  );

  /** The first decision when every key comes by itself. */
  function oneByOne(rule: Accepts, all: string): Decision {
    for (let length = 1; length < all.length; length += 1) {
      const decision = decide(rule, { digits: all.slice(0, length), lossy: false, final: false });
      if (decision.as !== 'more') return decision;
    }
    return decide(rule, { digits: all, lossy: false, final: false });
  }

  test('all at once they mean what they mean one by one', () => {
    const run = fc.string({ unit: key, minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(accepts, run, (rule, all) => {
        const single = oneByOne(rule, all);
        const joint = decide(rule, { digits: all, lossy: false, final: false });
        expect(joint.as).toBe(single.as);
        if (single.as !== 'no_match') expect(joint.digits).toBe(single.digits);
      }),
      { numRuns: scaleRuns(100) },
    );
  });
});
