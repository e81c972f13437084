/**
 * Lists input that a caller may enter or say at a question: one example of each meaning, one without a meaning, and for
 * a value all known examples, so that a replay can choose one that leads along its path.
 */
import { decide, understand } from '../../call/index.ts';
import type { Accepts, FlowPart, Hears, Reading } from '../../language/model/index.ts';
import { SERVICE } from '../testkit/index.ts';

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

/** Lists keys that a caller may press. */
export function listKeyInputs(accepts: Accepts, part: FlowPart, language: string): Input[] {
  const asked = { language, ownNumber: SERVICE };
  const decideMeaning = (digits: string) => decide(accepts, { digits, lossy: false, final: true }, asked).as;
  const choices = accepts.keys.map((key) => ({
    text: key,
    means: decideMeaning(key),
    written: key,
    others: [],
  }));
  const digits = toDigits(accepts);
  const values = digits === undefined ? [] : [...listDigitRuns(digits), ...listLiterals(part, digits)];
  const filled = accepts.kind === 'digits' ? FILLED : EXTENSION;
  const right = [...new Set(values)].filter((text) => decideMeaning(text) === filled);
  const [first, ...others] = right;
  const wrong = [...values, ...WRONG].find((text) => decideMeaning(text) === NO_MATCH);
  return [
    ...(first === undefined ? [] : [{ text: first, means: filled, others }]),
    ...(accepts.kind === 'keys' ? choices : choices.filter(({ means, written }) => means === written)),
    ...(wrong === undefined ? [] : [{ text: wrong, means: NO_MATCH, others: [] }]),
  ];
}

/** Returns the digits that a question accepts beside keys. */
function toDigits(accepts: Accepts): AcceptsDigits | undefined {
  if (accepts.kind === 'digits') return accepts;
  return accepts.extension && { kind: 'digits', keys: [], ...accepts.extension };
}

const FILLED = 'filled';
/** Meaning of a number that is dialled beside the keys of a menu. */
const EXTENSION = 'extension';
/** Meaning of input that matches nothing. */
export const NO_MATCH = 'no_match';

/** Lists words that a caller may say; empty text stands for unintelligible speech. */
export function listSpokenInputs(hears: Hears, language: string): Input[] {
  const asked = { language, ownNumber: SERVICE };
  const phrases = hears.phrases[language] ?? Object.values(hears.phrases)[0] ?? [];
  const said = phrases.map(({ words, as }) => ({
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
  const runs = listDigitRuns({ ...accepts, terminator: '' }).map((digits) => Array.from(digits).join(' '));
  const candidates = [...Object.values(hints).flat(), ...SPOKEN, ...runs];
  const right = candidates.filter(
    (text) => understand({ phrases, accepts, hints }, text, asked).as === FILLED,
  );
  const [first, ...others] = [...new Set(right)];
  return first === undefined ? [] : [{ text: first, means: FILLED, others }];
}

/** Answers that fit most types. */
const SPOKEN = ['Something else', '5', '10', '24 December 2026', '10:30', '5 euros'];

/** Keys that match nothing at most questions. */
const WRONG = ['9', '8', '7', '#', '*', '0', '99', '1', '5', '1#', '99#'];

type AcceptsDigits = Extract<Accepts, { kind: 'digits' }>;

/** Lists digits of the minimum and maximum length. */
function listDigitRuns(accepts: AcceptsDigits): string[] {
  const { min, max, reading } = accepts;
  const lengths = [...new Set([min, Math.min(max, min + 1), max])].filter((length) => length <= MAX_DIGITS);
  const runs = lengths.flatMap((length) =>
    BEGINNINGS.map((begin) => begin.padEnd(length, DIGITS).slice(0, length)),
  );
  const typed = reading === undefined ? [] : [...EXAMPLES[reading.type], ...listBounds(reading)];
  return [...typed, ...runs].map((digits) => addTerminator(digits, accepts));
}

const MAX_DIGITS = 30;
const DIGITS = '1234567890'.repeat(3);
const BEGINNINGS = ['12', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

const EXAMPLES: Record<Reading['type'], readonly string[]> = {
  digits: [],
  number: ['1', '2', '5', '10', '100', '1000', '0'],
  currency: ['1', '10', '100', '1000', '10*50', '0'],
  date: ['24122026', '12242026', '20261224', '01011980', '19800101'],
  time: ['0930', '1430', '2200', '0000'],
  phone: ['03023125900', '004930231259', '15112345678', '2125550123', '030231259'],
  text: [],
};

function listBounds({ min, max }: Reading): string[] {
  return [min, max].flatMap((bound) => {
    if (bound === undefined) return [];
    const digits = bound.replaceAll(/[-:]/g, '').replace('.', '*');
    const number = Number(bound);
    return Number.isInteger(number)
      ? [digits, String(number + 1), String(Math.max(0, number - 1))]
      : [digits];
  });
}

function addTerminator(digits: string, { terminator, max }: AcceptsDigits): string {
  return terminator === undefined || digits.length >= max ? digits : `${digits}${terminator}`;
}

const known = new WeakMap<FlowPart, string[]>();

/** Lists digits that the flow compares with or finds in a table, and neighbouring numbers. */
function listLiterals(part: FlowPart, accepts: AcceptsDigits): string[] {
  const found = known.get(part) ?? readLiterals(part);
  known.set(part, found);
  const { min } = accepts;
  const grown = found.flatMap((digits) => [digits, digits.padEnd(min, DIGITS)]);
  return [...new Set(grown)].map((digits) => addTerminator(digits, accepts));
}

const MAX_LITERALS = 100;

function readLiterals({ machine, tables }: FlowPart): string[] {
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
}
