/** Reads from the text of a menu what each of its keys is for. */
import type { KeyNames, PromptLanguage, SpeechLanguage } from '../../../speech/index.ts';
import { memoize } from '../../../model/index.ts';
import type { Piece } from '../spoken.ts';
import { KeyText } from '../announced-keys.ts';
import { splitWords } from './counts.ts';
import { blankExpressions } from './said.ts';

/** A language with names of keys. */
type Spoken = SpeechLanguage | PromptLanguage;

/** The purpose of a key, as a text tells it. */
export interface KeyPurpose {
  key: string;
  /** The clause that names the key. */
  clause: string;
  /** Its words in lower case, without accents and without everyday words. */
  words: ReadonlySet<string>;
  /** Place of the key in the text. */
  start: number;
  end: number;
}

/**
 * Returns the keys with their purposes: "For sales, press 1." A clause is a sentence, or the part of one up to and
 * including a key. Clauses with several keys tell no purpose.
 */
export function readKeyPurposes(piece: Piece, language: Spoken): readonly KeyPurpose[] {
  const known = getKnownPurposes(piece);
  const purposes = known.get(language) ?? findKeyPurposes(piece, language);
  known.set(language, purposes);
  return purposes;
}

const getKnownPurposes = memoize((_: Piece) => new Map<Spoken, readonly KeyPurpose[]>());

function findKeyPurposes({ text, keys }: Piece, language: Spoken): KeyPurpose[] {
  const plain = blankExpressions(text);
  const announced = addShortened(plain, keys.listAnnounced(), language);
  return splitClauses(plain, announced, getConjunction(language)).flatMap(({ from, to }) => {
    const own = announced.filter(({ start }) => start >= from && start < to);
    const [only, ...others] = own;
    if (only === undefined || others.length > 0) return [];
    const clause = plain.slice(from, to);
    if (mentionsOtherKey(clause, only.key)) return [];
    const words = listContentWords(clause, language);
    return [{ ...only, clause, words }];
  });
}

interface NamedKey {
  key: string;
  start: number;
  end: number;
}

/** Adds the keys of shortened parts: "for sales press 1, for repairs 2". Such a part begins with "for" and ends with the key. */
function addShortened(text: string, announced: readonly NamedKey[], language: Spoken): readonly NamedKey[] {
  if (announced.length === 0) return announced;
  const found = Array.from(text.matchAll(getShortened(language))).flatMap(
    ({ 1: part = '', 2: key = '', index }) => {
      const end = index + part.length;
      const isFirst = !announced.some(({ start }) => start < index);
      const isNamed = announced.some((one) => one.start >= index && one.start < end);
      return isFirst || isNamed ? [] : [{ key, start: end - key.length, end }];
    },
  );
  return [...announced, ...found].toSorted((a, b) => a.start - b.start);
}

/** Matches a sentence, or a part of one, from "for" to a key at its end, which a comma and an article may precede. */
const getShortened = memoize(({ keys }: Spoken) => {
  const [purpose, and] = [keys.purpose, keys.and].map((list) => splitWords(list).join('|'));
  return new RegExp(
    `(?<=[,.!?;]\\s*(?:(?:${and})\\s+)?|\\s(?:${and})\\s+)((?:${purpose})\\s[^.!?;:,\\d*#]{3,60}(?:,\\s\\p{L}{1,3})?\\s([\\d*#]))(?=\\s*(?:[.!?;,]|$))`,
    'giu',
  );
});

/** True for a clause with another key, whose purpose it may tell as well: "for sales press 1, for repairs 2". */
function mentionsOtherKey(clause: string, key: string): boolean {
  const others = new KeyText(clause.replace(PRICE, ' ')).listMentioned();
  return [...others].some((one) => /^[\d*#]$/.test(one) && one !== key);
}

/** An amount, which is no key: "a margherita for 7 euros". */
const PRICE =
  /(?<![\d.,])\d+(?:[.,]\d\d)?\s?(?:€|£|\$|(?:euros?|pounds|dollars?|francs?|franken|kronor|pesos|reais|zł)\b)/gi;

interface Clause {
  from: number;
  to: number;
}

/** Splits a text at the ends of sentences, those with one key at ", or", and those with several keys at the commas. */
function splitClauses(text: string, announced: readonly { start: number }[], conjunction: RegExp): Clause[] {
  return split(text, /[.!?;:…]+/g, { from: 0, to: text.length }).flatMap((sentence) => {
    const count = announced.filter(({ start }) => start >= sentence.from && start < sentence.to).length;
    return count > 1
      ? joinUntilKey(split(text, /,/g, sentence), announced)
      : split(text, conjunction, sentence);
  });
}

/** Matches a comma before "and" or "or". */
const getConjunction = memoize(
  ({ keys }: Spoken) => new RegExp(`,\\s+(?=(?:${splitWords(keys.and).join('|')})\\s)`, 'giu'),
);

function split(text: string, at: RegExp, { from, to }: Clause): Clause[] {
  const clauses: Clause[] = [];
  let start = from;
  for (const { 0: sign, index } of text.slice(from, to).matchAll(at)) {
    clauses.push({ from: start, to: from + index });
    start = from + index + sign.length;
  }
  return [...clauses, { from: start, to }].filter((clause) => clause.to > clause.from);
}

/** Joins the parts of a sentence up to the one that names a key: "for sales, press 1". */
function joinUntilKey(parts: readonly Clause[], announced: readonly { start: number }[]): Clause[] {
  const clauses: Clause[] = [];
  let from: number | undefined;
  for (const part of parts) {
    from ??= part.from;
    if (!announced.some(({ start }) => start >= part.from && start < part.to)) continue;
    clauses.push({ from, to: part.to });
    from = undefined;
  }
  return clauses;
}

/** Returns the words of a text that say what it is about. */
export function listContentWords(text: string, language: Spoken): Set<string> {
  const idle = getIdleWords(language);
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return new Set(words.filter((word) => !idle.has(word)).map(foldAccents));
}

/** Returns a word without accents, as in the name of a step. */
export function foldAccents(word: string): string {
  return word.replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
}

const getIdleWords = memoize((language: Spoken): ReadonlySet<string> => {
  const { keys, talk } = language;
  const lists = [
    talk.common,
    keys.press,
    keys.pressed ?? '',
    keys.between,
    keys.purpose,
    keys.digits,
    keys.star,
    keys.pound,
  ];
  return new Set(lists.flatMap(splitWords));
});

/** Words before a key that tell no purpose: "with the", "press". */
const MIN_PURPOSE_WORDS = 3;

/**
 * Returns the words of a sentence that tell what one of its keys is for: those behind it ("press 1 to go on"), or those
 * between it and the key before.
 */
export function readPurposeAt(
  { text, keys }: Piece,
  { start, end }: { start: number; end: number },
  { purpose }: KeyNames,
): string {
  const announced = keys.listAnnounced();
  const from = Math.max(...['.', '!', '?', ';'].map((sign) => text.lastIndexOf(sign, start - 1) + 1));
  const [rest = ''] = /^[^.!?;]*/.exec(text.slice(end)) ?? [];
  const next = announced.find((one) => one.start >= end)?.start ?? text.length;
  const behind = rest.slice(0, next - end);
  const before = text.slice(
    Math.max(from, ...announced.map((one) => (one.end <= start ? one.end : 0))),
    start,
  );
  const isBehind = new RegExp(`^\\s+(?:${splitWords(purpose).join('|')})\\s`, 'iu').test(behind);
  return isBehind || (before.match(/\p{L}+/gu) ?? []).length < MIN_PURPOSE_WORDS ? behind : before;
}

/** True for a clause with a word of agreement and none of refusal. */
export function agrees(clause: string, { confirmation: { yes, no } }: SpeechLanguage): boolean {
  // "To correct it" refuses a value.
  const said = ` ${clause.toLowerCase().replace(/[^\p{L}']+/gu, ' ')} `.replace(/ to correct /g, ' ');
  const has = (words: readonly string[]): boolean => words.some((word) => said.includes(` ${word} `));
  return has(yes) && !has(no);
}
