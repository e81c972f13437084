import { TextDocument } from 'vscode-languageserver-textdocument';
import { CompletionItemKind } from 'vscode-languageserver/node';
import { describe, expect, test } from 'vitest';
import { findCompletions } from '../../../src/authoring/lsp/completion.ts';
import { callsOf, FUNCTIONS } from '../../../src/authoring/lsp/functions.ts';
import { flowRule } from '../../../src/language/compiler/index.ts';
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

/** The proposals without the functions. */
const names = (text: string): string[] =>
  completed(text).flatMap(({ label, kind }) => (kind === CompletionItemKind.Method ? [] : [label]));

describe('a flow to run', () => {
  const standard = ['std/callback', 'std/hunt', 'std/pin'];

  test.each([
    ['in braces', '    run: { flow: ‸ }'],
    ['on a line', '    run:\n      flow: ‸'],
    ['a word begun', '    run: { flow: std/ca‸ }'],
    ['to continue with', '    goto: { flow: std‸ }'],
  ])('can be a standard flow: %s', (_where, body) => {
    expect(proposed(step(body))).toEqual(standard);
  });

  test('is explained, and replaces the whole name', () => {
    const text = step('    run: { flow: std/ca‸ }');
    expect(taken(text, 'std/callback')).toContain('run: { flow: std/callback }');
    const found = completed(text).find(({ label }) => label === 'std/callback');
    expect(found?.documentation).toMatchObject({
      value: expect.stringMatching(/^Asks on which number.*`no_number`, `not_sent`, `failed`\.$/s) as string,
    });
  });
});

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
    ['of a menu', '    menu:\n      prompt: ‸\n      choices: [{ key: 1, goto: bye }]'],
    ['after silence', '    menu:\n      no_input: [‸]\n      choices: [{ key: 1, goto: bye }]'],
  ])('is one by name: %s', (_where, body) => {
    expect(proposed(step(body))).toEqual(prompts);
  });

  test('on a line of a list may also be a map', () => {
    expect(proposed(step('    say:\n      - Hello.\n      - ‸'))).toEqual(
      expect.arrayContaining([...prompts, 'text', 'url']),
    );
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
    expect(names(step(body))).toEqual(readable);
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
  ['at the name of a step', `${head}steps:\n  ‸`],
  ['in a comment', step('    say: Hello. # by‸')],
  ['in what is not YAML at all', '\0{{{‸'],
])('nothing is proposed %s', (_where, text) => {
  expect(proposed(text)).toEqual([]);
});

describe('the schema', () => {
  test('proposes the verbs of a step, with what they do', () => {
    const items = completed(step('    ‸'));
    expect(items.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['say', 'menu', 'connect', 'hangup', 'next', 'on', 'note']),
    );
    expect(items.find(({ label }) => label === 'menu')).toMatchObject({
      kind: CompletionItemKind.Keyword,
      documentation: {
        value: flowRule.properties.get('steps')?.().others?.().properties.get('menu')?.().description,
      },
    });
    expect(taken(step('    sa‸'), 'say')).toContain('    say: \n');
  });

  test('proposes no second verb', () => {
    expect(proposed(step('    say: Hello.\n    ‸'))).toEqual(['next', 'on', 'note']);
  });

  test.each([
    [
      'of a verb',
      '    collect:\n      prompt: welcome\n      ‸',
      ['digits', 'save', 'no_input'],
      ['prompt', 'say'],
    ],
    ['in braces', '    collect: { prompt: welcome, ‸ }', ['digits', 'save'], ['prompt']],
    ['of a choice', '    menu:\n      choices:\n        - ‸', ['key', 'goto', 'phrases'], ['prompt']],
    ['of a web request', '    http:\n      ‸', ['get', 'post', 'timeout', 'retries'], ['say']],
    [
      'of a web request that has its method',
      '    http:\n      get: https://a.example/x\n      ‸',
      ['timeout'],
      ['post', 'get'],
    ],
  ])('proposes the keys %s', (_where, body, has, lacks) => {
    const labels = proposed(step(body));
    expect(labels).toEqual(expect.arrayContaining(has));
    for (const one of lacks) expect(labels).not.toContain(one);
  });

  test('proposes the keys of the file', () => {
    const labels = proposed(`${head}‸\nsteps:\n${tail}`);
    expect(labels).toEqual(expect.arrayContaining(['hours', 'tables', 'limits', 'on', 'always']));
    expect(labels).not.toContain('vars');
    expect(proposed('‸')).toContain('ringflow');
  });

  test.each([
    ['one of several words', 'collect: { prompt: welcome, type: ‸ }', ['digits', 'number', 'date']],
    ['a word begun', 'collect: { type: date, format: d‸ }', ['dmy', 'mdy', 'ymd']],
    ['true or false', 'collect: { prompt: welcome, speech: ‸ }', ['true', 'false']],
  ])('proposes the values of a key: %s', (_what, body, values) => {
    expect(proposed(step(`    ${body}`))).toEqual(expect.arrayContaining(values));
  });

  test('proposes no true or false where any value may stand', () => {
    expect(proposed(step('    set: { tier: ‸ }'))).toEqual([]);
  });
});

test('a fragment gets the keys of fragments', () => {
  const document = TextDocument.create(
    'file:///flows/common.yaml',
    'yaml',
    1,
    'ringflow: 1\n\nsteps:\n  a: { say: Hi. }\n',
  );
  const labels = findCompletions(document, { line: 1, character: 0 }).map(({ label }) => label);
  expect(labels).toContain('prompts');
  expect(labels).not.toContain('name');
  expect(proposed('ringflow: 1\n‸\nsteps:\n  a: { say: Hi. }\n')).toContain('name');
});

describe('a name of its own section', () => {
  const given = `${head}hours: { shop: { timezone: Europe/Berlin, open: { mon-fri: 09:00-17:00 } } }
tables: { branches: { columns: { city: string }, rows: { '1': { city: Berlin } } } }
steps:
  here:
    BODY
${tail}`;
  test.each([
    ['opening hours', 'hours: ‸', 'shop'],
    ['a table', 'lookup: { table: ‸ }', 'branches'],
  ])('is proposed: %s', (_what, body, name) => {
    expect(proposed(given.replace('BODY', body))).toContain(name);
  });
});

describe('a function', () => {
  const on = (text: string) => completed(step(`    say: \${${text}`));
  const called = (text: string) =>
    on(text).flatMap(({ label, kind }) => (kind === CompletionItemKind.Method ? [label] : []));

  test('that begins a value is proposed there', () => {
    expect(called('‸}')).toEqual(expect.arrayContaining(['size', 'int', 'has', 'cel.bind']));
    expect(called('‸}')).not.toContain('trim');
    expect(called('vars.tries > s‸')).toContain('size');
  });

  test.each(['vars.tier.‸}', 'string(vars.tries).‸}', 'call.from.sub‸'])(
    'of a value is proposed behind it: %s',
    (text) => {
      expect(called(text)).toEqual(expect.arrayContaining(['size', 'trim', 'substring']));
      expect(called(text)).not.toContain('int');
    },
  );

  test('is not where a name is expected', () => {
    expect(called('vars.‸}')).toEqual([]);
  });

  test('comes with its parenthesis and its meaning', () => {
    expect(taken(step('    say: ${vars.tier.tr‸}'), 'trim')).toContain('${vars.tier.trim(}');
    expect(on('‸}').find(({ label }) => label === 'size')?.detail).toBe(FUNCTIONS.size?.means);
  });

  test('is one that the engine has', () => {
    const every = Object.entries(FUNCTIONS).map(([name, one]) => callsOf(name, one));
    for (const { globals, methods } of every) expect(globals.length + methods.length).toBeGreaterThan(0);
  });
});

describe('what a web service answers', () => {
  const asking = (rest: string) => step(`    http:\n      get: https://crm.example.com/x\n${rest}`);
  const answers = ['response.status', 'response.headers', 'response.text', 'response.json'];

  test('is proposed where something of it is kept', () => {
    const text = asking('      save: { tier: "${response.‸}" }');
    expect(names(text)).toEqual([...answers, ...readable]);
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
    expect(names(asking(rest))).toEqual(readable);
  });
});
