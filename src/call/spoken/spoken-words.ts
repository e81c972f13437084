/** The words of each language for digits, months and amounts, ready to be looked up. */
import {
  languageOf,
  otherLanguages,
  findSpeech,
  speechLanguages,
  collectWords,
  type BasicWords,
} from '../../language/speech/index.ts';

/** Words of an answer that are looked at. */
export const MOST_WORDS = 100;

/** A language's words, ready to be looked up. */
interface SpokenWords {
  /** Word → digit. */
  digits: ReadonlyMap<string, string>;
  numbers: RegExp;
  inRuns: ReadonlySet<string>;
  parts: ReadonlySet<string>;
  /** Word → 1 to 12. */
  months: ReadonlyMap<string, number>;
  hour: ReadonlySet<string>;
  point: ReadonlySet<string>;
  minus: ReadonlySet<string>;
  money: MoneyWords;
}

/** What stands around amounts of money. */
interface MoneyWords {
  /** Names of their hundredths. */
  cents: ReadonlySet<string>;
  /** What counts one of them. */
  articles: ReadonlySet<string>;
  /** What joins the two. */
  and: ReadonlySet<string>;
}

const ready = new Map(speechLanguages.map(({ tag, words }): [string, SpokenWords] => [tag, readyRow(words)]));

function readyRow(row: BasicWords): SpokenWords {
  const { digits, numbers, inRuns = '', parts, months, hour, point, minus, one, cents, and } = row;
  return {
    digits: new Map(indexed(digits).map(([word, index]) => [word, String(index)])),
    numbers,
    inRuns: setOf(inRuns),
    parts: setOf(parts),
    months: new Map(indexed(months).map(([word, index]) => [word, index + 1])),
    hour: setOf(hour),
    point: setOf(point),
    minus: setOf(minus),
    money: { cents: setOf(cents), articles: setOf(one), and: setOf(and) },
  };
}

const none: SpokenWords = {
  digits: new Map(),
  numbers: /(?!)/,
  inRuns: new Set(),
  parts: new Set(),
  months: new Map(),
  hour: new Set(),
  point: new Set(),
  minus: new Set(['minus']),
  money: { cents: new Set(), articles: new Set(), and: new Set() },
};

/** The words of a language given as a tag; none for one that is not known, where only figures are read. */
export function spokenWords(language: string): SpokenWords {
  return ready.get(languageOf(language)) ?? none;
}

/** True for a word of a number, which digits alone do not have. */
export function isOfNumber(word: string, language: string): boolean {
  return spokenWords(language).numbers.test(word) || otherLanguages.largeNumbers.test(word);
}

/** True for a word that makes it unclear which number is meant: one of a number that was not read, or of parts. */
export function isUnclear(word: string, language: string): boolean {
  return (
    isOfNumber(word, language) ||
    otherLanguages.shortenedNumbers.test(word) ||
    spokenWords(language).parts.has(word)
  );
}

/** Currencies that callers name in any of the languages. */
export const currencies: ReadonlySet<string> = new Set(collectWords((language) => language.currencies));

/** The order in which people say and write the parts of a date in a language. */
export function dateOrder(language: string): string {
  if (otherLanguages.yearFirst.includes(languageOf(language))) return 'ymd';
  return findSpeech(language)?.monthFirst.includes(language) === true ? 'mdy' : 'dmy';
}

/** True where 1.5 is one and a half; elsewhere that is 1,5. */
export function hasDecimalPoint(language: string): boolean {
  const { decimalPoint } = findSpeech(language) ?? otherLanguages;
  return decimalPoint.includes(languageOf(language)) || decimalPoint.includes(language);
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list === '' ? [] : list.split('|'));
}

function indexed(list: string): [word: string, index: number][] {
  return list
    .split(' ')
    .flatMap((words, index) => words.split('|').map((word): [string, number] => [word, index]));
}
