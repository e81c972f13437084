/** Where the rules about choices, phrases and replies draw their lines. What they print is in ../cases/err. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import type { DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

function count(code: DiagnosticCode, steps: string, head = ''): number {
  const text = `ringflow: 1\nname: case\non: { error: sorry }\n${head}steps:\n${steps}  sorry: { say: Sorry. }\n`;
  return compileFlow({ file: 'case.yaml', text }).diagnostics.filter((one) => one.code === code).length;
}

const targets = `  one: { connect: { to: '+493012345671', ring: 20s }, on: { unreached: sorry }, next: hangup }
  two: { connect: { to: '+493012345672', ring: 20s }, on: { unreached: sorry }, next: hangup }\n`;

function ask(choices: string, prompt = 'For sales, press 1. For service, press 2.', more = ''): string {
  return `  ask:\n    menu: { prompt: '${prompt}', choices: [${choices}]${more} }\n    on: { exhausted: sorry }\n${targets}`;
}

describe('two choices', () => {
  const three = (last: string): string =>
    ask(`{ key: 1, set: { x: a }, goto: one }, { key: 2, set: { x: b }, goto: one }, ${last}`);
  test.each([
    ['that set the same where a third one differs are copies', '{ key: 3, set: { x: b }, goto: one }', 1],
    ['that set different values are none', '{ key: 3, set: { x: c }, goto: one }', 0],
    ['that lead to different steps are none', '{ key: 3, set: { x: b }, goto: two }', 0],
  ])('%s', (_, last, times) => {
    expect(count('choices-alike', three(last), "vars: { x: '' }\n")).toBe(times);
  });

  test('of three may share a flag', () => {
    const choices = [true, true, false].map(
      (flag, at) => `{ key: ${at + 1}, set: { x: ${flag} }, goto: one }`,
    );
    expect(count('choices-alike', ask(choices.join()), 'vars: { x: false }\n')).toBe(0);
  });
});

describe('a value that one choice sets', () => {
  const order = (other: string, back: string): string =>
    `  ask:\n    menu: { prompt: 'For cheese, press 1. For none, press 2.', choices: [{ key: 1, set: { cheese: true }, goto: sure }, { key: 2, ${other}goto: sure }] }
    on: { exhausted: sorry }\n  sure:\n    menu: { prompt: 'To order, press 1. To change it, press 2.', choices: [{ key: 1, goto: one }, { key: 2, goto: ${back} }] }
    on: { exhausted: sorry }\n${targets}`;
  test.each([
    ['is kept by one that sets nothing, for callers who come back', order('', 'ask'), 1],
    ['is not when nobody comes back', order('', 'two'), 0],
    ['is reset by one that sets it', order('set: { cheese: false }, ', 'ask'), 0],
    ['may be added to another one', order('set: { ham: true }, ', 'ask'), 0],
  ])('%s', (_, steps, times) => {
    expect(count('value-kept', steps, 'vars: { cheese: false, ham: false }\n')).toBe(times);
  });
});

describe('phrases', () => {
  const yesNo = (one: string, two: string, prompt = 'For yes, press 1. For no, press 2.'): string =>
    ask(`{ key: 1, phrases: ${one}, goto: one }, { key: 2, phrases: ${two}, goto: two }`, prompt);
  test.each<[string, DiagnosticCode, string, number]>([
    ['for yes at the key for no are exchanged', 'phrases-exchanged', yesNo("['no']", "['yes']"), 1],
    ['for yes at the key for yes are not', 'phrases-exchanged', yesNo("['yes']", "['no']"), 0],
    ['that end a sentence with nobody outweigh it', 'overheard-phrase', yesNo('[was hurt]', '[nobody]'), 1],
    [
      'do not where the sentence is a phrase',
      'overheard-phrase',
      yesNo('[was hurt]', '[nobody, nobody was hurt]'),
      0,
    ],
    ['for a thing outweigh a shorter "cancel"', 'overheard-phrase', yesNo('[appointment]', '[cancel]'), 1],
    ['do not outweigh a longer word', 'overheard-phrase', yesNo('[booking]', '[cancellation]'), 0],
  ])('%s', (_, code, steps, times) => {
    expect(count(code, steps)).toBe(times);
  });
});

describe('a reply', () => {
  const plain = '{ key: 1, goto: one }, { key: 2, goto: two }';
  const prompt = 'For sales, press 1. For service, press 2.';
  test.each<[string, DiagnosticCode, string, number]>([
    ['that repeats the question is heard with it', 'heard-twice', `, no_match: '${prompt}'`, 1],
    ['is not where it stands alone', 'heard-twice', `, no_match: '${prompt}', reprompt: false`, 0],
    ['that names the keys is no repetition', 'heard-twice', ', no_match: Press 1 or 2.', 0],
    ['of a question with one attempt is never heard', 'unheard-text', ', no_input: Hello?, attempts: 1', 1],
    ['of a question with two attempts is heard', 'unheard-text', ', no_input: Hello?, attempts: 2', 0],
  ])('%s', (_, code, more, times) => {
    expect(count(code, ask(plain, prompt, more))).toBe(times);
  });

  test('of the defaults of a flow need not be heard everywhere', () => {
    const head = 'defaults: { menu: { no_input: Hello? } }\n';
    expect(count('unheard-text', ask(plain, prompt, ', attempts: 1'), head)).toBe(0);
  });
});

describe('an emergency number', () => {
  test.each([
    ['of America is none in Germany', 'Dial 911.', 1],
    ['of Europe is one there', 'Dial 112.', 0],
    ['that is spelt is read too', 'Hang up and call 9 1 1 now.', 1],
    ['is no part of a longer number', 'Call 911 33 44 55.', 0],
  ])('%s', (_, text, times) => {
    expect(
      count(
        'other-country',
        `  hello: { say: ${text} }\n${ask('{ key: 1, goto: one }, { key: 2, goto: two }')}`,
      ),
    ).toBe(times);
  });
});
