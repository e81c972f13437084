import { expect, test } from 'vitest';
import { toType } from '../../../src/language/model/index.ts';
import type { Value, VarType } from '../../../src/language/model/index.ts';

test.each<[Value, VarType, Value | undefined]>([
  ['007', 'string', '007'],
  [5, 'string', '5'],
  [true, 'string', 'true'],
  [2 ** 60, 'string', undefined],
  ['5', 'int', 5],
  [' 5 ', 'int', 5],
  ['5.0', 'int', undefined],
  [5.5, 'int', undefined],
  [2 ** 60, 'int', undefined],
  ['', 'int', undefined],
  [true, 'int', undefined],
  ['1.5', 'double', 1.5],
  [2 ** 60, 'double', 2 ** 60],
  ['1,5', 'double', undefined],
  ['true', 'bool', true],
  [' false', 'bool', false],
  ['yes', 'bool', undefined],
  [1, 'bool', undefined],
])('%j as %s is %j', (value, type, expected) => {
  expect(toType(value, type)).toBe(expected);
});
