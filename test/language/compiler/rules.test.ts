/** Where the rules about mistakes draw their lines; those about what callers suffer have tests of their own in rules/. */
import { describe, expect, test } from 'vitest';
import { compileFlow } from '../../../src/language/compiler/index.ts';

/** What is told of flows as short as these, whatever they are about. */
const OF_SHORT_FLOWS: string[] = ['unused-variable', 'choice-not-spoken', 'silence-leads-nowhere'];

/** Codes told for some steps; `sorry` hangs up and takes all failures. */
function codes(steps: string, head = ''): string[] {
  const text = `ringflow: 1\nname: case\n${head.includes('on:') ? '' : 'on: { error: sorry }\n'}${head}steps:\n${steps}  sorry: { hangup: }\n`;
  const { diagnostics } = compileFlow({ file: 'case.yaml', text });
  return diagnostics.map(({ code }) => code).filter((code) => !OF_SHORT_FLOWS.includes(code));
}

const n = 'vars: { n: 0, s: "" }\n';
const ask = '{ prompt: Hi., choices: [{ key: 1, goto: a }] }';

describe('a loop', () => {
  test.each([
    ['that asks the caller', `  a: { say: Hi. }\n  b: { menu: ${ask}, on: { exhausted: a } }\n`],
    [
      'that collects digits',
      `  a: { collect: { prompt: Hi., digits: 1, save: s }, next: a, on: { exhausted: a } }\n`,
    ],
    [
      'that waits for a party',
      '  a: { connect: { to: "+4930123" }, next: a, on: { busy: a, no_answer: a } }\n',
    ],
    [
      'that a switch leaves',
      '  a: { say: Hi. }\n  b: { switch: [{ when: vars.n > 3, goto: sorry }], next: a }\n',
    ],
    ['that a switch leaves below', '  a: { say: Hi. }\n  b: { switch: [{ when: vars.n > 3, goto: a }] }\n'],
    ['with a step in it that is not understood', '  a: { say: Hi. }\n  b: { xyzzy: Hi., next: a }\n'],
    [
      'with a target in it that does not exist',
      '  a: { say: Hi. }\n  b: { switch: [{ when: vars.n > 3, goto: x }], next: a }\n',
    ],
  ])('%s is none without input', (_, steps) => {
    expect(codes(steps, n)).not.toContain('loop-without-input');
  });

  test.each([
    ['of one step', '  a: { say: Hi., next: a }\n'],
    ['that only a failure leaves', '  a: { say: Hi., next: a, on: { failed: sorry } }\n'],
    ['that only talks', '  a: { say: Hi. }\n  b: { say: Ho., next: a }\n'],
    [
      'all of whose switches stay in it',
      '  a: { set: { n: 1 } }\n  b: { switch: [{ when: vars.n > 3, goto: a }], next: a }\n',
    ],
    ['of one switch', '  a: { switch: [{ when: vars.n > 3, goto: a }], next: a }\n'],
    ['of one step that sets', '  a: { set: { n: "${vars.n + 1}" }, next: a }\n'],
    ['of a failure', '  a: { set: { n: "${1 / vars.n}" }, on: { failed: a } }\n'],
    ['of one case', '  a: { switch: [{ when: vars.n > 3, goto: a }] }\n'],
    ['of what happens otherwise', '  a: { switch: [{ when: vars.n > 3, goto: sorry }], next: a }\n'],
    ['behind a good loop', `  a: { menu: ${ask}, on: { exhausted: b } }\n  b: { say: Hi., next: b }\n`],
  ])('%s is one without input', (_, steps) => {
    expect(codes(steps, n)).toContain('loop-without-input');
  });

  test('of one switch is told once', () => {
    const all = '  a: { switch: [{ when: vars.n > 3, goto: a }, { when: vars.n > 2, goto: a }], next: a }\n';
    expect(codes(all, n)).toEqual(['loop-without-input']);
    const some = '  a: { switch: [{ when: vars.n > 3, goto: a }, { when: vars.n > 2, goto: a }] }\n';
    expect(codes(some, n)).toEqual(['loop-without-input']);
  });

  test('is told once, and two loops twice', () => {
    const two =
      '  a: { switch: [{ when: vars.n > 3, goto: c }] }\n  b: { say: Hi., next: b }\n  c: { say: Hi. }\n  d: { say: Ho., next: c }\n';
    expect(codes(two, n).filter((code) => code === 'loop-without-input')).toHaveLength(2);
  });
});

describe('a step', () => {
  test.each([
    ['below another', '  a: { say: Hi. }\n  b: { say: Ho. }\n', ''],
    [
      'that a choice names',
      `  a: { menu: { prompt: Hi., choices: [{ key: 1, goto: b }] }, on: { exhausted: sorry } }\n  x: { hangup: }\n  b: { say: Ho. }\n`,
      'always: { keys: { 9: x } }\n',
    ],
    ['that an outcome names', '  a: { say: Hi., next: sorry, on: { failed: b } }\n  b: { say: Ho. }\n', ''],
    [
      'that a global key names',
      '  a: { say: Hi., next: sorry }\n  b: { say: Ho. }\n',
      'always: { keys: { 9: b } }\n',
    ],
    [
      'that takes over on an error',
      '  a: { say: Hi., next: hangup }\n  b: { hangup: , note: x }\n',
      'on: { error: b, end: sorry }\n',
    ],
    [
      'that tidies up at the end',
      '  a: { say: Hi., next: hangup }\n  b: { set: { n: 1 } }\n',
      `${n}on: { error: sorry, end: b }\n`,
    ],
  ])('%s is reached', (_, steps, head) => {
    expect(codes(steps, head)).not.toContain('unreachable-step');
  });

  test('behind a hang-up that nothing names is not', () => {
    expect(codes('  a: { hangup: }\n  b: { say: Ho. }\n')).toEqual(['unreachable-step']);
  });
});

describe('the finalizer', () => {
  test.each([
    ['sets', 'set: { n: 1 }'],
    ['decides', 'switch: [{ when: vars.n > 3, goto: sorry }]'],
    ['changes the language', 'language: en-US'],
    ['hangs up', 'hangup:'],
  ])('%s', (_, verb) => {
    expect(
      codes(`  a: { say: Hi., next: hangup }\n  b:\n    ${verb}\n`, `${n}on: { error: sorry, end: b }\n`),
    ).toEqual([]);
  });

  test.each([
    ['says', 'say: Hi.'],
    ['asks', `menu: ${ask}\n    on: { exhausted: sorry }`],
    ['connects', 'connect: { to: "+4930123" }\n    on: { busy: sorry, no_answer: sorry }'],
  ])('%s nothing', (_, verb) => {
    const told = codes(
      `  a: { say: Hi., next: hangup }\n  b:\n    ${verb}\n`,
      'on: { error: sorry, end: b }\n',
    );
    expect(told).toContain('media-after-end');
  });
});

describe('an outcome', () => {
  test('of a menu that is exhausted needs an edge, even when "next" is given', () => {
    expect(codes(`  a: { menu: ${ask}, next: sorry }\n`)).toEqual(['outcome-without-edge', 'unused-next']);
  });

  test('that fails goes to "on.error" by itself', () => {
    expect(codes('  a: { say: Hi. }\n')).toEqual([]);
  });

  test('that fails without "on.error" is told once for all steps', () => {
    const told = codes('  a: { say: Hi. }\n  b: { say: Ho. }\n', 'on: { end: sorry }\n');
    expect(told).toEqual(['unhandled-failure']);
  });
});

describe('a word', () => {
  test.each([
    ['Hello', []],
    ['hello there', []],
    ['hello.', []],
    ['hello', ['unknown-prompt']],
    ['{ text: hello }', []],
    ['[Hello, hello]', ['unknown-prompt']],
    ['constructor', ['unknown-prompt']],
  ])('to say: %s', (said, told) => {
    expect(codes(`  a: { say: ${said} }\n`)).toEqual(told);
  });

  test.each([
    ['next: toString', 'dangling-target'],
    ['set: { constructor: 1 }', 'unknown-variable'],
    ['on: { constructor: sorry }', 'unknown-outcome'],
  ])('that JavaScript knows is unknown all the same: %s', (line, code) => {
    const verb = line.startsWith('set') ? '' : 'say: Hi.\n    ';
    expect(codes(`  a:\n    ${verb}${line.replace('toString', 'to_string')}\n`)).toContain(code);
  });
});

describe('a key', () => {
  test.each([
    ['beside a longer one that begins with it', '1', '12', ['shadowed-key']],
    ['beside one that ends with it', '2', '12', []],
    ['beside another', '1', '2', []],
  ])('%s', (_, first, second, told) => {
    const choices = `[{ key: ${first}, goto: a }, { key: ${second}, goto: sorry }]`;
    expect(codes(`  a: { menu: { prompt: Hi., choices: ${choices} }, on: { exhausted: sorry } }\n`)).toEqual(
      told,
    );
  });

  test('of a menu may be a global one: the menu has its own meaning for it', () => {
    expect(
      codes(`  a: { menu: ${ask}, on: { exhausted: sorry } }\n`, 'always: { keys: { 1: sorry } }\n'),
    ).toEqual([]);
  });
});

describe('what is broken in a step', () => {
  const desk = (on: string) => codes(`  a: { connect: { to: "+4930123" }, ${on}, next: hangup }\n`);

  test.each([
    ['a misspelt outcome counts as routed', 'on: { bussy: sorry, no_answer: sorry }', ['unknown-outcome']],
    [
      'an outcome whose target is broken counts as routed',
      'on: { busy: 5, no_answer: sorry }',
      ['wrong-type'],
    ],
    ['an "on" that is no map may route everything', 'on: hangup', ['wrong-type']],
    ['a misspelt "on" may route everything', 'onn: { busy: sorry }', ['unknown-key']],
    [
      'another unknown key routes nothing',
      'colour: red, on: { busy: sorry }',
      ['outcome-without-edge', 'unknown-key'],
    ],
  ])('%s', (_, on, told) => {
    expect(desk(on)).toEqual(told);
  });

  test.each([
    ['a target', 'next: 5', []],
    ['a misspelt "next"', 'nxt: b', []],
    ['an outcome that does not exist', 'next: hangup, on: { later: b }', []],
    ['no target', 'next: hangup, note: [x]', ['unreachable-step']],
  ])('leads to any step if it is %s', (_, broken, told) => {
    const steps = `  a: { say: Hi., ${broken} }\n  x: { hangup: }\n  b: { say: Ho. }\n`;
    const found = codes(steps, 'always: { keys: { 9: x } }\n');
    expect(found.filter((code) => code === 'unreachable-step')).toEqual(told);
  });

  test.each([['on: { eror: b }\n'], ['on: { error: sorry }\nalways: { keys: { 9: [b] } }\n']])(
    'leads to any step if it stands at the top: %s',
    (head) => {
      const found = codes('  a: { say: Hi., next: sorry }\n  b: { say: Ho. }\n', head);
      expect(found).toHaveLength(1);
    },
  );

  test('hides nothing of what else stands in a list', () => {
    const cases = '[{ whn: vars.n > 3, goto: sorry }, { when: vars.m > 3, goto: lost }]';
    expect(codes(`  a: { switch: ${cases} }\n`, n)).toEqual([
      'unknown-key',
      'unknown-variable',
      'dangling-target',
    ]);
  });

  test.each([
    ['read', 'when: vars.x + 1 == "a"', []],
    ['not read', 'when: vars.n == "a"', ['expression-type']],
  ])('is the type of one variable, where it is %s', (_, when, told) => {
    const found = codes(`  a: { switch: [{ ${when}, goto: sorry }] }\n`, 'vars: { n: 0, x: [1] }\n');
    expect(found).toEqual(['wrong-type', ...told]);
  });

  test('is an initial value, but not the type that stands beside it', () => {
    const found = codes(
      '  a: { switch: [{ when: vars.x == "a", goto: sorry }] }\n',
      'vars: { x: { type: int, initial: many } }\n',
    );
    expect(found).toEqual(['wrong-type', 'expression-type']);
  });
});

describe('the length of audio', () => {
  test.each([
    ['a file', '{ url: https://example.com/a.wav, length: 3m }', []],
    ['a stored prompt', '{ stored: intro, length: 20s }', []],
    ['SSML', '{ ssml: <speak>Hi</speak>, length: 3m }', ['conflicting-keys']],
    ['a misspelt text', '{ txt: Hi., length: 3m }', ['unknown-key', 'conflicting-keys']],
    ['nothing', '{ length: 3m }', ['missing-key']],
  ])('beside %s', (_, said, told) => {
    expect(codes(`  a: { say: ${said} }\n`)).toEqual(told);
  });
});

describe('a voice', () => {
  test.each([
    ['female', []],
    ['Male', []],
    ['FEMALE', []],
    ['mael', ['unknown-voice']],
    ['Joanna', ['unknown-voice']],
  ])('%s', (voice, told) => {
    expect(codes('  a: { say: Hi. }\n', `voice: ${voice}\n`)).toEqual(told);
  });
});

describe('a flow that is not among the flow files', () => {
  const told = (files: Record<string, string>) => {
    const text =
      'ringflow: 1\nname: case\non: { error: sorry }\nsteps:\n  a: { run: { flow: nope }, on: { denied: sorry } }\n  sorry: { hangup: }\n';
    const read = (path: string) => files[path];
    return compileFlow({ file: 'flow.yaml', text, read }).diagnostics.map(({ code, hint }) => [code, hint]);
  };

  test('is told alone: nobody knows its outcomes', () => {
    expect(told({})).toEqual([['unknown-flow', undefined]]);
  });

  test.each(['nope.yaml', 'nope.yml', 'nope.flow.yml'])('is found in %s, which is no flow’s name', (file) => {
    const hint = `${file} is not searched: the file of a flow must be called flow.yaml or nope.flow.yaml`;
    expect(told({ [`./${file}`]: 'ringflow: 1\nname: nope\n' })).toEqual([['unknown-flow', hint]]);
  });

  test('is not meant by a file that holds something else', () => {
    expect(told({ './nope.yaml': 'prompts: { a: Hi. }\n' })).toEqual([['unknown-flow', undefined]]);
  });
});
