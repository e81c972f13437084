/** Reads the small numbers of a text: figures, and words in one language. */
import type { NumberForms, PromptLanguage, SpeechLanguage } from '../../../speech/index.ts';
import { memoize } from '../../../model/index.ts';

/** A word, a number or a sign of a text, in lower case. */
export interface Token {
  word: string;
  start: number;
  end: number;
  /** The number, up to 20 in words. */
  number?: number;
}

/** Splits a text into words and numbers; "16-digit" is two tokens, "vierstellig" is "vier" and "stellig". */
export function readTokens(text: string, language: SpeechLanguage | PromptLanguage): Token[] {
  const known = getNumberWords(language);
  return Array.from(text.matchAll(/\p{L}+|\d+(?:[.,:]\d+)*|[*#]|[.,;:!?…]/gu)).flatMap(
    ({ 0: found, index }) =>
      splitCompound(found.toLowerCase(), known).map((word) => {
        const number = /^\d+$/.test(word) ? Number(word) : known.get(word);
        return { word, start: index, end: index + found.length, ...(number !== undefined && { number }) };
      }),
  );
}

/** Separates the number of a word such as "vierstellige" or "viercijferige". */
function splitCompound(word: string, known: ReadonlyMap<string, number>): string[] {
  const [, first = '', rest = ''] = /^(\p{L}+)((?:stellig|cijferig)\p{L}*)$/u.exec(word) ?? [];
  return known.has(first) ? [first, rest] : [word];
}

const getNumberWords = memoize((language: SpeechLanguage | PromptLanguage): ReadonlyMap<string, number> => {
  const isSpoken = 'words' in language;
  const digits = isSpoken ? language.words.digits : language.keys.digits;
  const known = digits.split(' ').map((names, value) => ({ names, value }));
  const large = isSpoken ? listLargeNumbers(language.numbers) : [];
  return new Map(
    [...known, ...large].flatMap(({ names, value }) =>
      names.split('|').map((name) => [name, value] as const),
    ),
  );
});

/** Lists 10 to 20. */
function listLargeNumbers({ teens, tens }: NumberForms): { names: string; value: number }[] {
  const [twenty = ''] = tens.split(' ');
  const known = teens.split(' ').map((names, index) => ({ names, value: 10 + index }));
  return [...known, { names: twenty, value: 20 }];
}

/** Splits a list of words of the language data. */
export function splitWords(list: string): string[] {
  return list.split(/[ |]/).filter(Boolean);
}
