/** Finds numbers among the words of an answer. */
import { normalizePhrase } from '../../language/model/index.ts';
import { parseCardinal, parseOrdinal } from './number-words.ts';
import { hasDecimalPoint, isUnclear, MAX_WORDS, findSpokenWords } from './spoken-words.ts';

/** A word of an answer, or a number in figures. */
export type SpokenToken =
  | { word: string; figure?: never }
  | {
      /** The number in writing: 12, 05, 12.50. */
      figure: string;
      /** digits: one or more digits in words; words: a larger number; ordinal: such as "third". */
      from: 'figures' | 'digits' | 'words' | 'ordinal';
      word?: never;
    };

export type SpokenNumber = Extract<SpokenToken, { figure: string }>;

/** Maximum number of words in one number. */
const MAX_NUMBER_WORDS = 13;

/** True for a number, not a word. */
export function isSpokenNumber(said: SpokenToken): said is SpokenNumber {
  return said.figure !== undefined;
}

/**
 * Splits speech into words and figures; consecutive digits form one number. Undefined when it contains number words
 * that are not understood, as in "one and a half".
 */
export function readFigures(said: string, language: string): SpokenToken[] | undefined {
  const stretches = said.split(/(\d+(?:[.,'’\u00a0\u202f ]\d+)*)/);
  const found = stretches.flatMap((stretch, index): SpokenToken[] =>
    index % 2 === 1
      ? [{ figure: normalizeFigure(stretch, language), from: 'figures' }]
      : readNumberWords(normalizePhrase(stretch).split(' '), language),
  );
  return found.some(({ word }) => word !== undefined && isUnclear(word, language)) ? undefined : found;
}

/** Replaces number words by figures; the longest match wins. */
export function readNumberWords(words: string[], language: string): SpokenToken[] {
  const few = words.filter((word) => word !== '').slice(0, MAX_WORDS);
  const said: SpokenToken[] = [];
  for (let at = 0; at < few.length;) {
    const { length, ...found } = readDigitRun(few, at, language) ?? readNumberAt(few, at, language);
    said.push('figure' in found ? found : { word: few[at] ?? '' });
    at += length;
  }
  return said;
}

type NumberMatch = ({ figure: string; from: SpokenNumber['from'] } | object) & { length: number };

/** Reads a run of digits; undefined when the first word begins a larger number or is no digit. */
function readDigitRun(words: string[], at: number, language: string): NumberMatch | undefined {
  const { digits, inRuns } = findSpokenWords(language);
  let figure = '';
  let length = 0;
  for (; isDigitAt(words, at + length, language); length += 1)
    figure += digits.get(words[at + length] ?? '') ?? '';
  if (length === 0 || (length === 1 && inRuns.has(words[at] ?? ''))) return undefined;
  return { figure, from: 'digits', length };
}

function isDigitAt(words: string[], at: number, language: string): boolean {
  return (
    findSpokenWords(language).digits.has(words[at] ?? '') && readNumberAt(words, at, language).length === 1
  );
}

function readNumberAt(words: string[], at: number, language: string): NumberMatch {
  for (let length = Math.min(MAX_NUMBER_WORDS, words.length - at); length > 0; length -= 1) {
    const text = words.slice(at, at + length).join(' ');
    const value = parseCardinal(text, language);
    if (value !== undefined) return { figure: String(value), from: 'words', length };
    const day = parseOrdinal(text, language);
    if (day !== undefined) return { figure: String(day), from: 'ordinal', length };
  }
  const [, figure] = /^(\d+)(?:st|nd|rd|th|er|e|º|ª)?$/.exec(words[at] ?? '') ?? [];
  return figure === undefined ? { length: 1 } : { figure, from: 'figures', length: 1 };
}

/**
 * Normalises `1.250,50` and `1,250.50` to `1250.50`: a mark before three digits is a thousands separator unless the
 * language says otherwise.
 */
function normalizeFigure(figure: string, language: string): string {
  const mark = hasDecimalPoint(language) ? '.' : ',';
  const other = mark === '.' ? ',' : '.';
  const isOtherDecimal =
    !figure.includes(mark) && new RegExp(`^\\d+\\${other}(\\d{1,2}|\\d{4,})$`).test(figure);
  const decimal = isOtherDecimal ? other : mark;
  const at = figure.lastIndexOf(decimal);
  const keepDigits = (part: string) => part.replace(/\D/g, '');
  return at < 0 ? keepDigits(figure) : `${keepDigits(figure.slice(0, at))}.${keepDigits(figure.slice(at))}`;
}
