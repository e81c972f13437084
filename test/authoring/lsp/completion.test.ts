import { describe, expect, test } from 'vitest';
import { completed, proposed, taken } from './cursor.ts';

const head = `ringflow: 1
name: example
languages: [en-US, de-DE]
vars: { tier: standard, tries: 0 }
params: { reason: string }
env: { DESK: The desk. }
prompts:
  welcome: { en-US: Welcome., de-DE: Willkommen. }
`;
const tail = `  bye:
    say: Goodbye.
`;

/** Within a flow that has the steps \`here\` and \`bye\`. */
const step = (body: string): string => `${head}steps:\n  here:\n${body}\n${tail}`;

const steps = ['here', 'bye'];
const prompts = ['welcome'];
const readable = [
  ...['vars.tier', 'vars.tries', 'params.reason', 'env.DESK'],
  ...[
    'call.id',
    'call.from',
    'call.to',
    'call.direction',
    'call.reason',
    'call.language',
    'call.recording_url',
  ],
  ...['error.code', 'error.message', 'error.step', 'message.from', 'message.text'],
  ...['room.id', 'room.token'],
];

describe('a target', () => {
  test.each([
    ['after next', '    say: Hello.\n    next: ‸'],
    ['a word begun', '    say: Hello.\n    next: by‸'],
    ['inside a word', '    say: Hello.\n    next: b‸ye'],
    ['of an outcome', "    connect: { to: '+4930111' }\n    on: { busy: ‸ }"],
    [
      'of an outcome, on a line',
      "    connect: { to: '+4930111' }\n    on:\n      busy: ‸\n      no_answer: bye",
    ],
    ['of a case', '    switch:\n      - { when: true, goto: ‸ }'],
    ['of a case, on a line', '    switch:\n      - when: true\n        goto: ‸'],
  ])('is a step or the end: %s', (_where, body) => {
    expect(proposed(step(body))).toEqual([...steps, 'hangup', 'return', 'back']);
  });

  test('can be the question again where the caller is asked', () => {
    expect(
      proposed(step('    menu:\n      prompt: welcome\n      choices:\n        - { key: 1, goto: ‸ }')),
    ).toEqual([...steps, 'hangup', 'return', 'back', 'repeat']);
    expect(proposed(`${head}always: { keys: { '0': ‸ } }\nsteps:\n${tail}`)).toEqual([
      'bye',
      'hangup',
      'return',
      'back',
      'repeat',
    ]);
  });

  test('of the flow is a step only', () => {
    expect(proposed(`${head}on: { error: ‸ }\nsteps:\n${tail}`)).toEqual(['bye']);
  });

  test('tells the verb of each step', () => {
    const item = completed(step('    say: Hello.\n    next: ‸')).find(({ label }) => label === 'bye');
    expect(item?.detail).toBe('say');
  });
});

describe('a prompt', () => {
  test.each([
    ['of a verb', '    say: ‸'],
    ['a word begun', '    say: wel‸'],
    ['in quotes', "    say: '‸'"],
    ['in a list', '    say: [Hello., ‸]'],
    ['in a list of lines', '    say:\n      - Hello.\n      - ‸'],
    ['of a menu', '    menu:\n      prompt: ‸\n      choices: [{ key: 1, goto: bye }]'],
    ['after silence', '    menu:\n      no_input: [‸]\n      choices: [{ key: 1, goto: bye }]'],
  ])('is one by name: %s', (_where, body) => {
    expect(proposed(step(body))).toEqual(prompts);
  });

  test('that is spoken text gets no proposals', () => {
    expect(proposed(step('    say: Hello, wel‸'))).toEqual([]);
  });

  test('shows what it says', () => {
    expect(completed(step('    say: ‸'))[0]?.detail).toBe('Welcome.');
  });
});

describe('an expression', () => {
  test.each([
    ['a condition', '    switch:\n      - { when: ‸, goto: bye }'],
    [
      'a condition that goes on',
      '    switch:\n      - when: vars.tier == "gold" && vars.‸\n        goto: bye',
    ],
    ['in a text', '    say: Hello ${‸}'],
    ['in a text that is not closed', '    say: Hello ${vars.t‸'],
    ['after another one', '    say: Hello ${vars.tier}, ${‸}'],
    ['in quotes', '    say: "Hello ${vars.‸}"'],
    ['in a block', '    say: |\n      Hello,\n      ${vars.‸}'],
    ['in a number', "    connect: { to: '${env.‸}' }"],
    ['in a value', "    set: { tier: '${‸}' }"],
    ['in what a flow returns', '    say: Hello.\nreturns:\n  tier: ‸'],
    ['in a named prompt', '    say: { text: "${‸}" }'],
  ])('reads what is declared: %s', (_where, body) => {
    expect(proposed(step(body))).toEqual(readable);
  });

  test.each([
    ['text around it', '    say: Hello ${vars.tier}, vars.‸'],
    ['a plain ${', '    say: Hello $${vars.‸'],
  ])('is not: %s', (_where, body) => {
    expect(proposed(step(body))).toEqual([]);
  });

  test('the whole dotted name is replaced', () => {
    expect(taken(step('    say: Hello ${vars.ti‸}'), 'vars.tier')).toContain('say: Hello ${vars.tier}\n');
  });
});

describe('a key', () => {
  test.each([
    ['on an empty line', "    connect: { to: '+4930111' }\n    on:\n      ‸"],
    ['a word begun', "    connect: { to: '+4930111' }\n    on:\n      bu‸"],
    ['in braces', "    connect: { to: '+4930111' }\n    on: { ‸ }"],
    ['in braces that are not closed', "    connect: { to: '+4930111' }\n    on: { ‸"],
  ])('under "on" is an outcome of the verb: %s', (_where, body) => {
    expect(proposed(step(body))).toEqual(
      expect.arrayContaining(['busy', 'no_answer', 'failed', 'completed']),
    );
  });

  test.each([
    ['below others', "    connect: { to: '+4930111' }\n    on:\n      busy: bye\n      ‸"],
    [
      'between others',
      "    connect: { to: '+4930111' }\n    on:\n      busy: bye\n      no‸\n      failed: bye",
    ],
    ['in braces', "    connect: { to: '+4930111' }\n    on: { busy: bye, ‸ }"],
  ])('under "on" is an outcome that is not there yet: %s', (_where, body) => {
    const labels = proposed(step(body));
    expect(labels).toContain('no_answer');
    expect(labels).not.toContain('busy');
  });

  test('of "set" is a variable', () => {
    expect(proposed(step('    set:\n      tier: gold\n      ‸'))).toEqual(['tries']);
  });

  test('comes with its colon, unless there is one', () => {
    const body = (on: string) => step(`    connect: { to: '+4930111' }\n    on:\n      ${on}`);
    expect(taken(body('bu‸'), 'busy')).toContain('      busy: \n');
    expect(taken(body('bu‸: bye'), 'busy')).toContain('      busy: bye\n');
  });
});

test('a variable is proposed where one is saved', () => {
  expect(proposed(step('    collect: { prompt: welcome, digits: 4, save: ‸ }'))).toEqual(['tier', 'tries']);
});

test('a language is one of the flow', () => {
  expect(proposed(step('    language: de-‸'))).toEqual(['en-US', 'de-DE']);
  expect(taken(step('    language: de-‸'), 'de-DE')).toContain('language: de-DE\n');
});

test.each([
  ['at a verb', step('    ‸')],
  ['at the name of a step', `${head}steps:\n  ‸`],
  ['in a comment', step('    say: Hello. # by‸')],
  ['in an empty file', '‸'],
  ['in what is not YAML at all', '\0{{{‸'],
])('nothing is proposed that the schemas know already: %s', (_where, text) => {
  expect(proposed(text)).toEqual([]);
});

describe('what a web service answers', () => {
  const asking = (rest: string) => step(`    http:\n      get: https://crm.example.com/x\n${rest}`);
  const answers = ['response.status', 'response.headers', 'response.text', 'response.json'];

  test('is proposed where something of it is kept', () => {
    const text = asking('      save: { tier: "${response.‸}" }');
    expect(proposed(text)).toEqual([...answers, ...readable]);
    expect(taken(text, 'response.json')).toContain('"${response.json}"');
    expect(completed(text)[0]).toMatchObject({
      detail: 'int',
      documentation: { value: expect.stringContaining('status of the response') as unknown },
    });
  });

  test.each([
    ['a header', '      headers: { X-Caller: "${‸}" }'],
    ['a body', '      json: { caller: "${call.‸}" }'],
    ['its address', '      query: { caller: "${call.‸}" }'],
  ])('is not there yet for %s', (_where, rest) => {
    expect(proposed(asking(rest))).toEqual(readable);
  });
});
