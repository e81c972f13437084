/** Reads the small numbers of a text: figures, and words in one language. */
import type { SpeechLanguage } from '../../../speech/index.ts';
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
export function readTokens(text: string, language: SpeechLanguage): Token[] {
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

const getNumberWords = memoize((language: SpeechLanguage): ReadonlyMap<string, number> => {
  const { words, numbers } = language;
  const digits = words.digits.split(' ').map((names, value) => ({ names, value }));
  const teens = numbers.teens.split(' ').map((names, index) => ({ names, value: 10 + index }));
  const [twenty = ''] = numbers.tens.split(' ');
  return new Map(
    [...digits, ...teens, { names: twenty, value: 20 }].flatMap(({ names, value }) =>
      names.split('|').map((name) => [name, value] as const),
    ),
  );
});

/** Splits a list of words of the language data. */
export function splitWords(list: string): string[] {
  return list.split(/[ |]/).filter(Boolean);
}
