/** Reads values in recognised speech: figures and number words, wherever they occur. Ambiguous values are rejected. */
import { normalized } from '../../language/model/index.ts';
import { collectWords } from '../../language/speech/index.ts';
import { inWords, isNumber, withFigures } from './spoken-numbers.ts';
import type { Said, SaidNumber } from './spoken-numbers.ts';
import { currencies, isOfNumber, isUnclear, spokenWords } from './spoken-words.ts';

/** Words that are a digit in some languages and something else, or several digits, in others. */
const MAY_BE_DIGITS = new Set(collectWords(({ words }) => words.mayBeDigits));

/** Returns all spoken digits in order; undefined when there are none, or other number words are among them. */
export function readDigits(said: string, language: string): string | undefined {
  const { digits } = spokenWords(language);
  const words = normalized(said).split(' ');
  const mayBeDigits = (word: string) => MAY_BE_DIGITS.has(word) && !digits.has(word);
  if (words.some((word) => isOfNumber(word, language) || mayBeDigits(word))) return undefined;
  const read = words.map((word) => digits.get(word) ?? word.replace(/\D/g, '')).join('');
  return read === '' ? undefined : read;
}

const SIGN = /[€$£¥]/g;

/** Reads a number as `12.5`; undefined when there is none or more than one. */
export function readAmount(said: string, language: string): string | undefined {
  const [number, ...others] = amounts(said, language).filter(isNumber);
  return others.length === 0 ? number?.figure : undefined;
}

/** Reads an amount of money as `12.5`: "twelve dollars fifty", "12 euros and 50 cents", "fifty cents". */
export function readMoney(said: string, language: string): string | undefined {
  if (said.split(SIGN).length > 2) return undefined;
  const plain = said.replace(SIGN, ' euro ').replaceAll('¢', ' cent ');
  const found = withOneUnit(amounts(plain, language), language);
  const [whole, parts, ...more] = found.filter(isNumber);
  if (whole === undefined || more.length > 0) return undefined;
  const { cents, and } = spokenWords(language).money;
  if (parts === undefined) {
    const at = found.indexOf(whole);
    const [before = '', behind = ''] = [found[at - 1]?.word, found[at + 1]?.word];
    if (cents.has(behind)) return inParts('0', whole.figure);
    // "dollar fifty" may mean one and a half.
    return whole.from === 'words' && currencies.has(before) ? undefined : whole.figure;
  }
  const [unit = '', ...between] = found
    .slice(found.indexOf(whole) + 1, found.indexOf(parts))
    .map(({ word }) => word);
  const behind = found[found.indexOf(parts) + 1]?.word ?? '';
  const isAnother = currencies.has(behind) && !cents.has(behind);
  const isInParts = currencies.has(unit) && !isAnother && between.every((word) => and.has(word ?? ''));
  return isInParts ? inParts(whole.figure, parts.figure) : undefined;
}

/** Replaces an article before a currency by one: "a dollar". */
function withOneUnit(found: Said[], language: string): Said[] {
  const { articles } = spokenWords(language).money;
  return found.map((one, index): Said =>
    articles.has(one.word ?? '') && currencies.has(found[index + 1]?.word ?? '')
      ? { figure: '1', from: 'words' }
      : one,
  );
}

function inParts(whole: string, cents: string): string | undefined {
  return /^\d{1,2}$/.test(cents) && !whole.includes('.') ? `${whole}.${cents.padStart(2, '0')}` : undefined;
}

/** A negative number in figures, after currency signs have been replaced. */
const NEGATIVE = /(?<![\p{L}\p{N}])[-−–](?: euro )?\d/u;

/** A decimal without a leading zero, which would be read as a whole number. */
const POINT_FIRST = /(?<![\p{L}\p{N}])[.,]\d/u;

/** Splits speech into words and numbers and joins decimals to their numbers; empty when its number words are ambiguous. */
function amounts(said: string, language: string): Said[] {
  if (NEGATIVE.test(said) || POINT_FIRST.test(said)) return [];
  const { point, minus } = spokenWords(language);
  const found = withFigures(said, language) ?? [];
  if (found.some((one) => isNumber(one) && one.from === 'ordinal')) return [];
  const read: Said[] = [];
  for (const one of found) {
    const [before, mark] = read.slice(-2);
    const isDecimal =
      before !== undefined && isNumber(before) && point.has(mark?.word ?? '') && isNumber(one);
    if (isDecimal) read.splice(-2, 2, { figure: `${before.figure}.${one.figure}`, from: 'words' });
    else read.push(one);
  }
  const isAnother = ({ word = '' }: Said, index: number) =>
    (point.has(word) || minus.has(word)) && read[index + 1]?.figure !== undefined;
  return read.some(isAnother) ? [] : read;
}

/** Reads a date as eight digits, year first; undefined when a part is missing or superfluous. */
export function readDate(said: string, language: string, order: string): string | undefined {
  const { months } = spokenWords(language);
  const found = inWords(normalized(said).split(' '), language);
  const words = found.flatMap(({ word }) => word ?? []);
  if (words.some((word) => isUnclear(word, language))) return undefined;
  const [named, ...others] = words.flatMap((word) => months.get(word) ?? []);
  const figures = (named === undefined ? found : withYears(found))
    .filter(isNumber)
    .map(({ figure }) => figure);
  const [first = '', second, third] = figures;
  if (named !== undefined) {
    if (others.length > 0 || figures.length !== 2) return undefined;
    return dateOf(
      figures.find(isYear),
      named,
      figures.find((figure) => !isYear(figure)),
    );
  }
  if (figures.length === 1) return reordered(first, order);
  const inOrder = isYear(first) ? 'ymd' : order;
  const part = (letter: string) => [first, second, third][inOrder.indexOf(letter)];
  return figures.length === 3 ? dateOf(part('y'), Number(part('m')), part('d')) : undefined;
}

/**
 * Joins years spoken in two halves, "twenty twenty seven" and "nineteen eighty four"; of three numbers in a row the
 * first is the day.
 */
function withYears(found: Said[]): Said[] {
  const read: Said[] = [];
  for (const one of found.toReversed()) {
    const [behind] = read;
    if (isCentury(one) && behind !== undefined && isYearInCentury(behind))
      read.splice(0, 1, { figure: `${one.figure}${behind.figure}`, from: 'words' });
    else read.unshift(one);
  }
  return read;
}

function isCentury(said: Said): said is SaidNumber {
  return isNumber(said) && said.from === 'words' && ['19', '20'].includes(said.figure);
}

function isYearInCentury(said: Said): said is SaidNumber {
  return isNumber(said) && ['words', 'digits'].includes(said.from) && said.figure.length === 2;
}

function isYear(figure: string): boolean {
  return figure.length === 4;
}

function dateOf(year: string | undefined, month: number, day: string | undefined): string | undefined {
  if (year === undefined || day === undefined || !isYear(year) || day.length > 2) return undefined;
  return `${year}${String(month).padStart(2, '0')}${day.padStart(2, '0')}`;
}

/** Converts eight digits in the given order to year, month, day. */
function reordered(digits: string, order: string): string | undefined {
  if (digits.length !== 8) return undefined;
  const from = { ymd: [0, 4, 6], dmy: [4, 2, 0], mdy: [4, 0, 2] }[order] ?? [0, 4, 6];
  return from.map((at, index) => digits.slice(at, at + (index === 0 ? 4 : 2))).join('');
}
