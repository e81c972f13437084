/** Conditions of cases. No call refutes what is told of them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import { createExpressions, type Scope } from '../../../../src/language/model/index.ts';
import { scaleRuns } from '../../../setup/property-runs.ts';

const HEAD = `ringflow: 1
name: case
languages: [en-GB, fr-FR]
on: { error: sorry }
vars: { n: 0, s: '', day: '', at: '', free: '', b: false, d: 0.5, room: '', score: 0, trip: '', wish: '', kind: '' }
steps:
  n: { collect: { prompt: A digit?, type: number, digits: { max: 1 }, save: n }, on: { exhausted: sorry } }
  s: { collect: { prompt: A digit?, digits: 1, save: s }, on: { exhausted: day } }
  day: { collect: { prompt: 'A date, in eight digits?', type: date, format: dmy, save: day }, on: { exhausted: sorry } }
  at: { collect: { prompt: 'A time, in four digits?', type: time, save: at }, on: { exhausted: sorry } }
  free: { collect: { prompt: A word?, type: text, speech: true, save: free }, on: { exhausted: sorry } }
  room: { collect: { prompt: Your room?, digits: 3, pattern: '^(30[0-9]|2[1-4][05])$', save: room }, on: { exhausted: sorry } }
  score:
    collect: { prompt: 'From 1 to 5?', type: number, digits: { max: 1 }, range: { min: 1, max: 5 }, save: score }
    on: { exhausted: sorry }
  trip:
    collect:
      { prompt: A date?, type: date, format: dmy, range: { min: 2026-06-01, max: 2026-12-31 }, save: trip }
    on: { exhausted: sorry }
  wish:
    collect: { prompt: A wish?, type: text, speech: { phrases: [Frühstück, Gepäck] }, save: wish }
    on: { exhausted: sorry }
  kind: { set: { kind: '\${vars.b ? "red" : "blue"}' } }
  set: { set: { b: '\${call.from != ""}' } }
  cases:
    switch:
`;

const CODES = ['impossible-condition', 'unreachable-case', 'certain-condition'];

/** Returns what is told of the cases with these conditions. */
function judge(...conditions: string[]): { code: string; message: string; line: number; meant?: string }[] {
  const rows = conditions.map((one) => `      - { when: ${JSON.stringify(one)}, goto: sorry }\n`);
  const text = `${HEAD}${rows.join('')}  sorry: { say: Sorry., next: hangup }\n`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  return diagnostics
    .filter(({ code }) => CODES.includes(code))
    .map(({ code, message, span, fix }) => ({
      code,
      message,
      line: span.start.line - HEAD.split('\n').length,
      ...(fix === undefined ? {} : { meant: fix.text }),
    }));
}

describe('it is told of the last case', () => {
  test.each<[string, string, string[]]>([
    [
      'impossible-condition',
      'that it needs two beginnings',
      ['call.from.startsWith("+43") && call.from.startsWith("+41")'],
    ],
    ['impossible-condition', 'that it needs two values', ['vars.free == "a" && vars.free == "b"']],
    ['impossible-condition', 'that it needs a number above and below', ['vars.n > 5 && 3 > vars.n']],
    [
      'impossible-condition',
      'that it needs a number on both sides of a bound',
      ['vars.n <= 5 && vars.n > 5'],
    ],
    ['impossible-condition', 'that a bound is left out', ['vars.n < 5 && vars.n >= 5']],
    ['impossible-condition', 'that it contradicts itself', ['vars.b && !vars.b']],
    ['impossible-condition', 'that one is true and false', ['vars.b == true && vars.b != true']],
    [
      'impossible-condition',
      'that two values are equal and not',
      ['vars.s != vars.free && vars.s == vars.free'],
    ],
    ['impossible-condition', 'that the flow has no such language', ['call.language == "fr-CA"']],
    ['impossible-condition', 'that dates have another form', ['vars.day == "24.12.2026"']],
    ['impossible-condition', 'that times have another form', ['vars.at < "9:00"']],
    ['unreachable-case', 'that a wider one is above', ['vars.n >= 2', 'vars.n >= 5']],
    [
      'unreachable-case',
      'that a shorter beginning is above',
      ['vars.free.startsWith("1")', 'vars.free.startsWith("10")'],
    ],
    ['unreachable-case', 'that it is written twice', ['vars.free == "a"', 'vars.b', 'vars.free == "a"']],
    [
      'unreachable-case',
      'that those above take all of it',
      ['vars.n < 4', 'vars.n > 6', 'vars.n < 2 || vars.n == 8'],
    ],
    ['certain-condition', 'that no value is two values at once', ['vars.free != "a" || vars.free != "b"']],
    ['certain-condition', 'that bounds of times overlap', ['vars.at > "14:30" || vars.at < "18:30"']],
    [
      'certain-condition',
      'that bounds of a computed number overlap',
      ['int(vars.free) > 5 || int(vars.free) <= 6'],
    ],
    ['impossible-condition', 'that no time is before and after', ['vars.at > "18:00" && vars.at < "08:00"']],
    ['impossible-condition', 'that a part excludes itself', ['vars.b || (vars.n < 2 && vars.n > 3)']],
    ['impossible-condition', 'that the pattern refuses the beginning', ['vars.room.startsWith("7")']],
    ['impossible-condition', 'that the pattern refuses the text', ['vars.room == "199"']],
    ['impossible-condition', 'that the text is of another length', ['vars.room.size() == 4']],
    ['impossible-condition', 'that the pattern refuses so high a number', ['int(vars.room) > 399']],
    ['impossible-condition', 'that the range begins above', ['vars.score == 0']],
    ['impossible-condition', 'that the range of dates ends before', ['vars.trip > "2027"']],
    ['impossible-condition', 'that the phrase is spelled otherwise', ['vars.wish == "frühstück"']],
    ['impossible-condition', 'that no digits contain a letter', ['vars.kind.contains("x")']],
  ])('%s: %s', (code, _fact, conditions) => {
    expect(judge(...conditions)).toMatchObject([{ code, line: conditions.length - 1 }]);
  });
});

describe('nothing is told of', () => {
  test.each<[string, string[]]>([
    ['a narrow case above a wide one', ['vars.n >= 5', 'vars.n >= 2']],
    ['a longer beginning above a shorter one', ['vars.free.startsWith("10")', 'vars.free.startsWith("1")']],
    ['a case that overlaps with one above', ['vars.n < 5', 'vars.n > 2']],
    ['a range of one number', ['vars.n >= 5 && vars.n <= 5', 'vars.d >= 0.5 && 0.5 >= vars.d']],
    ['numbers on both sides of a bound', ['vars.n < 5', 'vars.n > 5', 'vars.n == 5']],
    ['a case whose range is open', ['vars.n > 2 && vars.n < 4']],
    [
      'a beginning, a middle and an end',
      ['vars.free.startsWith("a") && vars.free.contains("b") && vars.free.endsWith("c")'],
    ],
    ['two names with one value each', ['vars.free == "a" && vars.s == "1"']],
    ['an answer that was not given', ['vars.s == ""', 'vars.day == ""']],
    ['one of two values', ['vars.free == "a" || vars.free == "b"']],
    ['neither of two values', ['vars.free != "a" && vars.free != "b"']],
    ['a language of the flow', ['call.language == "fr-FR"', 'call.language.startsWith("en")']],
    ['a date and a time in their forms', ['vars.day == "2026-12-24"', 'vars.at < "09:00"']],
    [
      'a bound of texts',
      ['vars.at >= "09:00" && vars.at < "17:00"', 'vars.at < "09:00" || vars.at > "20:00"'],
    ],
    [
      'what a pattern and a range take',
      ['vars.room.startsWith("30")', 'vars.score == 5', 'vars.trip > "2026-12"'],
    ],
    [
      'guards against what a question refuses',
      ['vars.score > 0 && vars.n == 3', 'vars.room != "" && vars.n == 4'],
    ],
    ['a phrase as it is listed, and other words', ['vars.wish in ["Frühstück", "something else"]']],
    ['a constant that switches a case on', ['true', 'vars.b']],
  ])('%s', (_fact, conditions) => {
    expect(judge(...conditions)).toEqual([]);
  });
});

test('a value in another form is replaced where its form is certain', () => {
  expect(
    judge('vars.day == "24.12.2026"', "vars.at == '9:30'", 'call.language == "fr-CA"').map(
      ({ meant }) => meant,
    ),
  ).toEqual(['"2026-12-24"', "'09:30'", undefined]);
});

describe('conditions made at random', () => {
  const digits = fc.constantFrom('', '1', '2', '12', '21');
  const atom = fc.oneof(
    fc
      .tuple(fc.constantFrom('<', '<=', '>', '>=', '==', '!='), fc.constantFrom(0, 4, 5, 9, 10), fc.boolean())
      .map(([operator, value, isLeft]) =>
        isLeft ? `vars.n ${operator} ${value}` : `${value} ${operator} vars.n`,
      ),
    fc
      .tuple(
        fc.constantFrom('vars.s', 'vars.free'),
        fc.constantFrom('startsWith', 'endsWith', 'contains'),
        digits,
      )
      .map(([name, test, text]) => `${name}.${test}("${text}")`),
    fc
      .tuple(fc.constantFrom('vars.s', 'vars.free'), fc.constantFrom('==', '!='), digits)
      .map(([name, operator, text]) => `${name} ${operator} "${text}"`),
    fc
      .tuple(fc.constantFrom('vars.s', 'vars.free'), digits, digits)
      .map(([name, ...texts]) => `${name} in ${JSON.stringify(texts)}`),
    fc.constantFrom('vars.b', 'vars.b == true', 'vars.s == vars.free'),
  );
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      atom,
      fc
        .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
        .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
      tie('condition').map((one) => `!(${one})`),
    ),
  }));

  const declared = (type: 'string' | 'int' | 'bool', initial: string | number | boolean) => ({
    type,
    initial,
    secret: false,
  });
  const expressions = createExpressions({
    vars: {
      n: declared('int', 0),
      s: declared('string', ''),
      free: declared('string', ''),
      b: declared('bool', false),
    },
  });
  const texts = ['', '1', '2', '12', '21', '1x2', '212', '121', 'x'];
  const calls = [...Array(10).keys()].flatMap((n) =>
    ['', ...[...Array(10).keys()].map(String)].flatMap((s) =>
      texts.flatMap((free) =>
        [true, false].map((b) => ({ vars: { n, s, free, b }, params: {}, env: {} }) as unknown as Scope),
      ),
    ),
  );
  const holds = (source: string, call: Scope) => expressions.evaluate(source, call) === true;

  test('no call refutes what is told', () => {
    const told = new Set<string>();
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 4 }), (conditions) => {
        for (const { code, message, line } of judge(...conditions)) {
          const source = conditions[line] ?? '';
          if (
            message.startsWith('no call takes this case') ||
            message.startsWith('every call takes this case')
          )
            told.add(code);
          if (message.startsWith('every call'))
            expect(calls.filter((call) => !holds(source, call))).toEqual([]);
          if (!message.startsWith('no call')) continue;
          const takers = calls.filter((call) => conditions.findIndex((one) => holds(one, call)) === line);
          expect(takers.map(({ vars }) => vars)).toEqual([]);
        }
      }),
      { numRuns: scaleRuns(150) },
    );
    expect([...told].sort()).toEqual([...CODES].sort());
  });
});
