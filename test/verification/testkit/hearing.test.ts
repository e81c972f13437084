import { describe, expect, it } from 'vitest';
import { findHeard, findNearest, prepareListening } from '../../../src/verification/testkit/hearing.ts';
import type { Hearing } from '../../../src/verification/testkit/index.ts';
import { compiled } from './flow.ts';

const flow = compiled(`ringflow: 1
name: prompts
languages: [en-US, de-DE]
vars: { who: '' }
prompts:
  greeting: { en-US: 'Hello \${vars.who}, how are you?', de-DE: Guten Tag. }
  marked: { ssml: '<speak>Press <emphasis>one</emphasis> \${vars.who} now.</speak>' }
  referring: { ssml: '<speak>Salt &amp; pepper &lt; 5</speak>' }
  escaped: 'AT&amp;T'
  file: { stored: welcome_v2 }
  song: { url: 'https://example.com/song.wav' }
  mixed: [One., { stored: two }, Three.]
  signs: 'Really? (Yes.) [1+1] costs 5$ * 2'
steps: { a: { say: greeting } }
`);

const beginning = { play: 0, offset: 0 };

function heard(...texts: string[]) {
  return texts.map((text, index) => ({ at: index, text }));
}

function finds(what: Hearing, ...texts: string[]): boolean {
  return findHeard(heard(...texts), prepareListening(what, flow), beginning) !== undefined;
}

describe('a prompt that is an audio file', () => {
  const spoken = compiled(`ringflow: 1
name: audio
languages: [en-US, de-DE]
prompts: { greeting: { en-US: { url: 'https://example.com/en.wav' }, de-DE: { url: 'https://example.com/de.wav' } } }
steps: { a: { say: greeting } }
`);
  it.each(['en-US', 'de-DE'])('is heard in the language of the file: %s', (language) => {
    const listening = prepareListening({ kind: 'prompt', name: 'greeting', language }, spoken);
    const place = findHeard(heard('https://example.com/de.wav'), listening, beginning);
    expect(place !== undefined).toBe(language === 'de-DE');
  });
});

describe('a prompt is heard', () => {
  it.each([
    ['greeting', ['Hello Ms Miller, how are you?']],
    ['greeting', ['Hello , how are you?']],
    ['greeting', ['Sorry. Hello Bob, how are you? Press 1.']],
    ['greeting', ['Guten Tag.']],
    ['marked', ['Press one Bob now.']],
    ['marked', ['Press one now.']],
    ['referring', ['Salt & pepper < 5']],
    ['escaped', ['AT&amp;T']],
    ['file', ['stored prompt welcome_v2']],
    ['song', ['https://example.com/song.wav']],
    ['mixed', ['One.', 'stored prompt two', 'Three.']],
    ['signs', ['Really? (Yes.) [1+1] costs 5$ * 2']],
  ])('%s in %j', (name, texts) => {
    expect(finds({ kind: 'prompt', name }, ...texts)).toBe(true);
  });

  it.each([
    ['greeting', ['Hello Bob, how is it?']],
    ['greeting', ['Hello Bob,', 'well, how are you?']],
    ['file', ['stored prompt welcome_v1']],
    ['mixed', ['One.', 'Three.']],
    ['signs', ['Really (Yes.) 1+1 costs 5$ * 2']],
  ])('but not %s in %j', (name, texts) => {
    expect(finds({ kind: 'prompt', name }, ...texts)).toBe(false);
  });
});

describe('text and patterns', () => {
  it.each<[Hearing, string[], boolean]>([
    [{ kind: 'text', text: 'press 1.' }, ['For sales, press 1. Thanks.'], true],
    [{ kind: 'text', text: 'press 1.' }, ['For sales, press 10'], false],
    [{ kind: 'text', text: 'a long sentence' }, ['the end of a long', 'sentence that was cut in two'], true],
    [{ kind: 'pattern', source: '^sales' }, ['first', 'Sales, please'], true],
    [{ kind: 'pattern', source: '^please' }, ['Sales, please'], false],
    [{ kind: 'pattern', source: '\\d{4}$' }, ['code 1234', 'thanks'], true],
  ])('%j in %j: %s', (what, texts, expected) => {
    expect(finds(what, ...texts)).toBe(expected);
  });

  it('a match ends where its last character was heard', () => {
    const pattern = prepareListening({ kind: 'text', text: 'two three' }, flow);
    expect(findHeard(heard('one two', 'three four'), pattern, beginning)).toEqual({ play: 1, offset: 5 });
    expect(findHeard(heard('one two', 'three four'), pattern, { play: 0, offset: 5 })).toBeUndefined();
  });

  it('the end of a play is a place of its own', () => {
    const pattern = prepareListening({ kind: 'text', text: 'one' }, flow);
    const place = findHeard(heard('one', 'one'), pattern, beginning);
    expect(place).toEqual({ play: 0, offset: 3 });
    expect(findHeard(heard('one', 'one'), pattern, place!)).toEqual({ play: 1, offset: 3 });
  });
});

describe('the nearest thing heard', () => {
  it('shares most words with what was listened for', () => {
    const what = { kind: 'text', text: 'for sales press one' } as const;
    expect(findNearest(heard('Welcome.', 'For sales, press 1.', 'For support.'), what, flow)?.at).toBe(1);
  });

  it('is compared with a prompt in every language', () => {
    const what = { kind: 'prompt', name: 'greeting' } as const;
    expect(findNearest(heard('Welcome.', 'Guten Abend.'), what, flow)?.at).toBe(1);
  });

  it('is nothing when no word is shared', () => {
    expect(findNearest(heard('Welcome.'), { kind: 'text', text: 'goodbye' }, flow)).toBeUndefined();
    expect(findNearest([], { kind: 'text', text: 'goodbye' }, flow)).toBeUndefined();
  });
});
