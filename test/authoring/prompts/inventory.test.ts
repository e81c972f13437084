import { describe, expect, it } from 'vitest';
import { filterByLanguage, createInventory } from '../../../src/authoring/prompts/index.ts';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { desk, flowOf, saying } from './scene.ts';

const inventory = createInventory(flowOf(desk));
const rows = inventory.entries.map(({ name, language, text }) => [name, language, text]);
const entry = (name: string) => inventory.entries.filter((one) => one.name === name);

describe('an inventory', () => {
  it('has every text once: named ones first, then those in steps', () => {
    expect(rows).toEqual([
      ['welcome', 'en-US', 'Welcome, "friend".'],
      ['welcome', 'de-DE', 'Willkommen.'],
      ['jingle', '*', ''],
      ['main', 'en-US', 'For sales press 1.'],
      ['main', 'en-US', 'Your number is ${call.from}.'],
      ['main', 'de-DE', 'Für den Vertrieb drücken Sie die 1.'],
      ['only_english', 'en-US', 'One moment please.'],
      ['only_english', 'de-DE', ''],
      ['idle', '*', 'Nobody hears this.'],
      ['hello', 'de-DE', 'Guten Tag.'],
      ['main (no_input 2)', '*', 'Hello?'],
      ['wait', '*', ''],
      ['bye', '*', '<speak>Bye &amp; bye.</speak>'],
    ]);
  });

  it('knows what stands in a step', () => {
    expect(inventory.entries.filter(({ inPlace }) => inPlace).map(({ name }) => name)).toEqual([
      ...['hello', 'main (no_input 2)', 'wait', 'bye'],
    ]);
  });

  it('finds what is missing, and says what is heard instead', () => {
    expect(inventory.missing).toEqual([{ name: 'only_english', language: 'de-DE' }]);
    expect(entry('only_english')[1]).toMatchObject({ plays: 0, notes: ['missing: en-US is played instead'] });
  });

  it('finds what no step uses', () => {
    expect(inventory.unused).toEqual(['idle']);
    expect(entry('idle')).toMatchObject([{ notes: ['used by no step'] }]);
  });

  it('counts the parts of a prompt', () => {
    const [first, second] = entry('main');
    expect(first?.notes).toEqual(['part 1 of 2']);
    expect(second?.notes).toEqual(['part 2 of 2', 'without the values of its expressions']);
    expect(second?.characters).toBe('Your number is .'.length);
  });

  it('tells audio from text', () => {
    expect(entry('jingle')[0]?.notes).toEqual(['stored prompt jingle']);
    expect(entry('wait')[0]?.notes).toEqual(['audio https://example.com/wait.wav']);
    expect(entry('bye')[0]?.notes).toEqual(['SSML']);
  });

  it('names the language of a flow that has only one', () => {
    expect(createInventory(saying('Hello.')).entries).toMatchObject([{ name: 'a', language: 'en-US' }]);
  });
});

describe('whose callers hear a text', () => {
  it('is told of named ones by their language, and of all others by the languages of the flow', () => {
    const heard = (name: string) => entry(name).map(({ language, heardBy }) => [language, ...heardBy]);
    expect(heard('welcome')).toEqual([
      ['en-US', 'en-US'],
      ['de-DE', 'de-DE'],
    ]);
    expect(heard('jingle')).toEqual([['*', 'en-US', 'de-DE']]);
    expect(heard('hello')).toEqual([['de-DE', 'en-US', 'de-DE']]);
  });

  it('counts those who hear another language than theirs', () => {
    expect(entry('only_english').map(({ heardBy }) => heardBy)).toEqual([['en-US', 'de-DE'], []]);
  });
});

describe('R8: length', () => {
  const sentence = 'This sentence has exactly forty characters. '.slice(0, 40);

  it.each([
    [1024, 1, []],
    [1025, 2, ['2 plays']],
    [3000, 3, ['3 plays']],
  ])('text of %i characters takes %i play(s)', (length, plays, notes) => {
    const text = sentence.repeat(100).slice(0, length - 1);
    const [found] = createInventory(saying(`'${text}.'`)).entries;
    expect(found).toMatchObject({ characters: length, plays, notes });
  });

  it('SSML is never split, so it can be too long', () => {
    const ssml = (length: number) => `'<speak>${'a'.repeat(length - '<speak></speak>'.length)}</speak>'`;
    const notes = (length: number) =>
      createInventory(saying(`{ ssml: ${ssml(length)} }`)).entries.map((one) => one.notes);
    expect(notes(1024)).toEqual([['SSML']]);
    expect(notes(1025)).toEqual([['SSML', 'over 1024 characters: the platform rejects it']]);
  });
});

describe('an inventory in one language', () => {
  it.each(['de-DE', 'de'])('%s has what is heard in it, and what is heard in every one', (wanted) => {
    const german = filterByLanguage(inventory, wanted);
    expect(german.languages).toEqual(['de-DE']);
    expect(new Set(german.entries.map(({ language }) => language))).toEqual(new Set(['de-DE', '*']));
    expect(german.missing).toEqual([{ name: 'only_english', language: 'de-DE' }]);
  });

  it('does not take the beginning of a tag for the tag', () => {
    expect(filterByLanguage(inventory, 'd').languages).toEqual([]);
  });
});

describe('a text in a step that callers of two languages hear', () => {
  const { flow, graph } = compileFlow({
    file: 'flow.yaml',
    text: `ringflow: 1
name: two
languages: [en-US, de-DE, fr-FR]
on: { error: bye }
steps:
  choose:
    menu:
      prompt: For English, press 1. Für Deutsch, press 2.
      choices: [{ key: 1, goto: bye }, { key: 2, goto: german }]
    on: { exhausted: bye }
  german: { language: de-DE }
  only_german: { say: Willkommen. }
  bye: { say: [Goodbye., { text: ACME, as: characters }, { text: Bye., language: en-US }, '\${call.from}'] }
`,
  });
  const found = (paths?: Parameters<typeof createInventory>[1]) =>
    flow === undefined ? undefined : createInventory(flow, paths);

  it('is missing in the second', () => {
    const two = found(graph && { graph, graphs: {} });
    expect(two?.missing).toEqual([{ name: 'bye', language: 'de-DE' }]);
    expect(two?.entries.find(({ text }) => text === 'Goodbye.')?.notes).toContain(
      'the same in en-US and de-DE',
    );
    expect(two?.entries.find(({ text }) => text === 'Willkommen.')?.notes).toEqual([]);
  });

  it('is not known without the ways through the flow', () => {
    expect(found()?.missing).toEqual([]);
  });
});
