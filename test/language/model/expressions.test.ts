import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BOUNDS,
  createExpressions,
  ExpressionError,
  listTerms,
  type Scope,
  type Value,
  type VarDeclaration,
} from '../../../src/language/model/index.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const declared = (initial: Value, type: VarDeclaration['type']): VarDeclaration => ({
  type,
  initial,
  secret: false,
});

const vars = {
  tier: declared('', 'string'),
  tries: declared(0, 'int'),
  price: declared(0, 'double'),
  open: declared(false, 'bool'),
};
const expressions = createExpressions({ vars }, { response: false });

function scope(values: Record<string, Value> = {}): Scope {
  return {
    vars: { tier: 'gold', tries: 4, price: 1.5, open: true, ...values },
    params: {},
    env: {},
    message: { from: '+4930', text: 'yes' },
    room: { id: '', token: '' },
    call: {
      id: 'c1',
      from: '+4930',
      to: '+4940',
      direction: 'inbound',
      reason: '',
      recording_url: '',
      language: 'de-DE',
    },
    error: { code: '6128', message: 'too long', step: 'hello' },
  };
}

describe('a sound expression', () => {
  test.each<[string, string, Value]>([
    ['vars.tier == "gold"', 'bool', true],
    ['vars.tries + 1', 'int', 5],
    ['-vars.tries * 2', 'int', -8],
    ['vars.tries / 3', 'int', 1],
    ['vars.price * 2.0', 'double', 3],
    ['double(vars.tries) + vars.price', 'double', 5.5],
    ['vars.tries + vars.price', 'double', 5.5],
    ['vars.price - 2', 'double', -0.5],
    ['vars.tries - 0.5', 'double', 3.5],
    ['3 * vars.price', 'double', 4.5],
    ['vars.price * 3', 'double', 4.5],
    ['vars.tries / 1.6', 'double', 2.5],
    ['vars.price / 2', 'double', 0.75],
    ['vars.tries % 2.5', 'double', 1.5],
    ['5.5 % vars.tries', 'double', 1.5],
    ['5.5 % vars.price', 'double', 1],
    ['string(vars.tries) + "x"', 'string', '4x'],
    ['int("0042") + 1', 'int', 43],
    ['int("-7")', 'int', -7],
    ['int("") == 0 || true', 'bool', true],
    ['vars.open && vars.tries > 3', 'bool', true],
    ['vars.open ? vars.tier : "none"', 'string', 'gold'],
    ['call.from + call.to', 'string', '+4930+4940'],
    ['error.code == "6128"', 'bool', true],
    ['call.language in ["de-DE", "de-AT"]', 'bool', true],
    ['vars["tier"].size()', 'int', 4],
    ['vars.tier.matches("^g.*d$")', 'bool', true],
    ['[1, 2, 3].exists(n, n == vars.tries - 1)', 'bool', true],
  ])('%s is a(n) %s', (source, type, value) => {
    expect(expressions.check(source)).toEqual({ ok: true, type });
    expect(expressions.evaluate(source, scope())).toBe(value);
  });

  test('may give what no place of a flow can use', () => {
    expect(expressions.check('[vars.tier]')).toEqual({ ok: true, type: 'other' });
  });
});

describe('a faulty expression', () => {
  test.each([
    [
      'foo + 1',
      'unknown-name',
      'foo',
      'unknown name "foo"; an expression reads vars, params, env, call, error, message and room',
    ],
    [
      '1 + tries',
      'unknown-name',
      'tries',
      'unknown name "tries"; an expression reads vars, params, env, call, error, message and room',
    ],
    [
      'vars.teir == ""',
      'unknown-name',
      'teir',
      'unknown variable "teir"; declared are tier, tries, price, open',
    ],
    [
      'call.form',
      'unknown-name',
      'form',
      'call has no "form"; it has id, from, to, direction, reason, language, recording_url',
    ],
    ['error.kode', 'unknown-name', 'kode', 'error has no "kode"; it has code, message, step'],
    ['vars.open && (vars.tries > "3")', 'type', 'vars.tries > "3"', 'compares an int with a string'],
    ['vars.price == 1', 'type', 'vars.price == 1', 'compares a double with an int'],
    ['"a" + 1', 'type', '"a" + 1', '"+" cannot join a string and an int'],
    ['!vars.tries', 'type', '!vars.tries', '"!" cannot be applied to an int'],
    ['vars.open && 1', 'type', 'vars.open && 1', 'both sides of && and || must be true or false'],
    ['1 ? 2 : 3', 'type', '1', 'the condition before "?" must be true or false'],
    ['vars.open ? 1 : ""', 'type', 'vars.open ? 1 : ""', 'both results of "? :" must have the same type'],
    ['[1, ""]', 'type', '""', 'all elements of a list must have the same type'],
    ['vars.tries.x', 'type', 'x', 'an int has no fields'],
    ['now()', 'type', 'now()', 'there is no function now()'],
    ['optional.of(1).hasValue()', 'unknown-name', 'optional', 'expressions have no optional values'],
    ['vars.tier.at(1)', 'type', 'vars.tier.at(1)', 'there is no function at(int) of a string'],
    ['vars.tries = 1', 'syntax', '=', 'unexpected "="'],
    ['1 2', 'syntax', '2', 'unexpected "2"'],
    ['vars.tries ==', 'syntax', '', 'the expression ends too early'],
    ['', 'syntax', '', 'the expression ends too early'],
    ['(1', 'syntax', '', 'the expression ends before all its brackets are closed'],
    ['"gold', 'syntax', '"gold', 'a quoted text is not closed'],
    ['package', 'syntax', 'package', '"package" is a reserved word of CEL'],
  ])('%s: the place and the words', (source, kind, found, message) => {
    const checked = expressions.check(source);
    if (checked.ok) throw new Error('it passed');
    expect(checked.kind).toBe(kind);
    expect(checked.message).toBe(message);
    expect(source.slice(checked.start, checked.end)).toContain(found);
  });

  test.each([
    ['teir', undefined],
    ['tier', 'vars.tier'],
    ['var.tier', 'vars'],
    ['vars.teir', 'tier'],
    ['call.form', 'from'],
  ])('%s: what was probably meant', (source, meant) => {
    expect(expressions.check(source)).toMatchObject({ ok: false, ...(meant === undefined ? {} : { meant }) });
  });

  test.each([
    ['vars.open and vars.tries > 1', '&&', 'write && for "and"'],
    ['vars.open OR vars.tries > 1', '||', 'write || for "or"'],
    ['vars.tier eq "x"', '==', 'to compare, write =='],
    ['vars.tier is "x"', '==', 'to compare, write =='],
    ['vars.tier === "x"', '==', 'to compare, write =='],
    ['vars.tier !== "x"', '!=', 'to compare, write !='],
    ['vars.tier is not "x"', '!=', 'to compare, write !='],
    ['vars.tier <> "x"', '!=', 'to compare, write !='],
    ['vars.tries => 3', '>=', 'to compare, write >='],
    ['not vars.open', undefined, 'for "not", write ! in front of brackets: !(…)'],
    ['vars.tier not in ["a"]', undefined, /^for "not", write ! in front of brackets: !\(value in/],
    ['vars.tier is in ["a"]', undefined, /^write in: /],
    ['vars.tier in ("a", "b")', undefined, 'a list stands in square brackets: ["a", "b"]'],
    ['vars.tier == “x”', undefined, 'a text stands in straight quotes: "x"'],
    ['{{ vars.tries }} > 3', undefined, 'write the name alone: vars.tries'],
    ['vars.tries++ > 3', undefined, /^an expression changes nothing/],
    ['vars.tries += 1', undefined, /^an expression changes nothing/],
    ['if vars.open then "a" else "b"', undefined, 'write condition ? one : other'],
    ['vars.tier contains "x"', undefined, 'write value.contains("…")'],
    ['vars.tier.length > 3', 'size()', 'write vars.tier.size()'],
    ['vars.tier.length() > 3', 'size', 'did you mean "size"?'],
    ['vars.tier.lenght() > 3', 'size', 'did you mean "size"?'],
    ['vars.tier.toLowerCase() == "x"', 'lowerAscii', 'did you mean "lowerAscii"?'],
    ['vars.tier.startswith("x")', 'startsWith', 'did you mean "startsWith"?'],
    ['vars.tier.substr(1, 2) == "x"', undefined, 'did you mean "substring"?'],
    ['lower(vars.tier) == "x"', undefined, 'write vars.tier.lowerAscii()'],
    ['contains(vars.tier, "x")', undefined, 'write vars.tier.contains("x")'],
    ['vars.tier.match("^g")', 'matches', 'did you mean "matches"?'],
    ['"^g".test(vars.tier)', undefined, 'write vars.tier.matches("^g")'],
    ['vars.tries.string() == "3"', undefined, 'write string(vars.tries)'],
    ['vars.tier.parseInt() == 3', undefined, 'write int(vars.tier)'],
    ['vars.tries.startsWith("3")', undefined, 'write string(vars.tries).startsWith("3")'],
    ['call.from[0] == "+"', undefined, 'write call.from.substring(0, 1)'],
    ['vars.tier == null', undefined, 'a string is never null; to compare, write ""'],
    ['null != vars.tries', undefined, 'an int is never null; to compare, write 0'],
    ['now() > 3', undefined, 'no expression knows the time; for opening hours there is the step "hours"'],
    ['vars.in == ""', undefined, '"in" is a word of CEL itself: give it another name'],
    ['vars.tier == gold', undefined, 'a text stands in quotes: "gold"'],
  ])('%s: what other languages say in their way is told in that of CEL', (source, meant, hint) => {
    const checked = expressions.check(source);
    if (checked.ok) throw new Error('it passed');
    expect(checked.meant).toBe(meant);
    expect(checked.hint).toMatch(hint);
    if (typeof hint === 'string') expect(checked.hint).toBe(hint);
    if (meant === undefined) return;
    const mended = source.slice(0, checked.start) + meant + source.slice(checked.end);
    expect(expressions.check(mended)).toMatchObject({ ok: true });
  });

  test.each(['1 2', 'vars.tier.frobnicate()', 'vars.tier.contains(1)', 'vars.open && "and"'])(
    '%s: nothing is meant where nobody can tell',
    (source) => {
      const checked = expressions.check(source);
      if (checked.ok) throw new Error('it passed');
      expect(checked).not.toHaveProperty('hint');
    },
  );

  test.each(['constructor', 'toString.x', 'constructor["x"]', 'valueOf'])(
    '%s: what every object of JavaScript has is as unknown as any other name',
    (source) => {
      expect(expressions.check(source)).toMatchObject({ ok: false, kind: 'unknown-name' });
      expect(expressions.findReads(source)).toEqual(new Set());
    },
  );

  test('is told apart from one that reads no variables at all', () => {
    expect(createExpressions({ vars: {} }).check('vars.x')).toMatchObject({
      message: 'unknown variable "x"; the flow declares none',
    });
  });
});

describe('names that every object of JavaScript has, and words of other languages', () => {
  const names = Object.getOwnPropertyNames(Object.prototype);
  const words =
    'prototype as break const continue else for function if import let loop package namespace return var void while';

  test.each([...names, ...words.split(' ')])('%s is a name like others', (name) => {
    const own = createExpressions({
      vars: { [name]: declared('', 'string'), count: declared(0, 'int') },
      params: { [name]: { type: 'int' } },
    });
    const json: unknown = JSON.parse(
      `{ "${name}": "a", "list": [{ "${name}": { "inner": 5 } }], "open": true }`,
    );
    const values: Scope = {
      ...scope(),
      vars: Object.fromEntries<Value>([
        [name, 'gold'],
        ['count', 3],
      ]),
      params: Object.fromEntries([[name, 7]]),
      response: {
        status: 200,
        headers: Object.fromEntries([
          [name, 'h'],
          ['date', 'today'],
        ]),
        text: `{ "${name}": "t", "size": 1 }`,
        json,
      },
    };
    const evaluate = (source: string) => {
      expect(own.check(source)).toMatchObject({ ok: true });
      return own.evaluate(source, values);
    };
    const reads: [string, Value][] = [
      [`vars.${name} + string(vars.count)`, 'gold3'],
      [`vars["${name}"]`, 'gold'],
      [`params.${name} + 1`, 8],
      [`response.json.${name}`, 'a'],
      [`response.json["${name}"]`, 'a'],
      ['response.json.open', true],
      [`has(response.json.${name})`, true],
      ['has(response.json.missing)', false],
      [`"${name}" in response.json`, true],
      [`response.json.list[0].${name}.inner`, 5],
      [`response.json.list.exists(one, one.${name}.inner == 5.0)`, true],
      ['size(response.json)', 3],
      [`response.json.exists(key, key == "${name}")`, true],
      ['response.json == response.json', true],
      [`response.headers["${name}"] + response.headers.date`, 'htoday'],
      [`bytes(response.text).json()["${name}"]`, 't'],
      ['bytes(response.text).json().size', 1],
      ['response.status', 200],
    ];
    for (const [source, value] of reads) expect([source, evaluate(source)]).toEqual([source, value]);
  });

  test.each(names)('%s is no name before it is declared', (name) => {
    expect(expressions.check(`vars.${name}`).ok).toBe(false);
    expect(expressions.check(`call.${name}`).ok).toBe(false);
    expect(expressions.check(name).ok).toBe(false);
    const read = createExpressions({ vars });
    const response = { status: 200, headers: {}, text: '', json: {} };
    expect(() => read.evaluate(`response.json.${name}`, { ...scope(), response })).toThrow(ExpressionError);
    expect(read.evaluate(`has(response.json.${name})`, { ...scope(), response })).toBe(false);
  });

  test.each(['constructor', 'prototype', '__proto__'])('a map of an expression has no key %s', (name) => {
    const source = `{"a": 1, "${name}": 2}["a"]`;
    expect(expressions.check(source)).toMatchObject({
      ok: false,
      message: 'a map of an expression cannot have this key',
      start: source.indexOf(`"${name}`),
    });
  });

  test('a map with such a key costs as much as another one', () => {
    const read = createExpressions({ vars });
    const cost = (json: unknown, source: string) => {
      const budget = { left: BOUNDS.operations };
      read.evaluate(source, { ...scope(), response: { status: 200, headers: {}, text: '', json } }, budget);
      return BOUNDS.operations - budget.left;
    };
    for (const source of ['response.json.exists(key, key == "x")', 'response.json == response.json'])
      expect(cost({ constructor: 'text', b: 2 }, source)).toBe(cost({ construction: 'text', b: 2 }, source));
  });
});

describe('the bounds of an expression', () => {
  test.each([
    ['more than 2,000 characters', `1 + ${'1'.repeat(2_000)}`],
    ['more nodes than anybody writes', Array.from({ length: 400 }, () => '1').join('+')],
    ['brackets in brackets', `${'('.repeat(200)}1${')'.repeat(200)}`],
    ['a comprehension in a comprehension', '[1].exists(a, [2].exists(b, a == b))'],
  ])('forbid %s', (_, source) => {
    expect(expressions.check(source)).toMatchObject({ ok: false, kind: 'syntax' });
  });
});

describe('an evaluation without a value', () => {
  test.each([
    ['1 / (vars.tries - 4)', 'division by zero'],
    ['1 % (vars.tries - 4)', 'division by zero'],
    ['int(vars.tier)', 'int() was given text that is no whole number'],
    ['int("")', 'int() was given text that is no whole number'],
    ['int("0b11")', 'int() was given text that is no whole number'],
    ['int("1.0")', 'int() was given text that is no whole number'],
    ['double("")', 'double() was given text that is no number'],
    ['"".substring(1)', 'the text is shorter than the index'],
    ['"a".split(",")[1]', 'a list has no element at this index'],
    ['9007199254740993', 'the number is too large'],
    ['1.0 / 0.0', 'the number is too large'],
    ['[1]', 'the value is not text, a number or true/false'],
    ['vars.tier.matches("[")', 'matches() was given no regular expression'],
    ['vars.tier.matches(vars.tier + "(")', 'matches() was given no regular expression'],
  ])('%s is an ExpressionError', (source, message) => {
    expect(() => expressions.evaluate(source, scope())).toThrow(new ExpressionError(message));
  });

  test('never tells a value of the call (I7)', () => {
    for (const source of [
      'int(vars.tier)',
      'bool(vars.tier)',
      'double(vars.tier)',
      'timestamp(vars.tier)',
      'duration(vars.tier)',
    ]) {
      const attempt = () => expressions.evaluate(source, scope({ tier: 'hunter2' }));
      expect(attempt).toThrow(ExpressionError);
      expect(attempt).toThrow(/^(?!.*hunter2)/);
    }
  });
});

describe('whole numbers', () => {
  test('go in and come out unchanged', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (tries) => {
        expect(expressions.evaluate('vars.tries', scope({ tries }))).toBe(tries);
      }),
    );
  });

  test('and numbers with a point are not mixed up', () => {
    expect(expressions.evaluate('vars.price', scope({ price: 2 }))).toBe(2);
    expect(expressions.evaluate('vars.price / 4.0', scope({ price: 2 }))).toBe(0.5);
    expect(expressions.evaluate('vars.tries / 4', scope({ tries: 2 }))).toBe(0);
  });
});

describe('a template', () => {
  test('is rendered with the values as text', () => {
    const template = [
      'You are ',
      { expr: 'vars.tier' },
      ', ',
      { expr: 'vars.tries + 1' },
      ' ',
      { expr: 'vars.open' },
    ];
    expect(expressions.render(template, scope())).toBe('You are gold, 5 true');
  });

  test('has no text when one of its expressions has no value', () => {
    expect(() => expressions.render(['a', { expr: '1 / 0' }], scope())).toThrow(ExpressionError);
  });
});

test('any text is either sound or told, and never throws anything else', () => {
  const words = [
    'vars.tier',
    'vars.',
    'call',
    '1',
    '1.5',
    '"a"',
    '==',
    '&&',
    '!',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '?',
    ':',
    ',',
    '.',
    '+',
    'size',
    '.map(x, ',
    'in',
    '\\',
    "'",
  ];
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((w) => w.join(' ')),
  );
  fc.assert(
    fc.property(text, (source) => {
      const checked = expressions.check(source);
      if (checked.ok) {
        try {
          expressions.evaluate(source, scope());
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
        return;
      }
      expect(checked.start).toBeLessThanOrEqual(checked.end);
      expect(checked.end).toBeLessThanOrEqual(source.length);
      expect(checked.message).not.toBe('');
    }),
    { numRuns: scaleRuns(300) },
  );
});

describe('the tree of an expression', () => {
  test.each([
    '(vars.tries + 1) * vars.tries',
    'vars.tries * (vars.tries + (vars.tries))',
    '((vars.open)) && (vars.open || !(vars.open))',
    '( vars.tier ).startsWith("(")',
    '(vars.tier + ")") == ("x")',
    'vars.open ? (vars.tries) : ((vars.tries + 1))',
    '-( vars.tries )',
    'size((vars.tier))',
  ])('places the whole of %s, with the brackets of its operands', (source) => {
    const { start, end } = expressions.parse(source) ?? {};
    expect(source.slice(start, end)).toBe(source);
  });

  test('leaves out the brackets around a whole term', () => {
    const source = '(vars.tries + (1)) * 2';
    const [, sum] = listTerms(expressions.parse(source)!);
    expect(source.slice(sum?.start, sum?.end)).toBe('vars.tries + (1)');
  });
});
