/** Broken flow files: each is told at the line and column of its mistake, with a hint that says what to write. */
import { describe, expect, test } from 'vitest';
import { checkFlow } from '../../../../src/language/compiler/index.ts';

const NBSP = '\u00a0';
const flow = (...lines: string[]) => ['ringflow: 1', 'name: desk', ...lines, ''].join('\n');
const step = (...lines: string[]) => flow('steps:', '  hello:', ...lines.map((line) => `    ${line}`));
const keys = (...choices: string[]) =>
  step(
    'menu:',
    '  prompt: Press one or two.',
    '  choices:',
    ...choices.map((choice) => `    ${choice}`),
    'on: { exhausted: hangup }',
  );

const broken: [name: string, text: string, told: string][] = [
  [
    'a no-break space indents a key',
    flow('steps:', '  hello:', `${NBSP.repeat(4)}say: Hi`),
    '5:1 a no-break space',
  ],
  ['a no-break space among spaces', flow('steps:', '  hello:', `  ${NBSP} say: Hi`), '5:3 a no-break space'],
  [
    'no-break spaces indent two lines',
    flow('steps:', `${NBSP.repeat(2)}hello:`, `${NBSP.repeat(4)}say: Hi`),
    '4:1 a no-break space stands here, and in 1 more line',
  ],
  ['a no-break space behind a key', step(`say:${NBSP}Hi`), '5:9 a no-break space'],
  ['a no-break space behind a dash', step('say:', `  -${NBSP}Hi`), '6:8 a no-break space'],
  [
    'an ideographic space',
    flow('steps:', '  hello:', '\u3000\u3000say: Hi'),
    '5:1 a character that looks like a space but is none (U+3000)',
  ],
  [
    'a vertical tab',
    flow('steps:', '  hello:', '\v   say: Hi'),
    '5:1 a character that looks like a space but is none (U+000B)',
  ],
  ['a tab', flow('steps:', '  hello:', '\tsay: Hi'), '5:1 a tab in the indentation'],
  [
    '-{ in one line',
    keys('-{ key: 1, goto: hangup }', '- { key: 2, goto: hangup }'),
    '8:9 a space is missing after the dash',
  ],
  [
    '-{ in all lines',
    keys('-{ key: 1, goto: hangup }', '-{ key: 2, goto: hangup }'),
    '8:9 a space is missing after the dash',
  ],
  [
    'a conflict of a merge',
    flow('steps:', '<<<<<<< HEAD', '  a: { say: Hi. }', '=======', '  a: { say: Hello. }', '>>>>>>> other'),
    '4:1 two versions of this part are in conflict since a merge | keep the right one',
  ],
  [
    'a text below | without indentation',
    step('say: |', 'Hello.'),
    '6:5 a text below | must begin further right',
  ],
  [
    '{{ }}',
    step('say: {{ name }}'),
    '5:11 a key that is not text is not supported | for a value in a text write',
  ],
  ['two commas', step('say: [Hi.,, Hello.]'), '5:15 nothing stands before this comma'],
  ['-key', keys('-key: 1', '  goto: hangup'), '8:9 a space is missing after the dash'],
  ['|Text', step('say: |Text', 'next: hangup'), '5:11 a text after | must begin on the next line'],
  ['>Text', step('say: >Text', 'next: hangup'), '5:11 a text after > must begin on the next line'],
  ['| Text', step('say: | Text'), '5:12 a text after | must begin on the next line'],
  [
    'an unclosed " in braces',
    step('say: { en: "Hello, de: Hallo }', 'next: hangup'),
    '5:16 the " that opens here is not closed on its line | close the text: "Hello"',
  ],
  [
    "an unclosed ' in braces",
    step("say: { en: 'Hello, de: Hallo }", 'next: hangup'),
    "5:16 the ' that opens here is not closed on its line | close the text: 'Hello'",
  ],
  [
    'an unclosed quote before a closed one',
    keys('- { key: 1, phrases: ["one], goto: hangup }', '- { key: 2, phrases: ["two"], goto: hangup }'),
    '8:31 the " that opens here is not closed on its line | close the text: "one"',
  ],
  [
    'an unclosed quote in a list',
    step("say: ['Hello, you]"),
    "5:11 the ' that opens here is not closed on its line | close the text: 'Hello, you'",
  ],
  [
    'an unclosed quote',
    step('say: "Hello', 'next: hangup'),
    '5:10 the " that opens here is never closed by "',
  ],
  [
    'an unclosed bracket',
    step('say: [Hello, you', 'next: hangup'),
    '5:10 the [ that opens here is never closed by ]',
  ],
  [
    'a map without its end',
    flow('on: { error: sorry', 'steps:', '  sorry: { say: Sorry. }'),
    '3:5 the { that opens here is never closed by } | add } at the end of this line',
  ],
  [
    'a map without its end before a comment',
    step('connect: { to: "+4930231251" # the desk', 'on: { unreached: hangup }'),
    '5:14 the { that opens here is never closed by } | add } at the end of this line',
  ],
  [
    'a choice without its end',
    keys('- { key: 1, goto: hangup', '- { key: 2, goto: hangup }'),
    '8:11 the { that opens here is never closed by } | add } at the end of this line',
  ],
  [
    'an outer map without its end',
    step('http: { get: "https://a.example.com/{x}", query: { a: b }, timeout: 3s', 'on: { failed: hangup }'),
    '5:11 the { that opens here is never closed by } | add } on this line, at the latest at its end',
  ],
  [
    'a map without its end in a list',
    step('menu:', '  prompt: Press one.', '  choices: [{ key: 1, goto: hangup]', 'on: { exhausted: hangup }'),
    '7:17 the { that opens here is never closed by } | add } on this line, at the latest before the ] in column 39',
  ],
  [
    'a list without its end in a map',
    flow('steps:', '  hello: { say: [Hi, { text: you }, next: hangup }'),
    '4:17 the [ that opens here is never closed by ] | add ] on this line, at the latest before the } in column 50',
  ],
  [
    'a list and a map without their ends',
    step('menu:', '  prompt: Press one.', '  choices: [{ key: 1, goto: hangup', 'on: { exhausted: hangup }'),
    '7:17 the { that opens here is never closed by } | add }] on this line, at the latest at its end',
  ],
  [
    'a map on several lines without its end',
    step('connect: {', '  to: "+4930231251",', '  ring: 20s', '  # the desk', 'on: { unreached: hangup }'),
    '5:14 the { that opens here is never closed by } | add } at the end of line 7, or before',
  ],
  [
    'steps in a map without its end',
    flow('steps: {', '  hello: { say: Hi }'),
    '3:8 the { that opens here is never closed by } | add } at the end of line 4, or before',
  ],
  [
    'a whole file in a map without its end',
    ['{', '  ringflow: 1,', '  name: desk,', '  steps: { hello: { say: Hi } }', ''].join('\n'),
    '1:1 the { that opens here is never closed by } | add } at the end of line 4, or before',
  ],
  [
    'a body as far to the left as its step',
    flow('steps:', '  hello:', '  say: Hi', '  bye: { say: Bye }'),
    '5:3 "say" belongs below the step "hello" | indent further than "hello:"',
  ],
  [
    'a body further left than its step',
    flow('steps:', '  hello:', 'say: Hi', '  bye: { say: Bye }'),
    '5:1 "say" belongs below "hello" | indent it further than "hello:"',
  ],
  [
    'a body with one space',
    flow('steps:', '  hello:', ' say: Hi', '  bye: { say: Bye }'),
    '5:2 "say" belongs below "hello" | indent it further than "hello:"',
  ],
  [
    'a body that is indented from its second line on',
    flow('steps:', '  hello:', '  say: Hi', '    next: hangup'),
    '5:3 "say" belongs below "hello" | indent it further than "hello:"',
  ],
  [
    'a body on several lines further left than its step',
    flow('steps:', '  hello: # the first', 'say: Hi', 'next: bye', '  bye: { say: Bye }'),
    '5:1 "say" belongs below "hello" | indent it further than "hello:"',
  ],
  ['NUL', step('say: Hi', 'next: hang\0up'), '6:15 a NUL character stands here'],
  ['UTF-16', step('say: Hi').split('').join('\0'), '1:1 the file is UTF-16; expected UTF-8'],
  [
    'a tag with words behind it',
    step('say: !important words here'),
    "5:10 the tag !important is not supported | for a text, write '!important words here'",
  ],
  [
    'a lone ! with words behind it',
    step('say: ! Hello'),
    "5:10 the tag ! is not supported | for a text, write '! Hello'",
  ],
  [
    '!! with words behind it',
    step('say: !! Hello you'),
    "5:10 a text cannot begin with ! without quotes | write '!! Hello you'",
  ],
  [
    '& with words behind it',
    step('say: & more words'),
    "5:10 a text cannot begin with & without quotes | write '& more words'",
  ],
  [
    'a text that begins with %',
    step('say: %5 off'),
    "5:10 a text cannot begin with % without quotes | write '%5 off'",
  ],
  ['a colon in a text', step('say: Note: we are closed'), '5:10 a second ": " on one line'],
  [
    'an apostrophe in single quotes',
    step("say: 'It's you.'"),
    '5:13 the apostrophe ends the text in single quotes',
  ],
  ['a missing space after a colon', step('say: Hi', 'next:hangup'), '6:5 a space is missing after the colon'],
  [
    'a second document',
    flow('steps: { a: { say: Hi } }', '---', 'more: 1'),
    '4:1 a second document begins here',
  ],
  ['a backslash in double quotes', step('say: "C:\\data"'), '5:13 unknown escape in double quotes'],
  ['a key given twice', step('say: Hi', 'say: Ho'), '6:5 the key "say" is given twice, first at 5:5'],
  [
    'a step that begins with a digit',
    flow('steps:', '  1st: { say: Hi }'),
    '4:3 "1st" is not allowed as a key here; … | for instance step_1st',
  ],
  [
    'a step with a dot',
    flow('steps:', '  a.b: { say: Hi }'),
    '4:3 "a.b" is not allowed as a key here; … | for instance a_b',
  ],
  [
    'a step with letters of another alphabet',
    flow('steps:', '  問: { say: Hi }'),
    '4:3 "問" is not allowed as a key here; … | for instance step',
  ],
  [
    'a step with an umlaut',
    flow('steps:', '  begrüßung: { say: Hi }'),
    '4:3 "begrüßung" is not allowed as a key here; … | for instance begruessung',
  ],
  [
    'a variable that begins with a digit',
    flow('vars: { 1x: int }', 'steps: { a: { say: Hi } }'),
    '3:9 "1x" is not allowed as a key here; … | for instance variable_1x',
  ],
  [
    'a setting that begins with a digit',
    flow('env: { 1K: string }', 'steps: { a: { say: Hi } }'),
    '3:8 "1K" is not allowed as a key here; … | for instance SETTING_1K',
  ],
  [
    'a reserved step',
    flow('steps:', '  hangup: { say: Hi }'),
    '4:3 a step cannot be called "hangup": as a target it means something else | choose another name, for instance hangup_step',
  ],
  [
    'a reserved variable',
    flow('vars: { in: 1 }', 'steps: { a: { say: Hi } }'),
    '3:9 vars.in cannot be read: "in" is a reserved word of CEL | choose another name, for instance in_value',
  ],
  [
    'a flow that begins with a digit',
    'ringflow: 1\nname: 1desk\nsteps: { a: { say: Hi } }\n',
    '2:7 "1desk" does not have the right form | for instance flow-1desk',
  ],
  [
    'a flow with an umlaut',
    'ringflow: 1\nname: grüße\nsteps: { a: { say: Hi } }\n',
    '2:7 "grüße" does not have the right form | for instance gruesse',
  ],
  [
    'a flow without a name',
    "ringflow: 1\nname: ''\nsteps: { a: { say: Hi } }\n",
    '2:7 "" does not have the right form | for instance my-flow',
  ],
];

function listErrors(text: string): string[] {
  return checkFlow({ file: 'flow.yaml', text })
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ span: { start }, message, hint = '' }) => {
      const short = message.replace(/(allowed as a key here;).*/, '$1 …');
      return `${start.line}:${start.column} ${short} | ${hint}`;
    });
}

describe('a broken file is told at its line', () => {
  test.each(broken)('%s', (_, text, told) => {
    const errors = listErrors(text);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.slice(0, told.length)).toBe(told);
  });
});

describe('characters that look like spaces are left alone', () => {
  test.each([
    ['in a text', step(`say: 10${NBSP}€`, 'next: hangup')],
    [
      'at the beginning of a line of a block text',
      step('say: |', `  Hello`, `  ${NBSP}you: and me`, 'next: hangup'),
    ],
    ['behind a byte order mark', `\ufeff${step('say: Hi', 'next: hangup')}`],
  ])('%s', (_, text) => {
    expect(listErrors(text)).toEqual([]);
  });
});

test('odd spaces, missing spaces after dashes and missing ends of lines can be fixed', () => {
  const texts = [
    flow('steps:', `${NBSP.repeat(2)}hello:`, `${NBSP.repeat(4)}say: Hi`),
    keys('-{ key: 1, goto: hangup }', '-{ key: 2, goto: hangup }'),
    flow('on: { error: sorry # so far', 'steps:', '  sorry: { say: Sorry. }'),
  ];
  for (const text of texts) {
    const [fix] = checkFlow({ file: 'flow.yaml', text }).diagnostics.flatMap((one) => one.fix ?? []);
    const { start, end } = fix?.span ?? { start: { offset: 0 }, end: { offset: 0 } };
    expect(listErrors(text.slice(0, start.offset) + (fix?.text ?? '') + text.slice(end.offset))).toEqual([]);
  }
});
