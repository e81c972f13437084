import { describe, expect, test } from 'vitest';
import {
  readAssignment,
  type Assignment,
  type Value,
  type VarType,
} from '../../../src/language/model/index.ts';

describe('a new value', () => {
  test.each<[VarType, Value, Assignment['value']]>([
    ['string', 'gold', { literal: 'gold' }],
    ['string', '007', { literal: '007' }],
    ['string', '', { literal: '' }],
    ['string', '$${x}', { literal: '${x}' }],
    ['string', 'a ${call.from}', { template: ['a ', { expr: 'call.from' }] }],
    ['string', '${call.from}', { template: [{ expr: 'call.from' }] }],
    ['int', '5', { literal: 5 }],
    ['int', '-5', { literal: -5 }],
    ['int', '${vars.tries + 1}', { expression: 'vars.tries + 1' }],
    ['double', '5', { literal: 5 }],
    ['double', '1.5e3', { literal: 1500 }],
    ['double', '${vars.price}', { expression: 'vars.price' }],
    ['bool', true, { literal: true }],
    ['bool', '${vars.tries > 3}', { expression: 'vars.tries > 3' }],
  ])('for a %s may be %s', (type, raw, value) => {
    expect(readAssignment(raw, type)).toEqual({ ok: true, value });
  });

  test.each<[VarType, Value]>([
    ['string', true],
    ['string', 'a ${'],
    ['int', '1.5'],
    ['int', 'five'],
    ['int', ''],
    ['int', '9007199254740993'],
    ['int', 'a ${vars.tries}'],
    ['int', '${vars.tries}${vars.tries}'],
    ['int', true],
    ['double', '1e999'],
    ['double', 'NaN'],
    ['bool', 'yes'],
    ['bool', '1'],
  ])('for a %s cannot be %s', (type, raw) => {
    expect(readAssignment(raw, type)).toMatchObject({ ok: false });
  });

  test('that does not fit is told with what would', () => {
    expect(readAssignment('five', 'int')).toEqual({
      ok: false,
      message: 'expected a whole number or one expression in ${…}, found "five"',
    });
  });
});
