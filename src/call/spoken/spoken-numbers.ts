/** Finds numbers among the words of an answer. */
import { normalized } from '../../language/model/index.ts';
import { cardinal, ordinal } from './number-words.ts';
import { hasDecimalPoint, isUnclear, MOST_WORDS, spokenWords } from './spoken-words.ts';

/** A word of an answer, or a number in figures. */
export type Said =
  | { word: string; figure?: never }
  | {
      /** The number in writing: 12, 05, 12.50. */
      figure: string;
      /** digits: one or more digits in words; words: a larger number; ordinal: such as "third". */
      from: 'figures' | 'digits' | 'words' | 'ordinal';
      word?: never;
    };

export type SaidNumber = Extract<Said, { figure: string }>;

/** Maximum number of words in one number. */
const LONGEST = 13;

/** True for a number, not a word. */
export function isNumber(said: Said): said is SaidNumber {
  return said.figure !== undefined;
}

/**
 * Splits speech into words and figures; consecutive digits form one number. Undefined when it contains number words
 * that are not understood, as in "one and a half".
 */
export function withFigures(said: string, language: string): Said[] | undefined {
  const stretches = said.split(/(\d+(?:[.,'’\u00a0\u202f ]\d+)*)/);
  const found = stretches.flatMap((stretch, index): Said[] =>
    index % 2 === 1
      ? [{ figure: plainFigure(stretch, language), from: 'figures' }]
      : inWords(normalized(stretch).split(' '), language),
  );
  return found.some(({ word }) => word !== undefined && isUnclear(word, language)) ? undefined : found;
}

/** Replaces number words by figures; the longest match wins. */
export function inWords(words: string[], language: string): Said[] {
  const few = words.filter((word) => word !== '').slice(0, MOST_WORDS);
  const said: Said[] = [];
  for (let at = 0; at < few.length;) {
    const { length, ...found } = digitsAt(few, at, language) ?? numberAt(few, at, language);
    said.push('figure' in found ? found : { word: few[at] ?? '' });
    at += length;
  }
  return said;
}

type Found = ({ figure: string; from: SaidNumber['from'] } | object) & { length: number };

/** Reads a run of digits; undefined when the first word begins a larger number or is no digit. */
function digitsAt(words: string[], at: number, language: string): Found | undefined {
  const { digits, inRuns } = spokenWords(language);
  let figure = '';
  let length = 0;
  for (; isDigitAt(words, at + length, language); length += 1)
    figure += digits.get(words[at + length] ?? '') ?? '';
  if (length === 0 || (length === 1 && inRuns.has(words[at] ?? ''))) return undefined;
  return { figure, from: 'digits', length };
}

function isDigitAt(words: string[], at: number, language: string): boolean {
  return spokenWords(language).digits.has(words[at] ?? '') && numberAt(words, at, language).length === 1;
}

function numberAt(words: string[], at: number, language: string): Found {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length -= 1) {
    const text = words.slice(at, at + length).join(' ');
    const value = cardinal(text, language);
    if (value !== undefined) return { figure: String(value), from: 'words', length };
    const day = ordinal(text, language);
    if (day !== undefined) return { figure: String(day), from: 'ordinal', length };
  }
  const [, figure] = /^(\d+)(?:st|nd|rd|th|er|e|º|ª)?$/.exec(words[at] ?? '') ?? [];
  return figure === undefined ? { length: 1 } : { figure, from: 'figures', length: 1 };
}

/**
 * Normalises `1.250,50` and `1,250.50` to `1250.50`: a mark before three digits is a thousands separator unless the
 * language says otherwise.
 */
function plainFigure(figure: string, language: string): string {
  const mark = hasDecimalPoint(language) ? '.' : ',';
  const other = mark === '.' ? ',' : '.';
  const isOtherDecimal =
    !figure.includes(mark) && new RegExp(`^\\d+\\${other}(\\d{1,2}|\\d{4,})$`).test(figure);
  const decimal = isOtherDecimal ? other : mark;
  const at = figure.lastIndexOf(decimal);
  const digits = (part: string) => part.replace(/\D/g, '');
  return at < 0 ? digits(figure) : `${digits(figure.slice(0, at))}.${digits(figure.slice(at))}`;
}
