/** The words of each language for digits, months and amounts, prepared for lookup. */
import {
  parseLanguage,
  otherLanguages,
  findSpeech,
  speechLanguages,
  collectWords,
  type BasicWords,
} from '../../language/speech/index.ts';

/** Maximum number of words of an answer that are read. */
export const MAX_WORDS = 100;

/** A language's words, prepared for lookup. */
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

/** Words around amounts of money. */
interface MoneyWords {
  /** Names of the hundredths of a currency. */
  cents: ReadonlySet<string>;
  /** Articles that mean one unit. */
  articles: ReadonlySet<string>;
  /** Words between the units and the hundredths. */
  and: ReadonlySet<string>;
}

const ready = new Map(
  speechLanguages.map(({ tag, words }): [string, SpokenWords] => [tag, prepareWords(words)]),
);

function prepareWords(row: BasicWords): SpokenWords {
  const { digits, numbers, inRuns = '', parts, months, hour, point, minus, one, cents, and } = row;
  return {
    digits: new Map(indexWords(digits).map(([word, index]) => [word, String(index)])),
    numbers,
    inRuns: splitToSet(inRuns),
    parts: splitToSet(parts),
    months: new Map(indexWords(months).map(([word, index]) => [word, index + 1])),
    hour: splitToSet(hour),
    point: splitToSet(point),
    minus: splitToSet(minus),
    money: { cents: splitToSet(cents), articles: splitToSet(one), and: splitToSet(and) },
  };
}

const NO_WORDS: SpokenWords = {
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

/** Returns the words of a language tag; for an unknown language an empty table, with which only figures are read. */
export function findSpokenWords(language: string): SpokenWords {
  return ready.get(parseLanguage(language)) ?? NO_WORDS;
}

/** True for a number word other than a digit. */
export function isNumberWord(word: string, language: string): boolean {
  return findSpokenWords(language).numbers.test(word) || otherLanguages.largeNumbers.test(word);
}

/** True for a word that makes a number ambiguous: part of a number that was not read, or a fraction. */
export function isUnclear(word: string, language: string): boolean {
  return (
    isNumberWord(word, language) ||
    otherLanguages.shortenedNumbers.test(word) ||
    findSpokenWords(language).parts.has(word)
  );
}

/** Names of currencies in all languages. */
export const currencies: ReadonlySet<string> = new Set(collectWords((language) => language.currencies));

/** Returns the order of day, month and year in a language. */
export function findDateOrder(language: string): string {
  if (otherLanguages.yearFirst.includes(parseLanguage(language))) return 'ymd';
  return findSpeech(language)?.monthFirst.includes(language) === true ? 'mdy' : 'dmy';
}

/** True when the language writes one and a half as 1.5; others write 1,5. */
export function hasDecimalPoint(language: string): boolean {
  const { decimalPoint } = findSpeech(language) ?? otherLanguages;
  return decimalPoint.includes(parseLanguage(language)) || decimalPoint.includes(language);
}

function splitToSet(list: string): ReadonlySet<string> {
  return new Set(list === '' ? [] : list.split('|'));
}

function indexWords(list: string): [word: string, index: number][] {
  return list
    .split(' ')
    .flatMap((words, index) => words.split('|').map((word): [string, number] => [word, index]));
}
