/** Finds the ranges of numbers that a text names, such as "from 1 to 20", and how many digits it asks for. */
import { findSpeech } from '../../speech/index.ts';

interface RangeWords {
  to: ReadonlySet<string>;
  within: ReadonlySet<string>;
  and: ReadonlySet<string>;
  counted: ReadonlySet<string>;
}

export interface NamedRange {
  min: number;
  max: number;
}

/** A word, or a number in figures. */
const TOKEN = /\p{L}+|\d+(?:[.,:]\d+)*|[^\s\p{L}\d]/gu;

/** Returns the ranges in figures that a text names; none in a language whose words are not known. */
export function listNamedRanges(text: string, language: string): NamedRange[] {
  const words = findWords(language);
  if (words === undefined) return [];
  const tokens = (text.toLowerCase().match(TOKEN) ?? []).map((word) => ({ word, value: readFigures(word) }));
  return tokens.flatMap(({ value: min }, at) => {
    const [next, second, third] = tokens.slice(at + 1, at + 4);
    if (min === undefined || next === undefined) return [];
    // A unit may stand between the two: "5 euros to 500 euros".
    const isUnit =
      next.value === undefined &&
      /^\p{L}/u.test(next.word) &&
      ![words.to, words.and].some((list) => list.has(next.word));
    const [joint, last] = isUnit ? [second, third] : [next, second];
    const before = tokens[at - 1]?.word ?? '';
    const isRange =
      words.to.has(joint?.word ?? '') || (words.within.has(before) && words.and.has(joint?.word ?? ''));
    const max = last?.value;
    return isRange && max !== undefined && max > min ? [{ min, max }] : [];
  });
}

/**
 * Returns the lists of three or more numbers in figures that a text names to choose from, such as "5, 10, 20 or 50". Two
 * numbers may be anything.
 */
export function listNamedChoices(text: string, language: string): string[][] {
  const words = findWords(language);
  if (words === undefined) return [];
  const last = `,? (?:${[...words.and].join('|')}) `;
  const list = new RegExp(String.raw`(?<![\d.,:])\d+(?:, ?\d+)+${last}\d+(?![\d:]|[.,]\d)`, 'giu');
  return (text.match(list) ?? []).map((found) => found.match(/\d+/g) ?? []);
}

/** True when a text may ask for a number of digits, or shows how to fill them up with zeros; also in unknown languages. */
export function mayNameDigits(text: string, language: string): boolean {
  const words = findWords(language);
  if (words === undefined || /(?<!\d)0 ?\d(?!\d)/.test(text)) return true;
  return (text.toLowerCase().match(TOKEN) ?? []).some(
    (word) => words.counted.has(word) || /stellig|digit/.test(word),
  );
}

function findWords(language: string): RangeWords | undefined {
  const keys = findSpeech(language)?.keys;
  if (keys === undefined) return undefined;
  const split = (list: string) => new Set(list.split(' '));
  return {
    to: split(keys.to),
    within: split(keys.within),
    and: split(keys.and),
    counted: split(keys.counted),
  };
}

function readFigures(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word);
  return /^\d{1,3}([.,]\d{3})+$/.test(word) ? Number(word.replace(/[.,]/g, '')) : undefined;
}
