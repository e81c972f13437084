/**
 * Lists input that a caller may enter or say at a question: one example of each meaning, one without a meaning, and for
 * a value all known examples, so that a replay can choose one that leads along its path.
 */
import { decide, selectLanguage, understand } from '../../call/index.ts';
import { memoize } from '../../language/model/index.ts';
import type { Accepts, FlowPart, Hears } from '../../language/model/index.ts';
import { SERVICE } from '../testkit/index.ts';
import { listKeyedValues } from './keyed-values.ts';
import type { AcceptsDigits } from './keyed-values.ts';
import { listMeasuredTexts } from './measured-texts.ts';
import { findPatternWords } from './pattern-words.ts';

/** An input of a caller. */
export interface Input {
  text: string;
  /** Meaning for the step: a choice, a global key, `filled`, `no_match`. */
  means: string;
  /** Intended meaning, if any. */
  written?: string;
  /** Other examples with the same meaning, which may lead elsewhere later. */
  others: readonly string[];
}

/** Input of a question. */
interface Inputs {
  inputs: Input[];
  /** True if no keys at all can be an answer; false also where that is unknown. */
  isUnanswerable: boolean;
}

/** Lists keys that a caller may press. */
export function listKeyInputs(accepts: Accepts, part: FlowPart, language: string): Input[] {
  return findKeyInputs(accepts, part, language).inputs;
}

/** True if a question for digits accepts no digits at all, so that no keys can answer it. */
export function isUnanswerable(accepts: Accepts, part: FlowPart, language: string): boolean {
  return findKeyInputs(accepts, part, language).isUnanswerable;
}

/** Inputs by question and language; they are derived once. */
const derived = new WeakMap<Accepts, Map<string, Inputs>>();

function findKeyInputs(accepts: Accepts, part: FlowPart, language: string): Inputs {
  const byLanguage = derived.get(accepts) ?? new Map<string, Inputs>();
  const found = byLanguage.get(language) ?? deriveKeyInputs(accepts, part, language);
  derived.set(accepts, byLanguage.set(language, found));
  return found;
}

function deriveKeyInputs(accepts: Accepts, part: FlowPart, language: string): Inputs {
  const asked = { language, ownNumber: SERVICE };
  const decideMeaning = (digits: string) => decide(accepts, { digits, lossy: false, final: true }, asked).as;
  const choices = accepts.keys.map((key) => ({
    text: key,
    means: decideMeaning(key),
    written: key,
    others: [],
  }));
  const digits = toDigits(accepts);
  const { values, isNone } = digits === undefined ? NO_VALUES : listValues(digits, part);
  const filled = accepts.kind === 'digits' ? FILLED : EXTENSION;
  const right = [...new Set(values)].filter((text) => decideMeaning(text) === filled);
  const [first, ...others] = right;
  const wrong = [...values, ...WRONG].find((text) => decideMeaning(text) === NO_MATCH);
  return {
    inputs: [
      ...(first === undefined ? [] : [{ text: first, means: filled, others }]),
      ...listLongest(right, part).map((text) => ({ text, means: filled, others: [] })),
      ...(accepts.kind === 'keys' ? choices : choices.filter(({ means, written }) => means === written)),
      ...(wrong === undefined ? [] : [{ text: wrong, means: NO_MATCH, others: [] }]),
    ],
    isUnanswerable: accepts.kind === 'digits' && isNone && first === undefined,
  };
}

/** Lists the longest of several answers, if expressions of the flow may fail for a shorter one. */
function listLongest(answers: readonly string[], part: FlowPart): string[] {
  const [first = ''] = answers;
  const longest = answers.reduce((long, one) => (one.length > long.length ? one : long), '');
  return listMeasuredTexts(part).length > 0 && longest.length > first.length ? [longest] : [];
}

/** Returns the digits that a question accepts beside keys. */
function toDigits(accepts: Accepts): AcceptsDigits | undefined {
  if (accepts.kind === 'digits') return accepts;
  return accepts.extension && { kind: 'digits', keys: [], ...accepts.extension };
}

const NO_VALUES = { values: [], isNone: false };

/** Lists digits with the terminator that ends them. */
function listValues(accepts: AcceptsDigits, part: FlowPart): { values: string[]; isNone: boolean } {
  const literals = findLiterals(part);
  const { values, isNone } = listKeyedValues(accepts, literals.slice(0, MAX_WANTED));
  const grown = literals.flatMap((digits) => [digits, digits.padEnd(accepts.min, DIGITS)]);
  return { values: [...values, ...grown].map((digits) => addTerminator(digits, accepts)), isNone };
}

/** Maximum number of literals for which a fitting value is searched. */
const MAX_WANTED = 40;

const FILLED = 'filled';
/** Meaning of a number that is dialled beside the keys of a menu. */
const EXTENSION = 'extension';
/** Meaning of input that matches nothing. */
export const NO_MATCH = 'no_match';

/** Lists words that a caller may say; empty text stands for unintelligible speech. */
export function listSpokenInputs(hears: Hears, language: string): Input[] {
  const asked = { language, ownNumber: SERVICE };
  const said = selectLanguage(hears.phrases, language).map(({ words, as }) => ({
    text: words,
    means: understand(hears, words, asked).as,
    written: as,
  }));
  const byMeaning = Map.groupBy(said, ({ means, written }) => `${means} ${written}`);
  const inputs = [...byMeaning.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, others: others.map(({ text }) => text) }],
  );
  return [...inputs, ...listSpokenValues(hears, language), { text: '', means: NO_MATCH, others: [] }];
}

/** Lists spoken values for which there is no phrase. */
function listSpokenValues({ phrases, accepts, hints = {} }: Hears, language: string): Input[] {
  if (accepts?.kind !== 'digits') return [];
  const asked = { language, ownNumber: SERVICE };
  const candidates = [...Object.values(hints).flat(), ...SPOKEN, ...listSpokenForms(accepts)];
  const right = candidates.filter(
    (text) => understand({ phrases, accepts, hints }, text, asked).as === FILLED,
  );
  const [first, ...others] = [...new Set(right)];
  return first === undefined ? [] : [{ text: first, means: FILLED, others }];
}

/** Lists ways to say the values that a question accepts: digit by digit, as a number, a date or a time, or as it is written. */
function listSpokenForms(accepts: AcceptsDigits): string[] {
  const { pattern, reading } = accepts;
  const { values } = listKeyedValues(accepts, []);
  const written =
    reading?.type === 'text' && pattern !== undefined
      ? (findPatternWords(pattern, { characters: '[ -~]', min: 1, max: MAX_TEXT })?.inside ?? [])
      : [];
  const said = values.flatMap((digits) => [
    Array.from(digits).join(' '),
    digits.replace('*', '.'),
    digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
    digits.replace(/^(\d\d)(\d\d)$/, '$1:$2'),
  ]);
  return [...written, ...said];
}

const MAX_TEXT = 40;

/** Answers that fit most types. */
const SPOKEN = ['Something else', '5', '10', '24 December 2026', '10:30', '5 euros'];

/** Keys that match nothing at most questions. */
const WRONG = ['9', '8', '7', '#', '*', '0', '99', '1', '5', '1#', '99#'];

const DIGITS = '1234567890'.repeat(3);

function addTerminator(digits: string, { terminator, max }: AcceptsDigits): string {
  return terminator === undefined || digits.length >= max ? digits : `${digits}${terminator}`;
}

const MAX_LITERALS = 100;

/** Lists digits that the flow compares with or finds in a table, and neighbouring numbers. */
const findLiterals = memoize(({ machine, tables }: FlowPart): string[] => {
  const conditions = JSON.stringify(machine).matchAll(/"conditions":\[(.*?)\]\}/g);
  const written = [...conditions].flatMap(([, text = '']) => text.match(/\b\d{1,20}\b/g) ?? []);
  const near = written.flatMap((digits) => [
    String(Number(digits) + 1),
    String(Math.max(0, Number(digits) - 1)),
  ]);
  const keys = Object.values(tables).flatMap(({ rows }) =>
    Object.keys(rows).filter((key) => /^\d+$/.test(key)),
  );
  return [...new Set([...written, ...keys.slice(0, MAX_LITERALS), ...near])].slice(0, 2 * MAX_LITERALS);
});
