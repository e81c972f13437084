import { describe, expect, test } from 'vitest';
import { renderPrompt } from '../../src/call/render.ts';
import type { Media } from '../../src/call/index.ts';
import { createExpressions, ExpressionError, parseTemplate } from '../../src/language/model/index.ts';
import type { CompiledFlow, Prompt, PromptPart, Value } from '../../src/language/model/index.ts';
import { callRecord } from '../builders/call-record.ts';

const text = (source: string): PromptPart => ({ kind: 'text', text: parseTemplate(source) });
const ssml = (source: string): PromptPart => ({ kind: 'ssml', ssml: parseTemplate(source) });
const stored = (source: string): PromptPart => ({ kind: 'stored', name: parseTemplate(source) });
const url = (source: string): PromptPart => ({ kind: 'url', url: parseTemplate(source) });

const flow: CompiledFlow = {
  format: 1,
  name: 'case',
  version: 'v1',
  languages: ['en-US', 'de-DE', 'fr-FR'],
  vars: {
    name: { type: 'string', initial: '', secret: false },
    count: { type: 'int', initial: 0, secret: false },
    day: { type: 'string', initial: '', secret: false, as: { as: 'date', format: 'ymd' } },
    fee: { type: 'string', initial: '', secret: false, as: { as: 'currency', unit: 'EUR' } },
    price: { type: 'double', initial: 0, secret: false, as: { as: 'currency', unit: 'EUR' } },
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
  const { context } = callRecord({
    context: { language, vars: { name: '', count: 0, day: '2026-12-24', price: 12.5, fee: '', ...vars } },
  });
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

describe('values are read out as what they are', () => {
  const speak = (body: string): Media => ({
    kind: 'ssml',
    ssml: `<speak>${body}</speak>`,
    language: 'en-US',
  });
  const day = '<say-as interpret-as="date" format="ymd">2026-12-24</say-as>';

  test('among words, in a document', () => {
    expect(rendered([text('On ${vars.day}. Right?')])).toEqual([speak(`On ${day}. Right?`)]);
  });

  test('alone, beside the text', () => {
    expect(rendered([text('${vars.day}')])).toEqual([
      { ...spoken('2026-12-24'), as: { as: 'date', format: 'ymd' } },
    ]);
    const number: PromptPart = {
      kind: 'text',
      text: ['+4930', { expr: 'vars.count' }],
      as: { as: 'telephone' },
    };
    expect(rendered([number])).toEqual([{ ...spoken('+49300'), as: { as: 'telephone' } }]);
  });

  test('amounts with their unit', () => {
    expect(rendered([text('${vars.price}')])).toEqual([
      { ...spoken('12.50 EUR'), as: { as: 'currency', unit: 'EUR' } },
    ]);
    const part: PromptPart = { kind: 'text', text: ['about 12'], as: { as: 'currency', unit: 'USD' } };
    expect(rendered([part])).toEqual([{ ...spoken('about 12 USD'), as: part.as }]);
    expect(rendered([text('That is ${vars.fee}')], { vars: { fee: 'free' } })).toEqual([
      speak('That is <say-as interpret-as="currency">free</say-as>'),
    ]);
  });

  test('only where they stand for themselves', () => {
    expect(rendered([text('${vars.day + "!"}')])).toEqual([spoken('2026-12-24!')]);
  });

  test('what is around them is escaped', () => {
    expect(rendered([text('R&D: ${vars.day}')], { vars: { day: '<b>' } })).toEqual([
      speak('R&amp;D: <say-as interpret-as="date" format="ymd">&lt;b&gt;</say-as>'),
    ]);
  });

  test('texts in a row make one document', () => {
    const parts: PromptPart[] = [
      { kind: 'text', text: ['Hello.'], pauseMs: 700 },
      { kind: 'text', text: ['42'], as: { as: 'ordinal' } },
      { kind: 'text', text: ['Bye.'] },
    ];
    expect(rendered(parts)).toEqual([
      speak('Hello.<break time="700ms"/> <say-as interpret-as="ordinal">42</say-as> Bye.'),
    ]);
  });

  test('texts that sound different are plays of their own', () => {
    const cheerful = { style: 'Cheerful', rate: 'fast' };
    const parts: PromptPart[] = [
      { kind: 'text', text: ['One.'], sound: cheerful },
      { kind: 'text', text: ['Two.'], sound: { ...cheerful } },
      { kind: 'text', text: ['Three.'] },
      { kind: 'text', text: ['Four.'], sound: cheerful, pauseMs: 100 },
    ];
    expect(rendered(parts)).toEqual([
      { ...spoken('One. Two.'), sound: cheerful },
      spoken('Three.'),
      { ...speak('Four.<break time="100ms"/>'), sound: cheerful },
    ]);
  });

  test('R8: a document that is too long becomes several, none with a torn mark', () => {
    const words = `${'a & b '.repeat(150)}end. `;
    const media = rendered([text(`${words}\${vars.day} ${words}\${vars.day}`)]);
    const documents = media.map((one) => (one.kind === 'ssml' ? one.ssml : ''));
    expect(documents.length).toBeGreaterThan(2);
    for (const document of documents) {
      expect(document.length).toBeLessThanOrEqual(1_024);
      expect(document).toMatch(/^<speak>.*<\/speak>$/s);
      expect(document.replaceAll(day, '').match(/<[^<>]*>/g)).toEqual(['<speak>', '</speak>']);
    }
    expect(documents.join('').split(day)).toHaveLength(3);
    expect(documents.join('').split('end.')).toHaveLength(3);
  });

  test('nothing is said of what is empty', () => {
    expect(rendered([text('${vars.day}')], { vars: { day: '' } })).toEqual([]);
    expect(rendered([text('On ${vars.day}.')], { vars: { day: '' } })).toEqual([spoken('On .')]);
  });
});
