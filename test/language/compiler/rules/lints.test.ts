/** Where the rules about what callers suffer draw their lines. What they print is in ../cases/err. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import type { DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

/** How often a code is told of a flow; `sorry` speaks and takes all failures. */
function count(code: DiagnosticCode, { steps, head = '' }: { steps: string; head?: string }): number {
  const text = `ringflow: 1\nname: case\non: { error: sorry }\n${head}steps:\n${steps}  sorry: { say: Sorry. }\n`;
  return compileFlow({ file: 'case.yaml', text }).diagnostics.filter((one) => one.code === code).length;
}

/** A menu of keys that all lead to `sorry`. */
function menu(prompt: string, keys: string[], more = ''): string {
  const choices = keys.map((key) => `{ key: '${key}', goto: sorry }`).join(', ');
  return `  a:\n    menu: { prompt: ${prompt}, choices: [${choices}]${more} }\n    on: { exhausted: sorry }\n`;
}

describe('what a menu says', () => {
  test.each([
    ['names its keys', menu('"Press 1 or 2."', ['1', '2']), '', 0],
    ['names another key', menu('"Press 1 or 2."', ['1']), '', 1],
    ['names a global key', menu('"Press 1 or 0."', ['1']), "always: { keys: { '0': sorry } }\n", 0],
    ['names a longer number than its keys', menu('"Press 1, or press 112."', ['1']), '', 0],
    ['names another key in an expression', menu('"Press 1 or ${call.from}."', ['1']), '', 0],
    ['names another key after silence', menu('"Press 1."', ['1'], ', no_input: ["Press 2."]'), '', 1],
    [
      'names another key in two steps alike, once',
      `${menu('p', ['1'])}${menu('p', ['1']).replace('a:', 'b:')}`,
      'prompts: { p: Press 1 or 2. }\n',
      1,
    ],
    [
      'names another key beside a choice that can only be said',
      menu('"Press 1 or 2, or say taxi."', ['1', '3']).replace("key: '3'", 'phrases: [taxi]'),
      '',
      1,
    ],
    [
      'cannot be held against a choice without key',
      menu('"Press 2."', ['1']).replace("key: '1'", 'xyzzy: 1'),
      '',
      0,
    ],
  ])('%s', (_, steps, head, times) => {
    expect(count('key-not-offered', { steps, head })).toBe(times);
  });

  test.each([
    ['all keys', menu('"Press 1 or 2."', ['1', '2']), 0],
    ['no key', menu('Hello.', ['1', '2']), 2],
    ['a key after silence only', menu('Hello.', ['1'], ', no_match: ["Press 1."]'), 0],
    ['what a recording says', menu('{ stored: main }', ['1']), 0],
    ['what is computed', menu('"Hello ${call.from}."', ['1']), 0],
    ['what an unknown prompt says', menu('nothing_known', ['1']), 0],
  ])('names %s', (_, steps, times) => {
    expect(count('choice-not-spoken', { steps })).toBe(times);
  });

  test('is looked at in every language that callers hear', () => {
    const head = 'languages: [en-US, de-DE, fr-FR]\nprompts: { p: { en-US: Press 1., de-DE: Hallo. } }\n';
    // French callers hear English.
    expect(count('choice-not-spoken', { steps: menu('p', ['1']), head })).toBe(1);
    expect(
      count('choice-not-spoken', { steps: menu('p', ['1']), head: head.replace('Hallo', 'Die 1') }),
    ).toBe(0);
  });
});

describe('a silent caller', () => {
  const ask = '{ prompt: Press 1., choices: [{ key: 1, goto: sorry }] }';
  test.each([
    ['who hears a goodbye', '  a: { menu: M, on: { exhausted: sorry } }\n', 0],
    ['who is cut off', '  a: { menu: M, on: { exhausted: hangup } }\n', 1],
    [
      'who is cut off behind a language',
      '  a: { menu: M, on: { exhausted: l } }\n  l: { language: en-US, next: hangup }\n',
      1,
    ],
    [
      'who comes to a person',
      '  a: { menu: M, on: { exhausted: p } }\n  p: { connect: { to: "+4930123" }, next: a, on: { busy: a, no_answer: a } }\n',
      0,
    ],
    ['who is asked again for ever', '  a: { menu: M, on: { exhausted: a } }\n', 1],
    [
      'who is asked by two menus in turn',
      '  a: { menu: M, on: { exhausted: b } }\n  b: { menu: M, on: { exhausted: a } }\n',
      1,
    ],
    [
      'who comes into somebody else’s circle',
      '  a: { menu: M, on: { exhausted: b } }\n  b: { menu: M, on: { exhausted: b } }\n',
      1,
    ],
    [
      'who leaves by a condition',
      '  a: { menu: M, on: { exhausted: s } }\n  s: { switch: [{ when: call.from == "", goto: sorry }], next: a }\n',
      0,
    ],
    [
      'who comes to a step that is not understood',
      '  a: { menu: M, on: { exhausted: s } }\n  s: { xyzzy: Hi., next: a }\n',
      0,
    ],
    ['who is led to a step that does not exist', '  a: { menu: M, on: { exhausted: nowhere } }\n', 0],
  ])('%s', (_, steps, times) => {
    expect(count('silence-leads-nowhere', { steps: steps.replaceAll('M', ask) })).toBe(times);
  });
});

describe('a name counts as used', () => {
  const say = (text: string) => `  a: { say: '${text}' }\n`;
  test.each([
    ['in a prompt', say('${vars.x}'), 0],
    ['by key', say('${vars["x"]}'), 0],
    ['in a condition', '  a: { switch: [{ when: vars.x == "", goto: sorry }] }\n', 0],
    ['where it is written', "  a: { set: { x: 'y' } }\n", 0],
    ['if only it can be meant', say('${vars.xx}'), 0],
    ['if a part of the flow could not be read', '  a: { sya: Hi. }\n', 0],
    ['not in plain text', say('vars.x'), 1],
  ])('%s', (_, steps, times) => {
    expect(count('unused-variable', { steps, head: "vars: { x: '' }\n" })).toBe(times);
  });

  test('of a parameter and a setting too', () => {
    const head = 'params: { who: string, why: string }\nenv: { CRM_URL: Where the customers are. }\n';
    expect(count('unused-variable', { steps: say('${params.who}'), head })).toBe(2);
  });
});

describe('a comment that silences', () => {
  const flow = (vars: string) =>
    compileFlow({
      file: 'case.yaml',
      text: `ringflow: 1\nname: case\nvars:\n${vars}steps:\n  a: { say: Hi., on: { failed: hangup } }\n`,
    }).diagnostics.map(({ code }) => code);
  const ignore = '# ringflow-ignore unused-variable: later';

  test.each([
    ['on the line', `  x: 0 ${ignore}\n`, []],
    ['above it', `  ${ignore}\n  x: 0\n`, []],
    ['above it, before another comment', `  ${ignore}\n  # x counts\n  x: 0\n`, []],
    ['two lines above', `  ${ignore}\n\n  x: 0\n`, ['ignore-unused', 'unused-variable']],
    ['below', `  x: 0\n  ${ignore}\n`, ['unused-variable', 'ignore-unused']],
    ['on the line above, behind something', `  x: 0 ${ignore}\n  y: 0\n`, ['unused-variable']],
    [
      'with another code',
      `  x: 0 ${ignore.replace('variable', 'prompt')}\n`,
      ['unused-variable', 'ignore-unused'],
    ],
    ['in a text', `  x: '${ignore}'\n`, ['unused-variable']],
    ['in a block', `  x: |\n    ${ignore}\n`, ['unused-variable']],
    ['with Windows line ends', `  ${ignore}\r\n  x: 0\r\n`, []],
  ])('stands %s', (_, vars, told) => {
    expect(flow(vars)).toEqual(told);
  });

  test('is not told as unneeded while there are errors', () => {
    expect(flow(`  y: [] ${ignore}\n`)).toEqual(['wrong-type']);
  });
});

describe('a night', () => {
  test.each([
    ['until 24:00', 'mon-sun: 06:00-24:00', 0],
    ['from 00:00', 'mon-sun: 00:00-23:00', 0],
    ['over midnight', 'mon-sun: 22:00-06:00', 0],
    ['over midnight, of which the end was meant to be in the afternoon', 'mon-fri: 09:00-05:00', 1],
  ])('%s', (_, open, times) => {
    const head = `hours: { h: { timezone: Europe/Berlin, open: { ${open} } } }\n`;
    expect(count('long-night', { head, steps: '  a: { hours: h, on: { closed: sorry } }\n' })).toBe(times);
  });
});
