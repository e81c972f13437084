import { SymbolKind, type DocumentSymbol } from 'vscode-languageserver/node';
import { describe, expect, test } from 'vitest';
import { FUNCTIONS } from '../../../src/authoring/lsp/functions.ts';
import { findHover } from '../../../src/authoring/lsp/hover.ts';
import { createOutline } from '../../../src/authoring/lsp/outline.ts';
import { flowRule, type Rule } from '../../../src/language/compiler/index.ts';
import { flowOf, flowWithCursor } from './cursor.ts';
import { at, example } from './example.ts';

function hover(text: string): string | undefined {
  const { flow, position } = flowWithCursor(text);
  const contents = findHover(flow, position)?.contents;
  return contents && typeof contents === 'object' && 'value' in contents ? contents.value : undefined;
}

describe('hovering over', () => {
  test('the name of a flow shows its contract', () => {
    const text = 'ringflow: 1\nname: x\nsteps:\n  a:\n    run: { flow: std/h‸unt }\n';
    expect(hover(text)?.split('\n')).toEqual([
      '**std/hunt** · flow',
      '',
      'Connects the caller to the first of several parties who answers, with an announcement between the attempts.',
      '',
      '- `parties`: string, required. Numbers or SIP addresses in the order in which they ring, with commas between them.',
      '- `rounds`: int, default `1`. How often the list is tried.',
      '- `announcement`: string, default `""`. Spoken between two attempts; the caller is then asked to stay on the line.',
      '',
      'Returns `party`.',
      '',
      'Outcomes: `done`, `unreached`, `failed`.',
    ]);
    expect(hover(text.replace('std', 'no'))).toBeUndefined();
  });

  test('an outcome shows when it occurs', () => {
    const text = 'ringflow: 1\nname: x\nsteps:\n  a:\n    voicemail: { save: m }\n    on: { sil‸ent: a }\n';
    expect(hover(text)).toBe('**silent** · outcome of `voicemail`\n\nnobody spoke');
    expect(hover(at('on: { busy: sorry, no_a'))).toBe(
      '**no\\_answer** · outcome of `connect`\n\nnobody answers in time',
    );
  });

  test('opening hours show their zone and their times', () => {
    const text =
      'ringflow: 1\nname: x\nhours:\n  shop:\n    timezone: Europe/Berlin\n    open: { mon-fri: [09:00-12:00, 13:00-18:00], sat: 10:00-14:00 }\n    holidays: [2026-12-25]\nsteps:\n  a: { hours: sh‸op }\n';
    expect(hover(text)).toBe(
      '**shop** · opening hours\n\nEurope/Berlin\n\n- mon-fri: 09:00-12:00, 13:00-18:00\n- sat: 10:00-14:00\n\n1 other day',
    );
  });

  test('a prompt shows its text in each language', () => {
    expect(hover(at('say: wel'))).toBe(
      '**welcome** · prompt\n\n_en-US_: Welcome, $\\{vars.tier\\} caller.\n\n_de-DE_: Willkommen.',
    );
  });

  test('a prompt that is the same in every language shows it once, as it is spoken', () => {
    expect(hover(at('no_input: [as'))).toBe(
      '**ask** · prompt\n\nFor \\*sales\\*, press 1. Your tier is $\\{vars\\["tier"\\]\\}.',
    );
  });

  test('a prompt of audio and SSML shows what it is made of', () => {
    const text = `ringflow: 1\nprompts:\n  m‸ix: [{ stored: jingle }, { ssml: <speak>Hi</speak> }, { url: 'https://a.example/b.wav' }, 7]\n`;
    expect(hover(text)).toBe(
      '**mix** · prompt\n\n(stored prompt jingle) \\<speak\\>Hi\\</speak\\> (audio https://a.example/b.wav)',
    );
  });

  test('a step shows its verb and where its outcomes lead', () => {
    expect(hover(at('\n  mai'))).toBe(
      '**main** · step\n\n`menu`\n\n- `1` → check\n- `2` → hangup\n- `exhausted` → sorry\n- `silent` → sorry\n- `failed` → sorry',
    );
  });

  test('the target shows the same as the step', () => {
    expect(hover(at('goto: che'))).toBe(hover(at('\n  che')));
  });

  test('an outcome without an edge shows that', () => {
    const text = "ringflow: 1\nsteps:\n  d‸esk:\n    connect: { to: '+4930111' }\n";
    expect(hover(text)).toContain('- `busy` → …');
  });

  test('a step whose verb is not known says so', () => {
    expect(hover('ringflow: 1\nsteps:\n  d‸esk:\n    conect: {}\n')).toContain('the verb is not valid');
  });

  test.each([
    ['a variable', 'when: vars.ti', '**tier** · variable\n\nstring, initially `standard`'],
    ['a secret', 'save: p', '**pin** · variable\n\nstring, secret\n\nFour digits.'],
    ['a parameter', 'params.rea', '**reason** · parameter\n\nstring, default `sales`\n\nWhy we call.'],
    ['a setting', 'env.DE', '**DESK** · setting\n\ndefault `"+4930111"`\n\nThe number of the desk.'],
  ])('%s shows how it is declared', (_what, place, shown) => {
    expect(hover(at(place))).toBe(shown);
  });

  test('a setting in its short form shows what it is for', () => {
    expect(hover('ringflow: 1\nenv: { DE‸SK: Its number. }\nparams: { a: int }\n')).toBe(
      '**DESK** · setting\n\nrequired\n\nIts number.',
    );
  });

  test.each([
    ['a name that stands nowhere', 'ringflow: 1\nsteps:\n  a: { say: gree‸ting }\n'],
    ['a name of objects', 'ringflow: 1\nsteps:\n  a: { say: constr‸uctor }\n'],
    ['spoken text', 'ringflow: 1\nsteps:\n  a: { say: Good m‸orning. }\n'],
  ])('%s shows nothing', (_what, text) => {
    expect(hover(text)).toBeUndefined();
  });
});

describe('hovering over what every flow can read', () => {
  const flow = (body: string) => `ringflow: 1\nname: x\nvars: { a: '' }\nsteps:\n  one:\n    ${body}\n`;

  test.each([
    ['in a condition', 'switch: [{ when: call.fr‸om == "x", goto: one }]', '**call.from** · string'],
    ['in a text', 'say: You are ${call.‸from}.', '**call.from** · string'],
    ['at the holder', 'say: It is ${1}, ${err‸or.code}.', '**error.code** · string'],
    [
      'in an answer',
      "http: { get: 'https://a.example/', save: { a: '${response.js‸on.tier}' } }",
      '**response.json** · JSON',
    ],
  ])('%s tells its type and what it is', (_where, body, shown) => {
    expect(hover(flow(body))?.split('\n\n')).toEqual([shown, expect.stringMatching(/\w/)]);
  });

  test.each([
    ['in spoken text', 'say: Write to call.fr‸om.'],
    ['that is not there', 'say: ${call.na‸me}'],
    ['of every object', 'say: ${call.constr‸uctor}'],
  ])('%s shows nothing', (_where, body) => {
    expect(hover(flow(body))).toBeUndefined();
  });
});

describe('hovering over a word of the language', () => {
  const flow = (body: string) =>
    `ringflow: 1\nname: x\nvars: { a: '' }\non: { error: one }\nsteps:\n  one:\n    ${body}\n`;
  const described = (...path: string[]) =>
    path.reduce<Rule | undefined>((rule, key) => (rule?.properties.get(key) ?? rule?.others)?.(), flowRule)
      ?.description;

  test.each([
    ['a verb', 'men‸u: { prompt: Hello., choices: [] }', '**menu**', described('steps', 'one', 'menu')],
    [
      'a key of a verb',
      'menu: { prom‸pt: Hello. }',
      '**prompt**',
      described('steps', 'one', 'menu', 'prompt'),
    ],
    ['a key of a step', 'say: Hello.\n    ne‸xt: one', '**next**', described('steps', 'one', 'next')],
  ])('%s shows its description in the schema', (_what, body, title, description) => {
    expect(description).toMatch(/\w/);
    const shown = hover(flow(body)) ?? '';
    expect(shown.startsWith(`${title}\n\n${description ?? '?'}`)).toBe(true);
  });

  test('a value shows the others that may stand there', () => {
    expect(hover(flow('collect: { prompt: Hello., digits: 4, type: num‸ber }'))).toMatch(
      /^\*\*number\*\*\n\n.+\n\nOne of: `digits`, `number`, `date`/,
    );
  });

  test('a function shows what it does, with examples', () => {
    const shown = hover(flow('say: ${vars.a.tr‸im()}'));
    expect(shown).toBe(`**trim** · function\n\n${FUNCTIONS.trim?.means ?? ''}\n\n- \`" Ada ".trim()\``);
    expect(hover(flow('say: trim‸()'))).toBeUndefined();
  });
});

describe('the outline', () => {
  const symbols = createOutline(flowOf(example));

  test('has the sections in the order of the file', () => {
    expect(symbols.map(({ name }) => name)).toEqual(['vars', 'params', 'env', 'prompts', 'steps']);
  });

  test('has the steps in their order, each with its verb', () => {
    expect(symbols.at(-1)?.children?.map(({ name, detail }) => `${name}: ${detail ?? ''}`)).toEqual([
      'hello: say',
      'main: menu',
      'check: switch',
      'code: collect',
      'change: set',
      'desk: connect',
      'sorry: say',
    ]);
  });

  test('tells names of different kinds apart', () => {
    const kinds = symbols.map(({ children }) => children?.[0]?.kind);
    expect(kinds).toEqual([
      SymbolKind.Variable,
      SymbolKind.Variable,
      SymbolKind.Constant,
      SymbolKind.String,
      SymbolKind.Function,
    ]);
  });

  test.each([
    ['of the example', example],
    ['with an alias', 'ringflow: 1\nprompts: &p { a: Hello. }\nsteps: *p\n'],
    ['with an empty name', 'ringflow: 1\nsteps:\n  "": { say: Hello. }\n'],
  ])('%s has every name inside its range, and no name is empty', (_what, text) => {
    const wrong = createOutline(flowOf(text)).flatMap(flattened).filter(isWrong);
    expect(wrong).toEqual([]);
  });

  test('of a file without steps is empty', () => {
    expect(createOutline(flowOf('ringflow: 1\nsteps: none\n'))).toEqual([]);
    expect(createOutline(flowOf('- ringflow: 1\n'))).toEqual([]);
    expect(createOutline(flowOf(''))).toEqual([]);
  });
});

function flattened(symbol: DocumentSymbol): DocumentSymbol[] {
  return [symbol, ...(symbol.children ?? []).flatMap(flattened)];
}

function isWrong({ name, range, selectionRange }: DocumentSymbol): boolean {
  const place = ({ line, character }: { line: number; character: number }) => line * 10_000 + character;
  const isInside =
    place(range.start) <= place(selectionRange.start) && place(selectionRange.end) <= place(range.end);
  return name === '' || !isInside;
}
