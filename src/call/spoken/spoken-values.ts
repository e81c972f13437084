/** Reads values in recognised speech: figures and number words, wherever they occur. Ambiguous values are rejected. */
import { normalizePhrase } from '../../language/model/index.ts';
import { collectWords } from '../../language/speech/index.ts';
import { readNumberWords, isSpokenNumber, readFigures } from './spoken-numbers.ts';
import type { SpokenToken, SpokenNumber } from './spoken-numbers.ts';
import { currencies, isNumberWord, isUnclear, findSpokenWords } from './spoken-words.ts';

/** Words that are a digit in some languages and something else, or several digits, in others. */
const MAY_BE_DIGITS = new Set(collectWords(({ words }) => words.mayBeDigits));

/** Returns all spoken digits in order; undefined when there are none, or other number words are among them. */
export function readDigits(said: string, language: string): string | undefined {
  const { digits } = findSpokenWords(language);
  const words = normalizePhrase(said).split(' ');
  const isMaybeDigits = (word: string) => MAY_BE_DIGITS.has(word) && !digits.has(word);
  if (words.some((word) => isNumberWord(word, language) || isMaybeDigits(word))) return undefined;
  const read = words.map((word) => digits.get(word) ?? word.replace(/\D/g, '')).join('');
  return read === '' ? undefined : read;
}

const SIGN = /[€$£¥]/g;

/** Reads a number as `12.5`; undefined when there is none or more than one. */
export function readAmount(said: string, language: string): string | undefined {
  const [number, ...others] = readAmounts(said, language).filter(isSpokenNumber);
  return others.length === 0 ? number?.figure : undefined;
}

/** Reads an amount of money as `12.5`: "twelve dollars fifty", "12 euros and 50 cents", "fifty cents". */
export function readMoney(said: string, language: string): string | undefined {
  if (said.split(SIGN).length > 2) return undefined;
  const plain = said.replace(SIGN, ' euro ').replaceAll('¢', ' cent ');
  const found = replaceArticles(readAmounts(plain, language), language);
  const [whole, parts, ...more] = found.filter(isSpokenNumber);
  if (whole === undefined || more.length > 0) return undefined;
  const { cents, and } = findSpokenWords(language).money;
  if (parts === undefined) {
    const at = found.indexOf(whole);
    const [before = '', behind = ''] = [found[at - 1]?.word, found[at + 1]?.word];
    if (cents.has(behind)) return joinCents('0', whole.figure);
    // "dollar fifty" may mean one and a half.
    return whole.from === 'words' && currencies.has(before) ? undefined : whole.figure;
  }
  const [unit = '', ...between] = found
    .slice(found.indexOf(whole) + 1, found.indexOf(parts))
    .map(({ word }) => word);
  const behind = found[found.indexOf(parts) + 1]?.word ?? '';
  const isAnother = currencies.has(behind) && !cents.has(behind);
  const isInParts = currencies.has(unit) && !isAnother && between.every((word) => and.has(word ?? ''));
  return isInParts ? joinCents(whole.figure, parts.figure) : undefined;
}

/** Replaces an article before a currency by one: "a dollar". */
function replaceArticles(found: SpokenToken[], language: string): SpokenToken[] {
  const { articles } = findSpokenWords(language).money;
  return found.map((one, index): SpokenToken =>
    articles.has(one.word ?? '') && currencies.has(found[index + 1]?.word ?? '')
      ? { figure: '1', from: 'words' }
      : one,
  );
}

function joinCents(whole: string, cents: string): string | undefined {
  return /^\d{1,2}$/.test(cents) && !whole.includes('.') ? `${whole}.${cents.padStart(2, '0')}` : undefined;
}

/** A negative number in figures, after currency signs have been replaced. */
const NEGATIVE = /(?<![\p{L}\p{N}])[-−–](?: euro )?\d/u;

/** A decimal without a leading zero, which would be read as a whole number. */
const POINT_FIRST = /(?<![\p{L}\p{N}])[.,]\d/u;

/** Splits speech into words and numbers and joins decimals to their numbers; empty when its number words are ambiguous. */
function readAmounts(said: string, language: string): SpokenToken[] {
  if (NEGATIVE.test(said) || POINT_FIRST.test(said)) return [];
  const { point, minus } = findSpokenWords(language);
  const found = readFigures(said, language) ?? [];
  if (found.some((one) => isSpokenNumber(one) && one.from === 'ordinal')) return [];
  const read: SpokenToken[] = [];
  for (const one of found) {
    const [before, mark] = read.slice(-2);
    const isDecimal =
      before !== undefined && isSpokenNumber(before) && point.has(mark?.word ?? '') && isSpokenNumber(one);
    if (isDecimal) read.splice(-2, 2, { figure: `${before.figure}.${one.figure}`, from: 'words' });
    else read.push(one);
  }
  const isAnother = ({ word = '' }: SpokenToken, index: number) =>
    (point.has(word) || minus.has(word)) && read[index + 1]?.figure !== undefined;
  return read.some(isAnother) ? [] : read;
}

/** Reads a date as eight digits, year first; undefined when a part is missing or superfluous. */
export function readDate(said: string, language: string, order: string): string | undefined {
  const { months } = findSpokenWords(language);
  const found = readNumberWords(normalizePhrase(said).split(' '), language);
  const words = found.flatMap(({ word }) => word ?? []);
  if (words.some((word) => isUnclear(word, language))) return undefined;
  const [named, ...others] = words.flatMap((word) => months.get(word) ?? []);
  const figures = (named === undefined ? found : joinYears(found))
    .filter(isSpokenNumber)
    .map(({ figure }) => figure);
  const [first = '', second, third] = figures;
  if (named !== undefined) {
    if (others.length > 0 || figures.length !== 2) return undefined;
    return formatDate(
      figures.find(isYear),
      named,
      figures.find((figure) => !isYear(figure)),
    );
  }
  if (figures.length === 1) return reorderDate(first, order);
  const inOrder = isYear(first) ? 'ymd' : order;
  const pickPart = (letter: string) => [first, second, third][inOrder.indexOf(letter)];
  return figures.length === 3 ? formatDate(pickPart('y'), Number(pickPart('m')), pickPart('d')) : undefined;
}

/**
 * Joins years spoken in two halves, "twenty twenty seven" and "nineteen eighty four"; of three numbers in a row the
 * first is the day.
 */
function joinYears(found: SpokenToken[]): SpokenToken[] {
  const read: SpokenToken[] = [];
  for (const one of found.toReversed()) {
    const [behind] = read;
    if (isCentury(one) && behind !== undefined && isYearInCentury(behind))
      read.splice(0, 1, { figure: `${one.figure}${behind.figure}`, from: 'words' });
    else read.unshift(one);
  }
  return read;
}

function isCentury(said: SpokenToken): said is SpokenNumber {
  return isSpokenNumber(said) && said.from === 'words' && ['19', '20'].includes(said.figure);
}

function isYearInCentury(said: SpokenToken): said is SpokenNumber {
  return isSpokenNumber(said) && ['words', 'digits'].includes(said.from) && said.figure.length === 2;
}

function isYear(figure: string): boolean {
  return figure.length === 4;
}

function formatDate(year: string | undefined, month: number, day: string | undefined): string | undefined {
  if (year === undefined || day === undefined || !isYear(year) || day.length > 2) return undefined;
  return `${year}${String(month).padStart(2, '0')}${day.padStart(2, '0')}`;
}

/** Converts eight digits in the given order to year, month, day. */
function reorderDate(digits: string, order: string): string | undefined {
  if (digits.length !== 8) return undefined;
  const from = { ymd: [0, 4, 6], dmy: [4, 2, 0], mdy: [4, 0, 2] }[order] ?? [0, 4, 6];
  return from.map((at, index) => digits.slice(at, at + (index === 0 ? 4 : 2))).join('');
}
