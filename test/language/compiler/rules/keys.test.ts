/** Where the rules on keys draw their lines: what is told of them and what is not. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import { measurePattern } from '../../../../src/language/compiler/verbs/parts/patterns.ts';
import type { DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

/** How often a code is told of a flow; `sorry` speaks and takes all failures. */
function count(code: DiagnosticCode, steps: string, head = ''): number {
  const text = `ringflow: 1\nname: case\non: { error: sorry }\nvars: { x: '', n: 0, d: 0.5 }\n${head}steps:\n${steps}  sorry: { say: Sorry. }\n`;
  return compileFlow({ file: 'case.yaml', text }).diagnostics.filter((one) => one.code === code).length;
}

function collect(body: string, prompt = 'Your number?'): string {
  return `  a: { collect: { prompt: '${prompt}', save: x, ${body} }, on: { exhausted: sorry } }\n`;
}

const always = (...keys: string[]) =>
  `always: { keys: { ${keys.map((key) => `'${key}': sorry`).join(', ')} } }\n`;

describe('a global key at a collect', () => {
  test.each([
    ['that is an answer by itself', '0', 'digits: { max: 4 }', 1],
    ['that is all digits of an answer', '0', 'digits: 1', 1],
    ['that begins like more digits than an answer has', '123*', 'digits: 3', 1],
    ['of fewer digits than an answer', '0', 'digits: 4', 0],
    ['of fewer digits than the shortest answer', '0', 'digits: { min: 2, max: 4 }', 0],
    ['that the pattern refuses', '0', 'digits: { max: 4 }, pattern: "[1-9][0-9]*"', 0],
    ['that the pattern takes', '1', 'digits: { max: 4 }, pattern: "[1-9][0-9]*"', 1],
    ['below the range', '0', 'digits: { max: 2 }, range: { min: 1 }', 0],
    ['above the range', '9', 'digits: { max: 2 }, range: { max: 5 }', 0],
    ['within the range', '5', 'digits: { max: 2 }, range: { max: 5 }', 1],
    ['that ends the answer', '#', "digits: { max: 4 }, terminator: '#'", 1],
    ['that holds what ends the answer', '1#', "digits: { max: 4 }, terminator: '#'", 1],
    ['that ends the answer of its type', '#', 'type: phone', 1],
    ['that ends nothing', '#', 'digits: { max: 4 }', 0],
    ['that is no digit', '*', 'digits: { max: 4 }', 0],
    ['that is no date', '0', 'type: date', 0],
    ['that is no telephone number', '0', 'type: phone', 0],
    ['that only words answer', '0', 'type: text, speech: true', 0],
  ])('%s', (_fact, key, body, times) => {
    expect(count('unheard-key', collect(body), always(key))).toBe(times);
  });
});

describe('a global key that begins another one', () => {
  const menu = (key: string) =>
    `  a: { menu: { prompt: Hi., choices: [{ key: '${key}', goto: sorry }] }, on: { exhausted: sorry } }\n`;
  test.each([
    ['of a menu', ['*'], '*1', 1],
    ['which the menu has too', ['*1'], '*1', 0],
    ['of all questions', ['*', '*1'], '5', 1],
    ['and is one of the menu itself', ['12'], '1', 1],
  ])('%s', (_fact, keys, own, times) => {
    expect(count('shadowed-key', menu(own), always(...keys))).toBe(times);
  });
});

describe('a phrase of always', () => {
  const ask =
    '  a: { menu: { prompt: Hi., choices: [{ key: 1, phrases: [help], goto: a }] }, on: { exhausted: sorry } }\n';
  test.each([
    ['for two targets', 'a: [help], sorry: [Help.]', 1],
    ['for two targets in one language', 'a: [help], sorry: { en-US: [help] }', 1],
    ['for two targets in two languages', 'a: { de-DE: [help] }, sorry: { en-US: [help] }', 0],
    ['twice for one target', 'a: [help, Help]', 0],
    ['that a menu has too', 'sorry: [help]', 0],
  ])('%s', (_fact, phrases, times) => {
    const head = `languages: [en-US, de-DE]\nalways: { phrases: { ${phrases} } }\n`;
    expect(count('duplicate-choice', ask, head)).toBe(times);
  });
});

describe('an answer', () => {
  test.each([
    [
      'least value that no number of digits reaches',
      'digits: 2, range: { min: 100 }',
      'impossible-answer',
      1,
    ],
    ['least value that is just reached', 'digits: 2, range: { min: 99 }', 'impossible-answer', 0],
    ['greatest value that cannot be entered', 'digits: 2, range: { max: 100 }', 'range-out-of-reach', 1],
    ['greatest value that is just reached', 'digits: 2, range: { max: 99 }', 'range-out-of-reach', 0],
    [
      'value that can be said and not keyed',
      'digits: 2, range: { max: 100 }, speech: true',
      'range-out-of-reach',
      1,
    ],
    ['date within bounds', 'type: date, range: { min: 2026-01-01 }', 'impossible-answer', 0],
    ['pattern that is longer', 'digits: 4, pattern: "[0-9]{5}"', 'impossible-answer', 1],
    ['pattern that is shorter', 'digits: { min: 5, max: 6 }, pattern: "4..."', 'impossible-answer', 1],
    ['pattern that can be as long', 'digits: { min: 5, max: 6 }, pattern: "4[0-9]+"', 'impossible-answer', 0],
    ['pattern of letters', 'digits: 4, pattern: "[A-Z]{4}"', 'impossible-answer', 1],
    ['pattern with a letter', 'digits: 4, pattern: "[0-9]{3}x"', 'impossible-answer', 1],
    ['pattern with the key that ends it', 'digits: 4, pattern: "^[0-9]{4}#$"', 'impossible-answer', 1],
    [
      'pattern with a letter that may be left out',
      'digits: 4, pattern: "[0-9]{4}x?"',
      'impossible-answer',
      0,
    ],
    [
      'pattern with letters that may be left out',
      'digits: 4, pattern: "[0-9]+[A-Z]{0,2}"',
      'impossible-answer',
      0,
    ],
    ['pattern of a class with digits in it', 'digits: 4, pattern: "[A-Z0-9]{4}"', 'impossible-answer', 0],
    ['pattern of anything', 'digits: 4, pattern: "\\\\S{4}"', 'impossible-answer', 0],
    [
      'pattern of letters that are said',
      'type: text, speech: true, pattern: "[a-z]+"',
      'impossible-answer',
      0,
    ],
    ['pattern that is not understood', 'digits: 4, pattern: "(12|345)6{9}"', 'impossible-answer', 0],
    ['length that could not be read', 'digits: { max: many }, range: { min: 100 }', 'impossible-answer', 0],
  ] as const)('has a %s', (_fact, body, code, times) => {
    expect(count(code, collect(body))).toBe(times);
  });

  test.each([
    ['^4[0-9]{3}$', { min: 4, max: 4 }],
    ['\\d{2,4}', { min: 2, max: 4 }],
    ['\\d{2,}', { min: 2, max: Infinity }],
    ['1?2*3+.', { min: 2, max: Infinity }],
    ['1?[2\\]]', { min: 1, max: 2 }],
    ['1|22', undefined],
    ['(1)', undefined],
    ['\\b1', undefined],
    ['', { min: 0, max: 0 }],
  ])('of the pattern %s has a length', (pattern, length) => {
    expect(measurePattern(pattern)).toEqual(length);
  });
});

describe('a text that names a key', () => {
  const bridge = (text: string) =>
    `  t: { say: '${text}' }\n  c: { connect: { to: '+49301', keys: { '*1': record, '##': end } }, on: { busy: sorry, no_answer: sorry } }\n`;
  test.each([
    ['which ends the answer', collect("digits: { max: 4 }, terminator: '#'", 'Then press pound.'), 0],
    ['which ends nothing', collect('digits: { max: 4 }', 'Then press pound.'), 1],
    ['which is global', collect('digits: 4', 'Or press 0.'), 0],
    ['which is too short for an answer', collect('digits: 4', 'Or press 9.'), 1],
    ['which is an answer', collect('digits: 1', 'Press 1 for bad or 5 for good.'), 0],
    ['of which an answer is made', collect('type: time', 'For nine, press 0, 9, 0 and 0.'), 0],
    [
      'which is the decimal point',
      collect('type: currency, save: d', 'For the point, press star.').replace('save: x, ', ''),
      0,
    ],
    ['where only words answer', collect('type: text, speech: true', 'Say it, or press 1.'), 1],
    ['after silence', collect('digits: 4, no_input: [Press 7.]'), 1],
    ['by which a value is confirmed', collect('digits: 4, confirm: { prompt: Press 1 or 2. }'), 0],
    ['by which no value is confirmed', collect('digits: 4, confirm: { prompt: Press 1 or 3. }'), 1],
    ['of a bridge', bridge('To record, press star 1. To end, press ##.'), 0],
    ['which the bridge does not know', bridge('To record, press 5.'), 1],
    ['before anything else', '  t: { say: Press 5. }\n', 0],
  ])('%s', (_fact, steps, times) => {
    expect(count('key-not-offered', steps, always('0'))).toBe(times);
  });
});

describe('the key that a text names as the end of a message', () => {
  const mailbox = (terminator: string, prompt: string, tag: string) => {
    const head = `languages: [${tag}]\n`;
    return count(
      'key-not-offered',
      `  m: { voicemail: { prompt: "${prompt}", save: x, terminator: '${terminator}' }, on: { silent: sorry } }\n`,
      head,
    );
  };
  test.each([
    ['en-US', 'Speak after the tone, and press the pound key when you are done.'],
    ['en-US', 'Speak after the tone, and finish with pound.'],
    ['de-DE', 'Sprechen Sie nach dem Ton, und drücken Sie am Ende die Rautetaste.'],
    ['fr-FR', 'Parlez après le bip, puis appuyez à la fin sur la touche dièse.'],
    ['es-ES', 'Hable después de la señal y pulse al final la almohadilla.'],
    ['it-IT', 'Parla dopo il segnale e premi alla fine il cancelletto.'],
    ['nl-NL', 'Spreek na de piep uw bericht in en druk aan het einde op het hekje.'],
    ['pt-PT', 'Fale depois do sinal e prima no fim a tecla cardinal.'],
  ])('%s: %s', (tag, prompt) => {
    expect(['*', 'none', '#', 'any'].map((terminator) => mailbox(terminator, prompt, tag))).toEqual([
      1, 1, 0, 0,
    ]);
  });

  test('is compared in the announcement before it as well', () => {
    const steps = (key: string) =>
      `  t: { say: Leave a message and press ${key} at the end. }\n  m: { voicemail: { save: x }, on: { silent: sorry } }\n`;
    expect(['star', 'pound'].map((key) => count('key-not-offered', steps(key)))).toEqual([1, 0]);
  });
});

describe('next', () => {
  const menu = '{ prompt: Press 1., choices: [{ key: 1, goto: sorry }] }';
  test.each([
    ['of a menu', `  a: { menu: ${menu}, on: { exhausted: sorry }, next: sorry }\n`, 1],
    ['of a step whose outcomes are all routed', '  a: { say: Hi., on: { done: sorry }, next: sorry }\n', 1],
    ['of a step that goes on', '  a: { say: Hi., next: sorry }\n', 0],
    ['of a collect', collect('digits: 4').replace(' on:', ' next: sorry, on:'), 0],
    [
      'of a connect that is left as soon as the two talk',
      '  a: { connect: { to: "+49301" }, next: sorry, on: { busy: sorry, no_answer: sorry, bridged: t } }\n  t: { wait: { for: bridge_end } }\n',
      1,
    ],
    [
      'of a connect that waits for the end of the talk',
      '  a: { connect: { to: "+49301" }, next: sorry, on: { busy: sorry, no_answer: sorry } }\n',
      0,
    ],
    ['of a step that could not be read', '  a: { sya: Hi., next: sorry }\n', 0],
    ['beside an outcome that is misspelt', '  a: { say: Hi., on: { don: sorry }, next: sorry }\n', 0],
  ])('%s', (_fact, steps, times) => {
    expect(count('unused-next', steps)).toBe(times);
  });
});

describe('a key of a menu that no text names', () => {
  const menu = (prompt: string, choice = "{ key: '#', goto: a }", language = 'en-US') =>
    `  a: { menu: { prompt: { text: '${prompt}', language: ${language} }, choices: [${choice}] }, on: { exhausted: sorry } }\n`;
  test.each([
    ['is told', menu('Hi.', '{ key: 2, goto: sorry }'), 1],
    ['is told though it is the pound key', menu('Hi.', "{ key: '#', goto: sorry }"), 1],
    ['is pressed out of habit, and the menu repeats itself', menu('Hi.'), 0],
    ['is pressed out of habit, and repeats', menu('Hi.', "{ key: '#', goto: repeat }"), 0],
    ['may be named in words that are not known', menu('Tryck ett.', '{ key: 1, goto: sorry }', 'sv-SE'), 0],
    ['is named in words', menu('Press nought.', '{ key: 0, goto: sorry }'), 0],
  ])('%s', (_fact, steps, times) => {
    expect(count('choice-not-spoken', steps)).toBe(times);
  });
});

test('a collect is said to take digits', () => {
  const text = `ringflow: 1\nname: case\non: { error: sorry }\nvars: { x: '' }\nsteps:\n${collect('digits: 4', 'Press 5.')}  sorry: { say: Sorry. }\n`;
  const told = compileFlow({ file: 'case.yaml', text }).diagnostics.map(({ message }) => message);
  expect(told).toContain('the text mentions the key "5"; step "a" collects at least 4 digits');
});
