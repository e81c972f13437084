/** Expressions that fail, or give less than is meant, in some calls: those that are told, and those that are not. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

const VARS = "vars: { n: 0, m: 0, d: 0.5, s: '', t: '' }\n";

/** Returns how often a code is told of a flow with these steps. */
function count(code: string, steps: string): number {
  const text = `ringflow: 1\nname: case\nlanguages: [en-GB]\non: { error: sorry }\n${VARS}steps:\n${steps}  sorry: { say: '\${vars.n} \${vars.m} \${vars.d} \${vars.s} \${vars.t}' }\n`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return diagnostics.filter((one) => one.code === code).length;
}

const collect = (body: string) =>
  `  ask: { collect: { prompt: How many?, ${body} }, on: { exhausted: sorry } }\n`;
const set = (value: string) => `  set: { set: ${value} }\n`;
const guard = (when: string) => `  guard: { switch: [{ when: '${when}', goto: sorry }] }\n`;
const number = collect('type: number, digits: { max: 2 }, save: n');
const word = collect('type: text, speech: true, save: s');
const divide = set("{ m: '${100 / vars.n}' }");
const second = set(`{ t: '\${vars.s.split(" ")[1]}' }`);

describe('an expression that may fail', () => {
  test.each([
    ['divides by what callers enter', number + divide, 1],
    ['takes a remainder by what callers enter', number + set("{ m: '${100 % vars.n}' }"), 1],
    [
      'divides by digits that callers enter',
      collect('digits: 1, save: s') + set("{ m: '${100 / int(vars.s)}' }"),
      1,
    ],
    [
      'divides by what is above zero',
      collect('type: number, digits: { max: 2 }, range: { min: 1 }, save: n') + divide,
      0,
    ],
    ['divides by what was tested', number + guard('vars.n == 0') + divide, 0],
    ['tests by itself', number + set("{ m: '${vars.n > 0 ? 100 / vars.n : 0}' }"), 0],
    ['divides by a constant', number + set("{ m: '${vars.n / 2}' }"), 0],
    ['divides by what was set since', number + set('{ n: 5 }') + divide.replace('set:', 'next:'), 0],
    ['takes the second word of an answer', word + second, 1],
    ['takes the first word of an answer', word + set(`{ t: '\${vars.s.split(" ")[0]}' }`), 0],
    ['takes the second word of what was tested', word + guard('!vars.s.contains(" ")') + second, 0],
    [
      'makes a number of a phrase',
      collect('digits: 1, speech: { phrases: [ground floor] }, save: s') + set("{ n: '${int(vars.s)}' }"),
      1,
    ],
    ['makes a number of digits', collect('digits: 1, save: s') + set("{ n: '${int(vars.s)}' }"), 0],
    [
      'takes more digits than there may be',
      collect('digits: { min: 2, max: 4 }, save: s') + set("{ t: '${vars.s.substring(0, 3)}' }"),
      1,
    ],
    [
      'takes as many digits as there are',
      collect('digits: 4, save: s') + set("{ t: '${vars.s.substring(0, 3)}' }"),
      0,
    ],
    ['cuts a number that may be withheld', set("{ t: '${call.from.substring(0, 3)}' }"), 1],
    ['cuts the number that was called', set("{ t: '${call.to.substring(0, 3)}' }"), 0],
  ])('%s', (_fact, steps, times) => {
    expect(count('failing-expression', steps)).toBe(times);
  });
});

describe('an answer that is saved', () => {
  const save = (value: string, on = '') =>
    `  ask: { http: { get: 'https://a.example', timeout: 4s, save: ${value} }${on} }\n`;
  test.each([
    ['failing-expression', 'as a quotient in a whole number', save("{ n: '${response.json.a / 1000}' }"), 1],
    ['failing-expression', 'as a whole quotient', save("{ n: '${int(response.json.a / 1000)}' }"), 0],
    ['failing-expression', 'as a quotient in a decimal', save("{ d: '${response.json.a / 1000}' }"), 0],
    ['failing-expression', 'as it is', save("{ n: '${response.json.a}' }"), 0],
    ['unchecked-answer', 'from a list', save("{ s: '${response.json.a[0].b}' }"), 1],
    [
      'unchecked-answer',
      'from a list that was looked at',
      save(`{ s: '\${size(response.json.a) > 0 ? response.json.a[0].b : ""}' }`),
      0,
    ],
    ['unchecked-answer', 'as it is', save("{ s: '${response.json.a}' }"), 0],
    [
      'unchecked-answer',
      'as it is, with a case for none',
      save("{ s: '${response.json.a.b}' }") + guard('vars.s == ""'),
      1,
    ],
    [
      'unchecked-answer',
      'as it is, by a service that may send an empty text',
      save("{ s: '${response.json.a}' }") + guard('vars.s == ""'),
      0,
    ],
    [
      'unchecked-answer',
      'as it is, with a case of its value for none',
      `${save("{ s: '${response.json.a.b}' }")}  which: { switch: { value: vars.s, cases: { "": sorry } } }\n`,
      1,
    ],
    [
      'unchecked-answer',
      'from a list, with a question after a failure',
      `  first: { next: ask, say: Hi. }\n${word.replace('ask:', 'again:')}${save("{ s: '${response.json.a[0]}' }", ', on: { failed: again }')}`,
      0,
    ],
  ])('%s: %s', (code, _fact, steps, times) => {
    expect(count(code, steps)).toBe(times);
  });
});

describe('a share', () => {
  test.each([
    ['that is divided first', "{ m: '${vars.n / 5000 * 100}' }", 1],
    ['of another share', "{ m: '${100 * (vars.n / 50)}' }", 1],
    ['that is multiplied first', "{ m: '${vars.n * 100 / 5000}' }", 0],
    ['that is decimal', "{ d: '${vars.d / 5000 * 100}' }", 0],
    ['that rounds down to hundreds', "{ m: '${vars.n / 100 * 100}' }", 0],
    ['that is no percentage', "{ m: '${vars.n / 60 * 7}' }", 1],
    ['of a number of the call', "{ m: '${vars.n / 60 * vars.n}' }", 1],
    ['that loses a cent', "{ m: '${int(vars.d * 100.0)}' }", 1],
    ['that loses a cent in a longer product', "{ m: '${int(vars.d * 1.19 * 1000.0)}' }", 1],
    ['that is divided by a hundredth', "{ m: '${int(vars.d / 0.01)}' }", 1],
    ['that is rounded to the nearest number', "{ m: '${int(vars.d * 100.0 + 0.5)}' }", 0],
    ['of a whole number', "{ m: '${int(double(vars.n) * 100.0)}' }", 0],
    ['of cents in whole euros', "{ m: '${int(vars.d / 100.0)}' }", 0],
    ['that is rounded on purpose', "{ m: '${int(vars.n / 60) * 7}' }", 0],
  ])('%s', (_fact, value, times) => {
    expect(count('early-rounding', number + set(value))).toBe(times);
  });
});

describe('a question that names a range', () => {
  const ask = (prompt: string, body: string) =>
    `  ask: { collect: { prompt: '${prompt}', ${body} }, on: { exhausted: sorry } }\n`;
  test.each([
    [
      'and takes exactly as many digits as its end has',
      ask('From 0 to 10?', 'type: number, digits: 2, range: { min: 0, max: 10 }, save: n'),
      1,
    ],
    [
      'and says how many digits',
      ask('From 0 to 10, in two digits.', 'type: number, digits: 2, range: { min: 0, max: 10 }, save: n'),
      0,
    ],
    [
      'and takes fewer digits too',
      ask('From 0 to 10?', 'type: number, digits: { max: 2 }, range: { min: 0, max: 10 }, save: n'),
      0,
    ],
    [
      'whose numbers have as many digits',
      ask('From 10 to 99?', 'type: number, digits: 2, range: { min: 10, max: 99 }, save: n'),
      0,
    ],
    [
      'of single amounts, one of them shorter',
      ask('For how many months? Enter 6, 12, or 24.', 'type: number, digits: 2, save: n'),
      1,
    ],
    [
      'of single amounts, all as long',
      ask('For how many months? Enter 12, 24 or 36.', 'type: number, digits: 2, save: n'),
      0,
    ],
    ['whose pattern has a shorter answer', ask('How much?', 'digits: 2, pattern: ^(5|10|20)$, save: s'), 1],
    [
      'whose pattern has answers of one length',
      ask('Which?', 'digits: 2, pattern: ^(05|10|20)$, save: s'),
      0,
    ],
    [
      'that goes further than its own',
      ask('From 5 to 500 euros?', 'type: currency, currency: EUR, range: { min: 5, max: 200 }, save: d'),
      1,
    ],
    [
      'that is its own',
      ask('From 5 to 200 euros?', 'type: currency, currency: EUR, range: { min: 5, max: 200 }, save: d'),
      0,
    ],
    [
      'of another thing',
      ask(
        'We are open from 9 to 18. How much?',
        'type: currency, currency: EUR, range: { min: 5, max: 200 }, save: d',
      ),
      0,
    ],
  ])('%s', (_fact, steps, times) => {
    expect(count('refused-answer', steps)).toBe(times);
  });
});
