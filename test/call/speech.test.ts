import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countCharacters,
  estimateMs,
  MAX_SPEECH_CHARS,
  SILENCE,
  splitSpeech,
} from '../../src/call/spoken/speech.ts';
import type { Media } from '../../src/call/index.ts';

describe('R8: text is cut', () => {
  test.each([
    ['at the last sentence end that fits', 'One. Two. Three.', 10, ['One. Two.', 'Three.']],
    ['after question and exclamation marks', 'Who? Me! Yes.', 9, ['Who? Me!', 'Yes.']],
    ['after a closing quote or bracket', 'He said "No." (Well.) Then', 22, ['He said "No." (Well.)', 'Then']],
    ['not inside a number', 'It is 3.14159 exactly', 12, ['It is', '3.14159', 'exactly']],
    ['between words where no sentence ends', 'one two three four', 9, ['one two', 'three', 'four']],
    ['anywhere where there is no space', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['at full stops that no space follows', '你好。再见。谢谢', 6, ['你好。再见。', '谢谢']],
    ['at the limit itself', 'abcd. efgh', 5, ['abcd.', 'efgh']],
    ['at line breaks', 'one\ntwo', 4, ['one', 'two']],
    ['nowhere when it fits', 'Short. Text.', 12, ['Short. Text.']],
    ['nowhere when it is empty', ' ', 5, []],
  ])('%s', (_fact, text, max, pieces) => {
    expect(splitSpeech(text, max)).toEqual(pieces);
  });

  test('never inside a surrogate pair', () => {
    expect(splitSpeech('a😀😀', 2)).toEqual(['a😀', '😀']);
    expect(splitSpeech('😀😀', 1)).toEqual(['😀', '😀']);
  });

  test('only beyond 1,024 characters', () => {
    expect(splitSpeech('x'.repeat(MAX_SPEECH_CHARS))).toHaveLength(1);
    expect(splitSpeech('x'.repeat(MAX_SPEECH_CHARS + 1)).map((piece) => piece.length)).toEqual([1024, 1]);
  });

  test('by characters, not by their UTF-16 units', () => {
    expect(splitSpeech('😀'.repeat(MAX_SPEECH_CHARS))).toHaveLength(1);
    const pieces = splitSpeech(`${'😀'.repeat(1_000)}. ${'𝄞'.repeat(1_000)}`);
    expect(pieces.map(countCharacters)).toEqual([1_001, 1_000]);
  });

  test('without losing, adding or reordering a word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '.', '!', '。', '😀', '"', 'é'), minLength: 1 });
    const texts = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '));
    const squeezed = (text: string) => text.replaceAll(/\s/g, '');
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 30 }), (text, max) => {
        const pieces = splitSpeech(text, max);
        expect(squeezed(pieces.join(''))).toBe(squeezed(text));
        for (const piece of pieces) {
          expect(countCharacters(piece)).toBeLessThanOrEqual(max);
          expect(piece).not.toBe('');
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

describe('the length of a play is estimated', () => {
  const language = 'en-US';
  test.each<[string, Media, number]>([
    ['slowly for text', { kind: 'text', text: 'ten chars.', language }, 1_000],
    ['by characters', { kind: 'text', text: '😀'.repeat(10), language }, 1_000],
    ['without the markup of SSML', { kind: 'ssml', ssml: '<speak>ten <b>chars</b></speak>', language }, 900],
    ['generously for audio nobody knows', { kind: 'url', url: 'https://example.com/a.wav' }, 600_000],
    ['generously for a stored prompt', { kind: 'stored', name: 'intro' }, 600_000],
    [
      'as its author says for audio',
      { kind: 'url', url: 'https://example.com/a.wav', lengthMs: 5_000 },
      5_000,
    ],
    ['as its author says for a stored prompt', { kind: 'stored', name: 'intro', lengthMs: 900_000 }, 900_000],
    ['as nothing for silence', SILENCE, 0],
  ])('%s', (_fact, media, ms) => {
    expect(estimateMs(media)).toBe(ms);
  });
});

test('characters are counted as the platform counts them', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ud800', '\udc00', '。') });
  fc.assert(
    fc.property(texts, (text) => {
      expect(countCharacters(text)).toBe(Array.from(text).length);
    }),
  );
});
