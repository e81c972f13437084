/** Where the rules about callers' time and about ways that end too early draw their lines. What they print is in ../cases/err. */
import { describe, expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../../src/language/compiler/index.ts';
import type { DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

/** How often a code is told of a flow; `sorry` speaks and takes all failures. */
function count(code: DiagnosticCode, steps: string, head = ''): number {
  const text = `ringflow: 1\nname: case\non: { error: sorry }\n${head}steps:\n${steps}  sorry: { say: Sorry. }\n`;
  return compileFlow({ file: 'case.yaml', text }).diagnostics.filter((one) => one.code === code).length;
}

describe('a timeout', () => {
  const collect = (keys: string) =>
    `  a: { collect: { prompt: Hi., save: s, ${keys} }, on: { exhausted: sorry } }\n`;
  test.each([
    ['of two seconds', 'digits: 16, timeout: 2s, inter_digit: 2s', 0],
    ['of less for a long number', 'digits: 16, inter_digit: 1999ms', 1],
    ['of less for a number that is known by heart', 'digits: 4, inter_digit: 1s', 0],
    ['of less before any number', 'digits: 4, timeout: 1s', 1],
    ['that cannot be read', 'digits: 16, timeout: 1 sec, inter_digit: soon', 0],
    ['of less between words', 'type: text, speech: true, inter_digit: 1s', 0],
  ])('%s is told so often', (_, keys, times) => {
    expect(count('hasty-timeout', collect(keys), "vars: { s: '' }\n")).toBe(times);
  });

  test('is looked at in defaults too', () => {
    expect(
      count(
        'hasty-timeout',
        collect('digits: 16'),
        "vars: { s: '' }\ndefaults: { collect: { timeout: 1s } }\n",
      ),
    ).toBe(1);
  });
});

describe('ringing', () => {
  const to = (parties: number, more = '') =>
    `  a: { connect: { to: [${Array.from({ length: parties }, (_, at) => `'+49301${at}'`).join(', ')}]${more} }, on: { busy: sorry, no_answer: sorry } }\n`;
  test.each([
    ['three parties for as long as usual', to(3), 0],
    ['four', to(4), 1],
    ['four for a shorter time', to(4, ', ring: 20s'), 0],
    ['one for 91 seconds', to(1, ', ring: 91s'), 1],
    ['four for a time that cannot be read', to(4, ', ring: long'), 0],
  ])('%s is told so often', (_, steps, times) => {
    expect(count('long-ringing', steps)).toBe(times);
  });
});

describe('a question', () => {
  const words = (seconds: number) => 'Please. '.repeat(Math.ceil((seconds * 15) / 8));
  const asking = (prompt: string) =>
    `  a: { menu: { prompt: ${prompt}, choices: [{ key: 1, goto: sorry }] }, on: { exhausted: sorry } }\n`;
  test.each([
    ['of 38 seconds', `"${words(38)}"`, 0],
    ['of 45 seconds', `"${words(45)}"`, 1],
    ['of 45 seconds in two pieces', `["${words(20)}", "${words(25)}"]`, 1],
    ['behind music', '[{ url: "https://example.com/a.wav", length: 60s }, Press 1.]', 0],
  ])('%s is told so often', (_, prompt, times) => {
    expect(count('long-question', asking(prompt))).toBe(times);
  });
});

describe('a variable that begins empty', () => {
  const say = "  a: { say: 'Hi ${vars.s}.' }\n";
  test.each([
    ['and is only read', say, 1],
    ['and is read twice', `${say}  b: { say: 'Ho \${vars.s}.' }\n`, 1],
    ['and is set', `  x: { set: { s: Anna } }\n${say}`, 0],
    ['and is set behind', `${say}  x: { set: { s: Anna } }\n`, 0],
    ['and is given only its own value', `  x: { set: { s: '\${vars.s}' } }\n${say}`, 0],
    ['while something is kept in one that is not there', `  x: { set: { t: Anna } }\n${say}`, 0],
    ['and is not used at all', '  a: { say: Hi. }\n', 0],
  ])('%s is told so often', (_, steps, times) => {
    expect(count('unset-variable', steps, "vars: { s: '' }\n")).toBe(times);
  });

  test.each(['Anna', '0', 'false'])('is another matter than one that begins with %s', (initial) => {
    expect(count('unset-variable', say, `vars: { s: ${initial} }\n`)).toBe(0);
  });
});

describe('a failure', () => {
  const http = (on: string, next = '') =>
    `  hello: { say: Hi. }\n  a: { http: { get: 'https://example.com', timeout: 1s }, on: ${on}${next} }\n  b: { say: Ho. }\n`;
  test.each([
    ['that hangs up', http('{ failed: hangup }'), 1],
    ['that hangs up by a step', `${http('{ failed: bye }')}  bye: { hangup: }\n`, 1],
    ['that says something', http('{ failed: sorry }'), 0],
    ['that goes where failures go', http('{}'), 0],
    ['that hangs up where the call ends anyway', http('{ failed: hangup }', ', next: hangup'), 0],
    ['before anybody was answered', http('{ failed: hangup }').replace('  hello: { say: Hi. }\n', ''), 0],
  ])('%s is told so often', (_, steps, times) => {
    expect(count('failure-cut-off', steps)).toBe(times);
  });
});

describe('opening hours', () => {
  const head =
    "vars: { number: '+49301', other: '' }\nhours: { h: { timezone: Europe/Berlin, open: { mon-fri: 09:00-18:00 } } }\n";
  const dial =
    "  dial: { connect: { to: '${vars.number}' }, on: { busy: sorry, no_answer: sorry }, next: hangup }\n";
  const desk = "  desk: { connect: { to: '+49301' }, on: { busy: sorry, no_answer: sorry }, next: hangup }\n";
  test.each([
    ['that lead to one party either way', `  a: { hours: h, on: { closed: desk } }\n${desk}`, 1],
    [
      'behind which the flow goes on below',
      `  a: { hours: h, on: { closed: shut }, next: desk }\n  shut: { say: Shut. }\n${desk}`,
      1,
    ],
    [
      'behind which the call ends',
      `  a: { hours: h, on: { closed: shut }, next: desk }\n  shut: { say: Shut., next: hangup }\n${desk}`,
      0,
    ],
    [
      'behind which the caller is asked',
      `  a: { hours: h, on: { closed: shut }, next: desk }\n  shut: { menu: { prompt: Press 1., choices: [{ key: 1, goto: desk }] }, on: { exhausted: sorry } }\n${desk}`,
      0,
    ],
    [
      'behind which something else decides',
      `  a: { hours: h, on: { closed: shut }, next: desk }\n  shut: { switch: [{ when: call.from == "", goto: sorry }] }\n${desk}`,
      0,
    ],
    [
      'behind which another number is set',
      `  a: { hours: h, on: { closed: shut }, next: dial }\n  shut: { set: { number: '+49302' } }\n${dial}`,
      0,
    ],
    [
      'behind which something is set that the party does not depend on',
      `  a: { hours: h, on: { closed: shut }, next: dial }\n  shut: { set: { other: '1' } }\n${dial}`,
      1,
    ],
    [
      'that lead to another party',
      `  a: { hours: h, on: { closed: night } }\n${desk}${desk.replace('desk', 'night')}`,
      0,
    ],
  ])('%s are told so often', (_, steps, times) => {
    expect(count('closed-but-connected', steps, head)).toBe(times);
  });
});

describe('a flow that is run', () => {
  const run =
    'ringflow: 1\nname: case\non: { error: sorry }\nsteps:\n  a: { run: { flow: part } }\n  sorry: { say: Sorry. }\n';
  const told = (part: string) => {
    const others = createFlowCatalogue([{ file: 'part.yaml', text: `ringflow: 1\nname: part\n${part}` }]);
    const { diagnostics } = compileFlow({ file: 'case.yaml', text: run }, { others });
    return diagnostics.filter(({ code }) => code === 'never-returns').length;
  };
  test.each([
    ['ends the call', 'steps: { b: { say: Hi., on: { failed: hangup } } }\n', 1],
    ['gives something back', 'returns: {}\nsteps: { b: { say: Hi., on: { failed: hangup } } }\n', 0],
    ['returns', 'steps: { b: { say: Hi., next: return, on: { failed: hangup } } }\n', 0],
    ['goes to another flow', 'steps: { b: { goto: { flow: case }, on: { failed: hangup } } }\n', 0],
    ['cannot be read', 'steps: { b: { xyzzy: Hi. } }\n', 0],
  ])('and %s is told so often', (_, part, times) => {
    expect(told(part)).toBe(times);
  });
});
