/** What an expression may compute: each way to make much of little ends at a bound, before it has cost much. */
import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOUNDS, createExpressions, ExpressionError } from '../../../src/language/model/index.ts';
import type { Scope, Value, VarDeclaration } from '../../../src/language/model/index.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const declared = (type: VarDeclaration['type'], initial: Value): VarDeclaration => ({
  type,
  initial,
  secret: false,
});
const names = { vars: { s: declared('string', ''), t: declared('string', ''), n: declared('int', 0) } };
const texts = { from: '', to: '', direction: '', reason: '', recording_url: '', language: '', id: '' };

function scope(s: string, t = '', json: unknown = null): Scope {
  return {
    vars: { s, t, n: 7 },
    params: {},
    env: {},
    message: { from: '', text: '' },
    room: { id: '', token: '' },
    call: texts,
    error: { code: '', message: '', step: '' },
    response: { status: 200, headers: {}, text: '', json },
  };
}

/** What evaluating comes to: the code of the failure or nothing, and the operations used. */
function cost(source: string, values: Scope, operations: number = BOUNDS.operations) {
  const expressions = createExpressions(names);
  const checked = expressions.check(source);
  if (!checked.ok) throw new Error(checked.message);
  const budget = { left: operations };
  try {
    expressions.evaluate(source, values, budget);
    return { code: '', used: operations - budget.left };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { code: error.code, used: operations - budget.left };
  }
}

const half = 'x'.repeat(BOUNDS.textChars / 2);
const elements = (count: number) => Array.from({ length: count }, () => 'x');

describe('a value inside an expression', () => {
  test.each<[string, string, Scope, Scope]>([
    ['joined texts', 'size(vars.s + vars.t)', scope(half, half), scope(half, `${half}x`)],
    ['joined bytes', 'size(bytes(vars.s) + bytes(vars.t))', scope(half, half), scope(half, `${half}x`)],
    ['a text in hexadecimal digits', 'size(bytes(vars.s).hex())', scope(half), scope(`${half}x`)],
    [
      'joined elements',
      'size(response.json.join(vars.s))',
      scope('y'.repeat(7), '', elements(8_192)),
      scope('y'.repeat(8), '', elements(8_192)),
    ],
    [
      'a list of parts',
      'size(vars.s.split(","))',
      scope(','.repeat(BOUNDS.listElements - 1)),
      scope(','.repeat(BOUNDS.listElements)),
    ],
    [
      'joined lists',
      'size(response.json + response.json + [vars.s])',
      scope('', '', elements(4_999)),
      scope('', '', elements(5_000)),
    ],
    [
      'a list that is gone through',
      'response.json.all(x, true)',
      scope('', '', elements(BOUNDS.listElements)),
      scope('', '', elements(BOUNDS.listElements + 1)),
    ],
  ])('of the largest size passes, one more does not: %s', (_what, source, fits, tooLarge) => {
    expect(cost(source, fits).code).toBe('');
    expect(cost(source, tooLarge).code).toBe('value_too_large');
  });

  test('doubled again and again stops at its bound', () => {
    const doubled = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].reduceRight(
      (inner, name, index, all) =>
        `cel.bind(${name}, ${all[index - 1] ?? 'vars.s'} + ${all[index - 1] ?? 'vars.s'}, ${inner})`,
      'size(g)',
    );
    expect(cost(doubled, scope('x'.repeat(100))).code).toBe('');
    expect(cost(doubled, scope('x'.repeat(1_000))).code).toBe('value_too_large');
  });
});

describe('an expression that computes much', () => {
  const long = 'ab'.repeat(BOUNDS.textChars / 2);
  const list = elements(5_000);

  test.each<[string, Scope]>([
    ['response.json.map(x, vars.s.contains(x + "q")).size() > 0', scope(long, '', list)],
    ['response.json.exists(x, vars.s.contains(x + "q") || vars.s.contains("q" + x))', scope(long, '', list)],
    [
      `response.json.all(x, ${Array.from({ length: 60 }, () => 'x != "z"').join(' && ')})`,
      scope('', '', list),
    ],
    [
      `response.json.map(x, [${Array.from({ length: 90 }, () => 'x').join()}]).size() > 0`,
      scope('', '', list),
    ],
    ['response.json.exists(x, response.json == response.json + [vars.t])', scope('', '', list)],
    ['response.json.filter(x, vars.s.size() == 1).size() > 0', scope(long, '', list)],
    ['vars.s.matches("(.*)(.*)(.*)(.*)x$")', scope(long)],
    ['vars.s.matches("^(a|b|ab)*c$")', scope(long)],
    [
      'response.json.map(x, timestamp("2026-01-01T00:00:00Z").getHours("Europe/Berlin")).size() > 0',
      scope('', '', list),
    ],
    ['response.json.exists(x, bytes(vars.s).hex() == x)', scope(half.slice(1), '', list)],
  ])('ends by its budget: %s', (source, values) => {
    expect(cost(source, values)).toEqual({ code: 'limit_work', used: BOUNDS.operations });
  });

  test('cannot catch that it has ended', () => {
    const source = 'response.json.exists(x, vars.s.contains(x + "q")) || true';
    expect(cost(source, scope(long, '', list)).code).toBe('limit_work');
  });

  test('costs the same each time, and what it needs is enough (I2)', () => {
    const source = 'vars.s.split(",").filter(x, x.size() > 1).join(";") + string(vars.n)';
    const values = scope('a,bb,ccc');
    const { used } = cost(source, values);
    expect(cost(source, values)).toEqual({ code: '', used });
    expect(cost(source, values, used)).toEqual({ code: '', used });
    expect(cost(source, values, used - 1).code).toBe('limit_work');
    const expressions = createExpressions(names);
    const budgets = [1, 2, 3].map(() => {
      const budget = { left: BOUNDS.operations };
      expressions.evaluate(source, values, budget);
      return budget.left;
    });
    expect(new Set(budgets)).toEqual(new Set([BOUNDS.operations - used]));
  });
});

describe('functions of the library that take longer than their text is long', () => {
  test('duration() refuses what is no duration at once', () => {
    expect(cost('duration(vars.s).getHours()', scope('1'.repeat(BOUNDS.textChars))).code).toBe('expression');
    expect(cost('duration(vars.s).getHours()', scope('36h')).code).toBe('');
  });

  test('json() refuses what nests too deeply', () => {
    const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(cost('bytes(vars.s).json().size()', scope(deep(20))).code).toBe('');
    expect(cost('bytes(vars.s).json().size()', scope(deep(5_000))).code).toBe('value_too_large');
  });

  test.each([
    ['^[a-z0-9._]+@[a-z0-9.]+\\.[a-z]+$', 'ann@example.com', true],
    ['^[a-z0-9._]+@[a-z0-9.]+\\.[a-z]+$', 'ann@example', false],
    ['\\d{3}-?\\d+', 'no. 030-12', true],
    ['\\u00e4', 'ärger', true],
    ['(?i)yes', 'Oh YES', true],
    ['^$', '', true],
  ])('matches() finds %s in "%s": %s', (pattern, text, found) => {
    const expressions = createExpressions(names);
    expect(expressions.evaluate(`vars.s.matches(r'${pattern}')`, scope(text))).toBe(found);
  });

  test('matches() with a pattern that is made during the call costs its compilation each time', () => {
    expect(cost('vars.s.matches(vars.t)', scope('abc', 'b')).used).toBeGreaterThan(20_000);
    expect(cost('vars.s.matches("b")', scope('abc')).used).toBeLessThan(100);
  });
});

describe('the meter', () => {
  /** One call of each function of the library, by its signature, with arguments of the right types. */
  const samples: Record<string, string> = {
    string: 'vars.s',
    int: 'vars.n',
    uint: 'uint(vars.n)',
    double: '1.5',
    bool: 'true',
    bytes: 'bytes(vars.s)',
    list: '[vars.s]',
    'list<string>': '[vars.s]',
    map: '{"a": vars.s}',
    dyn: 'dyn(vars.s)',
    'google.protobuf.Timestamp': 'timestamp("2026-01-01T00:00:00Z")',
    'google.protobuf.Duration': 'duration("1h")',
  };
  const { functions } = new Environment().getDefinitions();
  const calls = functions.flatMap(({ name, receiverType, params }) => {
    const types = [...(receiverType === null ? [] : [receiverType]), ...params.map(({ type }) => type)];
    if (types.some((type) => samples[type] === undefined)) return [];
    const given = types.map((type) => samples[type] ?? '');
    const [receiver = '', ...others] = given;
    const call = receiverType === null ? `${name}(${given.join()})` : `${receiver}.${name}(${others.join()})`;
    return [[call] as const];
  });
  const operators = ['+', '-', '*', '/', '%', '<', '<=', '>', '>=', '==', '!='].map(
    (operator) => [`vars.n ${operator} vars.n`] as const,
  );

  test('knows most functions of the library', () => {
    expect(calls.length).toBeGreaterThan(60);
  });

  test.each([...calls, ...operators])('is charged for %s', (call) => {
    const source = `[1, 2].map(i, ${call}).size() > 100`;
    const { used, code } = cost(source, scope('12'));
    expect(used).toBeGreaterThan(6);
    expect(code).not.toBe('limit_work');
  });

  test('charges for a long text in every function that is given one', () => {
    const long = 'x'.repeat(BOUNDS.textChars / 2 - 1);
    for (const [call] of calls.filter(
      ([text]) => text.includes('vars.s') && !/^(dyn|type|string|bool|bytes)\(/.test(text),
    ))
      expect([call, cost(`[${call}].size() > 9`, scope(long)).used > 500]).toEqual([call, true]);
  });

  test('takes nothing from what it does not bound', () => {
    const expressions = createExpressions(names);
    const plain = new Environment({ unlistedVariablesAreDyn: true });
    const parts = fc.constantFrom(
      'vars.s',
      'vars.t',
      '"a"',
      'vars.s.upperAscii()',
      'vars.s.trim()',
      'string(vars.n)',
    );
    fc.assert(
      fc.property(
        fc.array(parts, { minLength: 1, maxLength: 6 }),
        fc.string(),
        fc.string(),
        (joined, s, t) => {
          const source = joined.join(' + ');
          const { vars } = scope(s, t);
          expect(expressions.evaluate(source, scope(s, t))).toBe(
            plain.evaluate(source, { vars: { ...vars, n: 7n } }),
          );
        },
      ),
      { numRuns: scaleRuns(200) },
    );
  });
});
