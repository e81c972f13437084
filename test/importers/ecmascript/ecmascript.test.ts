import { describe, expect, test } from 'vitest';
import {
  evaluateExpression,
  listConstants,
  listNames,
  parseExpression,
  readField,
  toCel,
  toCelCondition,
  toJsText,
} from '../../../src/importers/ecmascript/index.ts';
import type { CelName, Expression, Value } from '../../../src/importers/ecmascript/index.ts';
import { createExpressions } from '../../../src/language/model/index.ts';
import type { Scope } from '../../../src/language/model/index.ts';

function parse(text: string): Expression {
  const parsed = parseExpression(text);
  if (!parsed.isValid) throw new Error(`${text}: ${parsed.fault} at ${parsed.offset}`);
  return parsed.expression;
}

const names: Record<string, CelName> = {
  key: { cel: 'vars.key', type: 'string', maxKeys: 1 },
  pin: { cel: 'vars.pin', type: 'string', maxKeys: 4 },
  account: { cel: 'vars.account', type: 'string', maxKeys: 20 },
  name: { cel: 'vars.name', type: 'string' },
  field: { cel: 'vars.field', type: 'string', isAnyValue: true },
  count: { cel: 'vars.count', type: 'int' },
  price: { cel: 'vars.price', type: 'double' },
  known: { cel: 'vars.known', type: 'bool' },
};

function translate(text: string, as = toCel): string {
  const result = as(parse(text), ([name = '', ...more]) => (more.length === 0 ? names[name] : undefined));
  return result.ok ? `${result.cel}: ${result.type}` : 'not possible';
}

test.each([
  ['key == "1"', 'vars.key == "1": bool'],
  ["key == '1' || key === '2'", 'vars.key == "1" || vars.key == "2": bool'],
  ['key == 1', 'vars.key == "1": bool'],
  ['pin != 1234', 'vars.pin != "1234": bool'],
  ['pin == 12', 'vars.pin.matches("^0*12$"): bool'],
  ['key === 1', 'false: bool'],
  ['field === true', 'vars.field == "true": bool'],
  ['count + 1', 'vars.count + 1: int'],
  ['parseInt(key) + 1', 'int(vars.key) + 1: int'],
  ['pin > 10', 'vars.pin.matches("^[0-9]+$") && int(vars.pin) > 10: bool'],
  ['account > 10', 'vars.account.matches("^[0-9]+$") && double(vars.account) > 10: bool'],
  ['parseInt(account) > 10', 'vars.account.matches("^[0-9]+$") && double(vars.account) > 10: bool'],
  ['count < 3', 'vars.count < 3: bool'],
  ['count / 2', 'double(vars.count) / 2.0: double'],
  ['(count + 1) * 2', '(vars.count + 1) * 2: int'],
  ['"Hi " + name + "!"', '"Hi " + vars.name + "!": string'],
  ['`Hi ${name}, ${count}`', '"Hi " + vars.name + ", " + string(vars.count): string'],
  ['name.toUpperCase().trim()', 'vars.name.upperAscii().trim(): string'],
  ['name.length > 3', 'size(vars.name) > 3: bool'],
  [
    'name.substring(name.length - 4)',
    'size(vars.name) > 4 ? vars.name.substring(size(vars.name) - 4) : vars.name: string',
  ],
  ['name.substring(0, 3)', 'size(vars.name) > 3 ? vars.name.substring(0, 3) : vars.name: string'],
  ['name.split("").join(" ")', 'vars.name.split("").join(" "): string'],
  ['["1", "2"].includes(key)', 'vars.key in ["1", "2"]: bool'],
  ['name == undefined', 'vars.name == "": bool'],
  ['typeof name !== "undefined"', 'vars.name != "": bool'],
  ['name || "you"', 'vars.name != "" ? vars.name : "you": string'],
  ['count > 1 ? "calls" : "call"', 'vars.count > 1 ? "calls" : "call": string'],
  ['2 + 3', '5: int'],
  ['field + 1', 'not possible'],
  ['other', 'not possible'],
  ['name.a.b', 'not possible'],
])('%s becomes %s', (source, expected) => {
  expect(translate(source)).toBe(expected);
});

test.each([
  ['name', 'vars.name != "": bool'],
  ['!name', 'vars.name == "": bool'],
  ['!(count == 1)', 'vars.count != 1: bool'],
  ['!(count < 1)', '!(vars.count < 1): bool'],
  ['count && known', 'vars.count != 0 && vars.known: bool'],
  ['field', '!(vars.field in ["", "0", "false"]): bool'],
  ['key == 1 && (known || count)', 'vars.key == "1" && (vars.known || vars.count != 0): bool'],
])('as a condition, %s becomes %s', (source, expected) => {
  expect(translate(source, toCelCondition)).toBe(expected);
});

test.each([
  ['1 +', 'syntax', 3],
  ['key == 1 2', 'syntax', 9],
  ['', 'syntax', 0],
  ['a = 1', 'not_supported', 0],
  ['x => x', 'not_supported', 0],
  ['new Date()', 'not_supported', 0],
  ['1 + Math.random()', 'not_supported', 4],
  ['a.constructor.constructor("x")()', 'not_supported', 0],
  ['/a/.test(x)', 'not_supported', 0],
  ['f(...x)', 'not_supported', 2],
  ['10n', 'not_supported', 0],
  ['"', 'syntax', 0],
])('%s is refused: %s at %i', (source, fault, offset) => {
  expect(parseExpression(source)).toMatchObject({ isValid: false, fault });
  expect(parseExpression(source)).toMatchObject({ offset });
});

test.each([
  '('.repeat(1_999),
  '!'.repeat(1_999) + 'a',
  'a?'.repeat(900),
  '['.repeat(2_000),
  'a+'.repeat(990) + 'a',
  'x'.repeat(3_000),
])('a huge or deep expression is refused (%#)', (source) => {
  expect(parseExpression(source).isValid).toBe(false);
});

test('names and constants of an expression are listed', () => {
  const expression = parse('call.from == "+49" && params["x"][0] > 3 ? a.length : b.trim()');
  expect(listNames(expression)).toEqual([['call', 'from'], ['params', 'x', '0'], ['a'], ['b']]);
  expect(listConstants(expression)).toEqual(['+49', 3]);
});

describe('evaluation', () => {
  const data: Value = JSON.parse(
    '{"a":{"b":[1,"x",null]},"t":"Ada","n":2,"z":"","__proto__":{"p":1},"big":"' + 'y'.repeat(60_000) + '"}',
  ) as Value;
  const evaluate = (text: string) => evaluateExpression(parse(text), (path) => readField(data, path));

  test.each<[string, Value]>([
    ['a.b[1] + n', 'x2'],
    ['t[1]', 'd'],
    ['t.length', 3],
    ['a.b.length', 3],
    ['a.b', [1, 'x', null]],
    ['"" + a.b', '1,x,'],
    ['z == 0', true],
    ['z === 0', false],
    ['missing == null', true],
    ['missing.deeper', undefined],
    ['null ?? t', 'Ada'],
    ['"10" < "9"', true],
    ['"10" < 9', false],
    ['"2" * "3"', 6],
    ['"2" + 3', '23'],
    ['true == "1"', true],
    ['typeof missing', 'undefined'],
    ['t.slice(-2)', 'da'],
    ['t.substring(9)', ''],
    ['parseInt("12px")', 12],
    ['isNaN("x")', true],
    ['t.split("").includes("A")', true],
    ['toString', undefined],
    ['t.constructor', undefined],
    ['a.constructor', undefined],
  ])('%s is %j', (source, expected) => {
    expect(evaluate(source)).toEqual({ ok: true, value: expected });
  });

  test('a method of nothing fails, and so does a text without bounds', () => {
    expect(evaluate('missing.trim()')).toEqual({ ok: false, failure: 'type_error' });
    expect(evaluate('n.trim()')).toEqual({ ok: false, failure: 'type_error' });
    expect(evaluate('big + big')).toEqual({ ok: false, failure: 'too_large' });
  });
});

/** Values that the names of the translation can have. */
const samples: Record<string, Scope['vars']> = {
  zero: { key: '0', pin: '0', name: ' ', count: 0, price: 0, known: false },
  digits: { key: '7', pin: '0012', name: '12', count: 12, price: 2.5, known: true },
  starred: { key: '*', pin: '1*', name: 'Ada Lovelace', count: -1, price: -0.5, known: false },
};

describe.each(Object.entries(samples))(
  'with %s values the translation gives what ECMAScript gives',
  (_, vars) => {
    const declared = Object.fromEntries(
      Object.entries(names).map(([name, { type }]) => [
        name,
        { type, initial: type === 'bool' ? false : type === 'string' ? '' : 0, secret: false },
      ]),
    );
    const expressions = createExpressions({ vars: declared });
    const scope = { vars: { ...vars, field: '' }, params: {} } as unknown as Scope;

    test.each([
      'key == 7',
      'key != "7"',
      'pin == 12',
      'pin == "0012"',
      'pin >= 12',
      'pin < 13 || key == "*"',
      'name == 12',
      'name != 12',
      'count == pin',
      'count % 5',
      'count / 4 > 2',
      '-count + 3',
      'price * 2 + count',
      'name.charAt(0) + name.charAt(99)',
      'name.substring(1, 3)',
      'name.substring(4)',
      'name.slice(-4)',
      'name.slice(2)',
      'pin[0] + "!"',
      'name.split(" ")[1] || "none"',
      'name.toLowerCase().includes("love")',
      'name.indexOf("L") > 2 ? "yes" : count',
      'name.startsWith("A") && !known',
      '!name || count > 3',
      'known ? 1.5 : count',
      'String(count) + known',
      'isNaN(pin)',
      '"" + price',
      '`${name}:${count}`.length',
      'name.concat("-", count)',
      '"a,b,c".split(",")[1]',
    ])('%s', (source) => {
      const translated = toCel(parse(source), ([name = '', ...more]) =>
        more.length === 0 ? names[name] : undefined,
      );
      const evaluated = evaluateExpression(parse(source), (path) => readField(vars, path));
      if (!translated.ok || !evaluated.ok) throw new Error('not translated');
      expect(expressions.check(translated.cel)).toEqual({ ok: true, type: translated.type });
      const { value } = evaluated;
      expect(expressions.evaluate(translated.cel, scope)).toBe(
        translated.type === 'string' ? toJsText(value) : Object.is(value, -0) ? 0 : value,
      );
    });
  },
);
