/**
 * Number words of each language: cardinals below a million, and ordinals for the days of a month. The digits come
 * from the language's basic words. A phrase that could be written as two different numbers is not read as a number.
 */
import { parseLanguage, findSpeech, type NumberForms } from '../../language/speech/index.ts';
import { findSpokenWords } from './spoken-words.ts';

/** The numbers of a language, prepared for lookup. */
interface NumberWords {
  /** Below 100. */
  small: ReadonlyMap<string, number>;
  /** 100 to 900, and 1,100 to 1,900 in languages that count in hundreds ("twelve hundred"). */
  hundreds: ReadonlyMap<string, number>;
  thousand: { one: ReadonlySet<string>; many: string };
  and: RegExp;
  ordinals: ReadonlyMap<string, number>;
}

type Entry = [words: string, value: number];

const ready = new Map<string, NumberWords>();

function findNumberWords(language: string): NumberWords | undefined {
  const name = parseLanguage(language);
  const row = findSpeech(language)?.numbers;
  if (row === undefined) return undefined;
  const known = ready.get(name) ?? prepareNumberWords(row, listUnits(name));
  ready.set(name, known);
  return known;
}

/** Reads words with single spaces between them as a number below a million; undefined for anything else. */
export function parseCardinal(words: string, language: string): number | undefined {
  const known = findNumberWords(language);
  return known && (parseBelowThousand(words, known) ?? parseThousands(words, known));
}

/** Reads an ordinal as a day of a month; undefined for anything else. */
export function parseOrdinal(words: string, language: string): number | undefined {
  const { ordinals } = findNumberWords(language) ?? {};
  return ordinals?.get(words) ?? ordinals?.get(words.replace(/(?<=e)[mnrs]$/, ''));
}

function parseBelowThousand(words: string, { small, hundreds, and }: NumberWords): number | undefined {
  const whole = small.get(words) ?? hundreds.get(words);
  if (whole !== undefined) return whole;
  for (const [hundred, value] of hundreds) {
    const rest = words.startsWith(hundred) ? small.get(words.slice(hundred.length).replace(and, '')) : 0;
    if (rest !== undefined && rest > 0) return value + rest;
  }
  return undefined;
}

function parseThousands(words: string, known: NumberWords): number | undefined {
  const { thousand, and } = known;
  for (const one of thousand.one)
    if (words.startsWith(one)) {
      const rest = parseRemainder(words.slice(one.length).replace(and, ''), known);
      if (rest !== undefined) return 1_000 + rest;
    }
  const at = words.indexOf(thousand.many);
  const count = at < 1 ? undefined : parseBelowThousand(words.slice(0, at).trim(), known);
  const rest = parseRemainder(words.slice(at + thousand.many.length).replace(and, ''), known);
  return count === undefined || count < 2 || count > 999 || rest === undefined
    ? undefined
    : count * 1_000 + rest;
}

/** Reads the words after the thousands; no words are zero. */
function parseRemainder(words: string, known: NumberWords): number | undefined {
  const rest = words === '' ? 0 : parseBelowThousand(words, known);
  return rest !== undefined && rest < 1_000 && (words === '' || rest > 0) ? rest : undefined;
}

/** 0 to 9, both alone and inside larger numbers. */
function listUnits(language: string): Entry[] {
  const { digits, inRuns } = findSpokenWords(language);
  return Array.from(digits)
    .filter(([word]) => !inRuns.has(word))
    .map(([word, digit]): Entry => [word, Number(digit)]);
}

function prepareNumberWords(row: NumberForms, units: Entry[]): NumberWords {
  const teens = parseEntries(row.teens, (index) => 10 + index);
  const tens = parseEntries(row.tens, (index) => 20 + 10 * index);
  const inside = [...units, ...parseEntries(row.ones ?? '', () => 1)].filter(([, value]) => value > 0);
  const scores = tens.filter(([word]) => splitWords(row.scores ?? '').includes(word));
  const small = new Map<string, number>([
    ...units,
    ...teens,
    ...tens,
    ...joinTensAndUnits(row.joined, tens, inside),
    ...joinTensAndUnits(row.joined, scores, teens),
    ...Object.entries(row.others ?? {}),
  ]);
  return {
    small,
    hundreds: new Map(buildHundreds(row, inside, teens)),
    thousand: { one: new Set(splitWords(row.thousand.one)), many: row.thousand.many },
    and: row.and === '' ? /^ / : new RegExp(`^ ?(?:${row.and} ?)?`),
    ordinals: new Map(parseEntries(row.ordinals, (index) => index + 1)),
  };
}

function buildHundreds({ hundreds, hundred }: NumberForms, inside: Entry[], teens: Entry[]): Entry[] {
  if (!hundreds.includes('U')) return parseEntries(hundreds, (index) => 100 * (index + 1));
  const built = hundreds
    .split('|')
    .flatMap((form) =>
      [...inside, ...teens.slice(1)].map(([unit, value]): Entry => [
        replaceUnderscores(form.replace('U', unit)),
        100 * value,
      ]),
    );
  return hundred === undefined ? built : [...built, [hundred, 100]];
}

function joinTensAndUnits(forms: string, tens: Entry[], units: Entry[]): Entry[] {
  return forms.split('|').flatMap((form) =>
    tens.flatMap(([ten, high]) =>
      units.map(([unit, low]): Entry => {
        const parts: Record<string, string> = { T: ten, S: ten.slice(0, -1), U: unit };
        return [replaceUnderscores(form.replace(/[TSU]/g, (part) => parts[part] ?? '')), high + low];
      }),
    ),
  );
}

function parseEntries(list: string, value: (index: number) => number): Entry[] {
  return list === ''
    ? []
    : list
        .split(' ')
        .flatMap((word, index) =>
          word.split('|').map((one): Entry => [replaceUnderscores(one), value(index)]),
        );
}

function splitWords(list: string): string[] {
  return list.split(/[ |]/).map(replaceUnderscores);
}

function replaceUnderscores(word: string): string {
  return word.replaceAll('_', ' ');
}
