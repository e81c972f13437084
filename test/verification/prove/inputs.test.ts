/** At a question one example of each thing that can be meant is tried: found by asking the call core what it means. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide, understand } from '../../../src/call/index.ts';
import type { Accepts, Hears } from '../../../src/language/model/index.ts';
import {
  isUnanswerable,
  listKeyInputs,
  NO_MATCH,
  listSpokenInputs,
} from '../../../src/verification/prove/inputs.ts';
import type { Input } from '../../../src/verification/prove/inputs.ts';
import { listActions } from '../../../src/language/model/index.ts';
import { SERVICE } from '../../../src/verification/testkit/index.ts';
import { scaleRuns } from '../../setup/property-runs.ts';
import { flowWith, provable } from './proof-of.ts';

const FILLED = 'filled';

const ASKED = { language: 'en-US', ownNumber: SERVICE };

interface Question {
  keys: Input[];
  words: Input[];
  accepts?: Accepts;
  hears?: Hears;
}

/** What can be entered and said at the first question of a flow. */
function question(body: string): Question {
  const { flow } = provable(flowWith(body));
  const actions = listActions(flow.machine);
  const [accepts] = actions.flatMap((action) => (action.type === 'take' ? [action.params] : []));
  const [hears] = actions.flatMap((action) => (action.type === 'hear' ? [action.params] : []));
  return {
    keys: accepts === undefined ? [] : listKeyInputs(accepts, flow, 'en-US'),
    words: hears === undefined ? [] : listSpokenInputs(hears, 'en-US'),
    ...(accepts && { accepts }),
    ...(hears && { hears }),
  };
}

const meanings = (inputs: readonly Input[]) => inputs.map(({ text, means }) => `${text} ${means}`);

describe('at a menu', () => {
  const { keys } = question(`steps:
  ask:
    menu:
      prompt: For sales, press 1. For support, press 2.
      choices: [{ key: 1, goto: sorry }, { key: 2, goto: sorry }]
    on: { exhausted: sorry }
`);

  test('each key is pressed, and one that means nothing', () => {
    expect(meanings(keys)).toEqual(['1 1', '2 2', '9 no_match']);
  });

  test('what is pressed for a choice is what its author wrote', () => {
    expect(keys.map(({ written }) => written)).toEqual(['1', '2', undefined]);
  });
});

test('where every key is taken none means nothing', () => {
  const choices = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '#'];
  const { keys } = question(`steps:
  ask:
    menu:
      prompt: Press any key.
      choices: [${choices.map((key) => `{ key: '${key}', goto: sorry }`).join(', ')}]
    on: { exhausted: sorry }
`);
  expect(keys.map(({ text }) => text)).toEqual(choices);
  expect(keys.map(({ means }) => means)).not.toContain(NO_MATCH);
});

test('keys of "always" are pressed at questions too', () => {
  const { keys } = question(`always: { keys: { '*': sorry } }
steps:
  ask:
    menu: { prompt: To go on press 1., choices: [{ key: 1, goto: sorry }] }
    on: { exhausted: sorry }
`);
  expect(keys.map(({ text }) => text)).toContain('*');
});

const collect = (fields: string, vars = "it: ''") => `vars: { ${vars} }
steps:
  ask:
    collect: { prompt: Please enter it., ${fields}, save: it }
    on: { exhausted: sorry }
  told: { say: 'It is \${vars.it}.' }
`;

describe('a value is entered that fits, whatever is asked for', () => {
  test.each([
    ['four digits', 'digits: 4', undefined],
    ['one digit', 'digits: 1', undefined],
    ['two to six digits', 'digits: { min: 2, max: 6 }', undefined],
    ['as many as there may be', 'digits: { min: 1, max: 20 }', undefined],
    ['a number', 'type: number', 'it: 0'],
    ['a number within bounds', 'type: number, range: { min: 700, max: 710 }', 'it: 0'],
    ['an amount', 'type: currency', 'it: 0.5'],
    ['a date', 'type: date', undefined],
    ['a time', 'type: time', undefined],
    ['a telephone number', 'type: phone', undefined],
  ])('%s', (_what, fields, vars) => {
    const { keys, accepts } = question(collect(fields, vars));
    const right = keys.find(({ means }) => means === FILLED);
    expect(right).toBeDefined();
    for (const text of [right?.text ?? '', ...(right?.others ?? [])])
      expect(accepts && decide(accepts, { digits: text, lossy: false, final: true }, ASKED).as).toBe(FILLED);
  });

  test.each([
    ['four digits', 'digits: 4', undefined],
    ['a number within bounds', 'type: number, range: { min: 700, max: 710 }', 'it: 0'],
    ['a date', 'type: date', undefined],
    ['a time', 'type: time', undefined],
  ])('and one that does not: %s', (_what, fields, vars) => {
    const { keys, accepts } = question(collect(fields, vars));
    const wrong = keys.find(({ means }) => means === NO_MATCH)?.text ?? '';
    expect(wrong).not.toBe('');
    expect(accepts && decide(accepts, { digits: wrong, lossy: false, final: true }, ASKED).as).toBe(NO_MATCH);
  });
});

describe('a value that fits is derived', () => {
  test.each([
    ['a mobile number', "digits: 9, pattern: '^77[0-9]{7}$'"],
    ['a year of two centuries', "digits: 4, pattern: '^(19|20)[0-9]{2}$'"],
    ['a year of this decade', "digits: 4, pattern: '^202[0-9]$'"],
    ['half hours', "digits: 4, pattern: '^[0-9]{2}(00|30)$'"],
    ['area codes', "digits: 5, pattern: '^(030|040|089)[0-9]{2}$'"],
    ['a check digit', "digits: { min: 6, max: 12 }, pattern: '[0-9]*7'"],
    ['a number that is not nought', "digits: 3, pattern: '^(?!000)[0-9]{3}$'"],
    ['a long prefix', "digits: 16, pattern: '^(4|5[1-5])[0-9]{14,15}$'"],
    ['no repeated start', "digits: 6, pattern: '^[2-9][0-9](?:[1-9][0-9]){2}$'"],
    ['a look-ahead', "digits: 4, pattern: '(?=.*9)[0-9]{4}'"],
    ['a range with zeros in front', 'digits: 2, range: { min: 0, max: 10 }, type: number'],
    ['a range of digits', 'digits: 4, range: { min: 7001, max: 7003 }'],
    ['a range and a pattern', "digits: 4, range: { min: 1990, max: 2009 }, pattern: '(19|20)[0-9]{2}'"],
    ['a year to come', 'digits: 4, type: number, range: { min: 2031, max: 2040 }'],
    ['dates of half a year', 'type: date, range: { min: 2026-01-01, max: 2026-06-30 }'],
    ['a single day', 'type: date, format: dmy, range: { min: 2027-02-28, max: 2027-02-28 }'],
    ['one minute', "type: time, range: { min: '13:07', max: '13:07' }"],
    ['a small amount', 'type: currency, range: { min: 0.5, max: 0.75 }'],
    ['a telephone number of Portugal', 'type: phone, country: PT'],
    ['a telephone number of Japan', 'type: phone, country: JP'],
  ])('%s', (_what, fields) => {
    const { keys, accepts } = question(collect(fields));
    const right = keys.find(({ means }) => means === FILLED);
    expect(right).toBeDefined();
    for (const text of [right?.text ?? '', ...(right?.others ?? [])])
      expect(accepts && decide(accepts, { digits: text, lossy: false, final: true }, ASKED).as).toBe(FILLED);
  });

  test.each([
    ['a pattern', "digits: 4, pattern: '^202[0-9]$'"],
    ['a range', 'digits: 4, range: { min: 7001, max: 7003 }'],
    ['dates', 'type: date, range: { min: 2026-01-01, max: 2026-06-30 }'],
    ['one minute', "type: time, range: { min: '13:07', max: '13:07' }"],
  ])('and one beside it that does not fit: %s', (_what, fields) => {
    const { keys, accepts } = question(collect(fields));
    const wrong = keys.find(({ means }) => means === NO_MATCH)?.text ?? '';
    expect(accepts && decide(accepts, { digits: wrong, lossy: false, final: true }, ASKED).as).toBe(NO_MATCH);
  });

  test('spoken, too: within the bounds', () => {
    const spoken = [
      'type: date, range: { min: 2026-01-01, max: 2026-06-30 }, speech: true',
      "type: time, range: { min: '13:07', max: '13:07' }, speech: true",
      'type: number, range: { min: 2031, max: 2040 }, speech: true',
      "digits: 9, pattern: '^77[0-9]{7}$', speech: true",
      "type: text, pattern: '[A-Z]{2}-[0-9]{3}', speech: true",
    ];
    for (const fields of spoken)
      expect(question(collect(fields)).words.map(({ means }) => means)).toContain(FILLED);
  });
});

/** A question for digits as the machine has it. */
const digitsQuestion = (digits: number, pattern?: string): Accepts => ({
  kind: 'digits',
  min: digits,
  max: digits,
  keys: [],
  ...(pattern !== undefined && { pattern }),
});

const { flow: anyFlow } = provable(flowWith('steps:\n  hello: { say: Hello. }\n'));

describe('that no digits fit is known', () => {
  test.each([
    ['the pattern wants more digits', '[0-9]{5}', true],
    ['the pattern wants letters', '[A-Z]{4}', true],
    ['a look-ahead excludes every number', '(?=0)1[0-9]{3}', true],
    ['the pattern fits', '[0-9]{4}', false],
    ['no pattern', undefined, false],
  ])('%s', (_what, pattern, expected) => {
    expect(isUnanswerable(digitsQuestion(4, pattern), anyFlow, 'en-US')).toBe(expected);
  });
});

test('any pattern of few pieces has a value, unless none fits', () => {
  const atom = fc.oneof(
    fc.constantFrom('[0-9]', '[2-9]', '[13579]', '0', '7', '49', '(?:00|30|45)', '[^0-4]', '(1|2[0-5])'),
    fc
      .tuple(fc.constantFrom('[0-9]', '[1-9]', '5'), fc.integer({ min: 1, max: 4 }))
      .map(([a, n]) => `${a}{${n}}`),
    fc.constantFrom('[0-9]*', '1?', '9+'),
  );
  const patterns = fc.array(atom, { minLength: 1, maxLength: 5 }).map((atoms) => atoms.join(''));
  fc.assert(
    fc.property(patterns, fc.integer({ min: 1, max: 4 }), (pattern, digits) => {
      const accepts = digitsQuestion(digits, pattern);
      const keys = listKeyInputs(accepts, anyFlow, 'en-US');
      const fitting = Array.from({ length: 10 ** digits }, (_, number) =>
        String(number).padStart(digits, '0'),
      ).some((text) => new RegExp(`^(?:${pattern})$`, 'u').test(text));
      expect(keys.some(({ means }) => means === FILLED)).toBe(fitting);
      expect(isUnanswerable(accepts, anyFlow, 'en-US')).toBe(!fitting);
    }),
    { numRuns: scaleRuns(60) },
  );
});

describe('among the values that fit are', () => {
  const valuesOf = (body: string) =>
    question(body).keys.flatMap(({ means, text, others }) => (means === FILLED ? [text, ...others] : []));

  test('those with which the flow compares, and their neighbours', () => {
    const values = valuesOf(`${collect('digits: 4')}  which:
    switch: [{ when: vars.it == "4711", goto: sorry }]
`);
    expect(values).toEqual(expect.arrayContaining(['4711', '4712', '4710']));
  });

  test('the bounds of a number', () => {
    expect(valuesOf(collect('type: number, range: { min: 700, max: 710 }', 'it: 0'))).toEqual(
      expect.arrayContaining(['700#', '701#', '709#', '710#']),
    );
  });
});

describe('words', () => {
  const spoken = `steps:
  ask:
    menu:
      prompt: Say sales or support.
      choices:
        - { phrases: [sales, buying], goto: sorry }
        - { phrases: [support], goto: sorry }
    on: { exhausted: sorry }
`;

  test('are said once for each choice, others that mean the same stand by', () => {
    const { words } = question(spoken);
    expect(words.map(({ text, others }) => [text, ...others])).toEqual([
      ['sales', 'buying'],
      ['support'],
      [''],
    ]);
  });

  test('are understood as what they are taken for', () => {
    const { words, hears } = question(spoken);
    for (const { text, means } of words.filter((one) => one.text !== ''))
      expect(hears && understand(hears, text, ASKED).as).toBe(means);
  });

  test('that nobody can tell mean nothing', () => {
    expect(question(spoken).words.at(-1)).toEqual({ text: '', means: NO_MATCH, others: [] });
  });

  test.each([
    ['a number', 'type: number', 'it: 0'],
    ['text', 'type: text', undefined],
    ['a date', 'type: date', undefined],
  ])('that give a value are said where one is asked for: %s', (_what, fields, vars) => {
    const { words, hears } = question(collect(`${fields}, speech: true`, vars));
    const right = words.find(({ means }) => means === FILLED);
    expect(right).toBeDefined();
    expect(hears && understand(hears, right?.text ?? '', ASKED).as).toBe(FILLED);
  });
});

test('callers of a country whose words the flow has in the language of another say those', () => {
  const { flow } = provable(`ringflow: 1
name: example
languages: [en-US, de-DE]
on: { error: hangup }
vars: { guests: '' }
prompts: { how_many: { en-US: How many guests?, de-DE: Wie viele Gäste? } }
steps:
  ask:
    collect: { prompt: how_many, save: guests, digits: 1, speech: true, confirm: true }
    on: { exhausted: hangup }
    next: hangup
`);
  const [hears] = listActions(flow.machine).flatMap((action) =>
    action.type === 'hear' && Object.values(action.params.phrases).some((list) => list.length > 0)
      ? [action.params]
      : [],
  );
  if (hears === undefined) throw new Error('nothing is heard');
  expect(listSpokenInputs(hears, 'de-AT').map(({ text }) => text)).toContain('ja');
  expect(listSpokenInputs(hears, 'de-AT').map(({ text }) => text)).not.toContain('yes');
});
