import { describe, expect, test } from 'vitest';
import { renderPrompt } from '../../src/call/render.ts';
import type { Media } from '../../src/call/index.ts';
import { createExpressions, ExpressionError, templateOf } from '../../src/flow/index.ts';
import type { CompiledFlow, Prompt, PromptPart, Value } from '../../src/flow/index.ts';
import { callRecord } from '../builders/call-record.ts';

const text = (source: string): PromptPart => ({ kind: 'text', text: templateOf(source) });
const ssml = (source: string): PromptPart => ({ kind: 'ssml', ssml: templateOf(source) });
const stored = (source: string): PromptPart => ({ kind: 'stored', name: templateOf(source) });
const url = (source: string): PromptPart => ({ kind: 'url', url: templateOf(source) });

const flow: CompiledFlow = {
  format: 1,
  name: 'case',
  version: 'v1',
  languages: ['en-US', 'de-DE', 'fr-FR'],
  vars: {
    name: { type: 'string', initial: '', secret: false },
    count: { type: 'int', initial: 0, secret: false },
  },
  params: {},
  env: {},
  returns: {},
  flows: {},
  prompts: {
    hello: { 'en-US': [text('Hello.')], 'de-DE': [text('Hallo.')] },
    bye: { 'de-DE': [text('Tschüss.')], 'fr-FR': [text('Salut.')] },
    list: { 'en-US': [text('One.'), stored('chime'), text('Two.')] },
  },
  limits: { durationMs: 1, bridgeMs: 14_400_000, steps: 1 },
  hours: {},
  tables: {},
  steps: {},
  machine: {},
};

interface Surroundings {
  language?: string;
  voice?: string;
  vars?: Record<string, Value>;
}

function rendered(prompt: Prompt, { language = 'en-US', voice, vars = {} }: Surroundings = {}): Media[] {
  const { context } = callRecord({ context: { language, vars: { name: '', count: 0, ...vars } } });
  const spoken = voice === undefined ? flow : { ...flow, voice };
  return renderPrompt(
    { flow: spoken, expressions: createExpressions(flow), limits: flow.limits, secrets: new Set(), env: {} },
    prompt,
    context,
  );
}

const spoken = (words: string, language = 'en-US'): Media => ({ kind: 'text', text: words, language });

test('every kind of part becomes its kind of play', () => {
  expect(rendered([text('Hi.'), ssml('<speak>Hi</speak>'), stored('intro'), url('https://a/b.wav')])).toEqual(
    [
      spoken('Hi.'),
      { kind: 'ssml', ssml: '<speak>Hi</speak>', language: 'en-US' },
      { kind: 'stored', name: 'intro' },
      { kind: 'url', url: 'https://a/b.wav' },
    ],
  );
});

test('the length of audio goes with it', () => {
  const parts: PromptPart[] = [
    { kind: 'stored', name: ['intro'], lengthMs: 3_000 },
    { kind: 'url', url: ['https://a/b.wav'], lengthMs: 180_000 },
  ];
  expect(rendered(parts)).toEqual([
    { kind: 'stored', name: 'intro', lengthMs: 3_000 },
    { kind: 'url', url: 'https://a/b.wav', lengthMs: 180_000 },
  ]);
});

test('the voice goes with all speech', () => {
  expect(rendered([text('Hi.'), stored('intro'), ssml('<speak/>')], { voice: 'female' })).toEqual([
    { ...spoken('Hi.'), voice: 'female' },
    { kind: 'stored', name: 'intro' },
    { kind: 'ssml', ssml: '<speak/>', language: 'en-US', voice: 'female' },
  ]);
});

test('expressions are replaced by their values', () => {
  const vars = { name: 'Ada', count: 3 };
  expect(rendered([text('${vars.name}: ${vars.count + 1} of $${9}')], { vars })).toEqual([
    spoken('Ada: 4 of ${9}'),
  ]);
  expect(rendered([stored('p_${vars.count}'), url('https://a/${vars.name}.wav')], { vars })).toEqual([
    { kind: 'stored', name: 'p_3' },
    { kind: 'url', url: 'https://a/Ada.wav' },
  ]);
});

test('expressions see the language of the call', () => {
  expect(rendered([text('${call.language}')], { language: 'fr-FR' })).toEqual([spoken('fr-FR', 'fr-FR')]);
});

test('in SSML values are escaped, the markup around them is not', () => {
  const vars = { name: `<b>"R&D's"</b>` };
  expect(rendered([ssml('<speak><s>${vars.name}</s></speak>')], { vars })).toEqual([
    {
      kind: 'ssml',
      ssml: '<speak><s>&lt;b&gt;&quot;R&amp;D&apos;s&quot;&lt;/b&gt;</s></speak>',
      language: 'en-US',
    },
  ]);
});

test('in plain text values stand as they are', () => {
  expect(rendered([text('${vars.name}')], { vars: { name: 'R&D' } })).toEqual([spoken('R&D')]);
});

test('an expression without a value is an error of its own kind', () => {
  expect(() => rendered([text('${1 / vars.count}')])).toThrow(ExpressionError);
});

describe('a named prompt is spoken', () => {
  test.each([
    ['in the language of the call', 'hello', 'de-DE', [spoken('Hallo.', 'de-DE')]],
    ['else in the first language of the flow that has it', 'bye', 'en-US', [spoken('Tschüss.', 'de-DE')]],
    [
      'with all its parts',
      'list',
      'en-US',
      [spoken('One.'), { kind: 'stored', name: 'chime' }, spoken('Two.')],
    ],
  ])('%s', (_fact, name, language, media) => {
    expect(rendered([{ name }], { language })).toEqual(media);
  });
});

describe('R8: texts are joined as far as one request can carry them', () => {
  const long = `${'a'.repeat(600)}.`;

  test('side by side in one language', () => {
    expect(rendered([text('One.'), { name: 'hello' }, text('Two.')])).toEqual([spoken('One. Hello. Two.')]);
  });

  test('not across another kind of play', () => {
    expect(rendered([text('One.'), stored('chime'), text('Two.')])).toHaveLength(3);
  });

  test('not across languages', () => {
    expect(rendered([text('One.'), { name: 'bye' }, text('Two.')])).toEqual([
      spoken('One.'),
      spoken('Tschüss.', 'de-DE'),
      spoken('Two.'),
    ]);
  });

  test('not beyond 1,024 characters', () => {
    expect(rendered([text(long), text(long)])).toEqual([spoken(long), spoken(long)]);
    const exact = [text('a'.repeat(512)), text('b'.repeat(511))];
    expect(rendered(exact)).toHaveLength(1);
    expect(rendered([...exact, text('c')])).toHaveLength(2);
  });

  test('and cut where one alone is too long', () => {
    const vars = { name: `${'a'.repeat(1_000)}. ${'b'.repeat(1_000)}.` };
    expect(rendered([text('Now: ${vars.name}')], { vars })).toEqual([
      spoken(`Now: ${'a'.repeat(1_000)}.`),
      spoken(`${'b'.repeat(1_000)}.`),
    ]);
  });

  test('empty ones are left out', () => {
    expect(rendered([text('${vars.name}'), text('One.'), text(' '), text('Two.')])).toEqual([
      spoken('One. Two.'),
    ]);
    expect(rendered([text('${vars.name}')])).toEqual([]);
  });
});
