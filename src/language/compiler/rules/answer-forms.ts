/** The forms of the texts that callers enter or say: dates, times, digits of some pattern, phrases as they are listed. */
import type { CollectStep } from '../../../../schemas/types/flow.ts';
import { normalizePhrase } from '../../model/index.ts';
import { findKeyedLength, type Length } from '../verbs/parts/collected.ts';
import { toList } from '../verbs/parts/fragments.ts';
import { buildBeginning, findPatternProblem, listRows, matchesWhole } from '../verbs/parts/patterns.ts';
import type { Readable } from '../types.ts';

/** A form that all texts of one origin have. */
export interface Form {
  /** The form in words: `a date such as 2026-12-24`. */
  description: string;
  matches: (text: string) => boolean;
  /** True when a text of the form can begin like this. */
  canBegin: (prefix: string) => boolean;
  /** Converts a text to the form, where that is certain. */
  convert?: (text: string) => string;
  /** The number of characters. */
  length?: Length;
  /** The first and the last text, in the order of texts. */
  bounds?: TextBounds;
}

interface TextBounds {
  min: string;
  max: string;
}

/** The forms of texts whose letters a function converts. */
export const LETTER_CASES: Readonly<Record<string, Form>> = {
  lowerAscii: buildCase('text in small letters', (text) =>
    text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  ),
  upperAscii: buildCase('text in capital letters', (text) =>
    text.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  ),
};

function buildCase(description: string, convert: (text: string) => string): Form {
  const matches = (text: string) => convert(text) === text;
  return { description, matches, canBegin: matches, convert };
}

/** The status of an answer. */
export const STATUS: Form = {
  description: 'the status of an answer such as 200',
  matches: (text) => /^[1-5]\d\d$/.test(text),
  canBegin: (prefix) => /^(?:[1-5]\d{0,2})?$/.test(prefix),
  length: { min: 3, max: 3 },
  bounds: { min: '100', max: '599' },
};

/** Returns the phrases that callers can say instead of a value. */
export function listPhrases({ speech }: Readable<CollectStep>): string[] {
  return listTexts(typeof speech === 'object' ? speech.phrases : undefined);
}

function listTexts(phrases: unknown): string[] {
  const lists: unknown[] =
    Array.isArray(phrases) || typeof phrases !== 'object' ? [phrases] : Object.values(phrases ?? {});
  return lists.flatMap((list) => toList(list)).filter((one) => typeof one === 'string');
}

/** Returns the form of the values that a collect stores in a text variable, phrases aside; undefined when any text fits. */
export function findForm(body: Readable<CollectStep>): Form | undefined {
  const { type = 'digits', range } = body;
  if (type === 'date') return buildForm({ kind: 'a date', example: '2026-12-24', mask: '0000-00-00' }, range);
  if (type === 'time') return buildForm({ kind: 'a time', example: '09:30', mask: '00:00' }, range);
  if (type === 'phone')
    return {
      description: 'a number such as +493012345',
      matches: (text) => /^\+[1-9]\d{3,14}$/.test(text),
      canBegin: (prefix) => /^(\+([1-9]\d{0,14})?)?$/.test(prefix),
    };
  if (type === 'number') return buildNumberForm(body);
  if (type === 'text') return findSpokenForm(body);
  const length = type === 'digits' ? findKeyedLength(body) : undefined;
  return length && findDigitsForm(body, length);
}

/** A number loses the zeros before it. */
function buildNumberForm({ range }: Readable<CollectStep>): Form {
  const [low, high] = [Number(range?.min ?? 0), Number(range?.max ?? Infinity)];
  return {
    description: 'a number without zeros before it such as 7',
    matches: (text) => /^(?:0|[1-9]\d*)$/.test(text) && Number(text) >= low && Number(text) <= high,
    canBegin: (prefix) => /^(?:0|[1-9]\d*)?$/.test(prefix),
  };
}

/** Words that are a phrase or a hint are stored in its spelling; other words are stored as they were recognised. */
function findSpokenForm({ speech }: Readable<CollectStep>): Form | undefined {
  const { phrases, hints } = typeof speech === 'object' ? speech : {};
  const listed = [...listTexts(phrases), ...listTexts(hints)];
  if (listed.length === 0) return undefined;
  const spellings = new Set(listed);
  const byWords = new Map(listed.map((phrase) => [normalizePhrase(phrase), phrase]));
  const convert = (text: string) =>
    spellings.has(text) ? text : (byWords.get(normalizePhrase(text)) ?? text);
  return {
    description: 'other words or a phrase as it is listed',
    matches: (text) => convert(text) === text,
    canBegin: () => true,
    convert,
  };
}

function findDigitsForm({ pattern = '', range }: Readable<CollectStep>, { min, max }: Length): Form {
  const isPattern = pattern !== '' && findPatternProblem(pattern, 'u') === undefined;
  const beginning = isPattern ? findBeginning(pattern) : undefined;
  const [low, high] = [Number(range?.min ?? 0), Number(range?.max ?? Infinity)];
  const digits = min === max ? `text of ${min} digits` : `text of ${min} to ${max} digits`;
  const matches = (text: string) =>
    /^\d*$/.test(text) &&
    text.length >= min &&
    text.length <= max &&
    !(Number(text) < low || Number(text) > high) &&
    (!isPattern || matchesWhole(text, pattern));
  const canBegin = (prefix: string) =>
    /^\d*$/.test(prefix) && prefix.length <= max && beginning?.test(prefix) !== false;
  const bounds = min === max && max <= MAX_BOUNDED ? findBounds(max, { matches, canBegin }) : undefined;
  return {
    description: isPattern ? `${digits} that fit ${pattern}` : digits,
    matches,
    canBegin,
    length: { min, max },
    ...(bounds && { bounds }),
  };
}

/** Maximum number of digits of a text whose bounds are searched. */
const MAX_BOUNDED = 15;

/** Returns an expression for all beginnings of the texts of a pattern, where they are known. */
function findBeginning(pattern: string): RegExp | undefined {
  const beginnings = listRows(pattern)?.map(buildBeginning) ?? [undefined];
  return beginnings.includes(undefined) ? undefined : new RegExp(`^(?:${beginnings.join('|')})$`, 'u');
}

const DIGITS = Array.from('0123456789');

/** Returns the first and the last text of a number of digits; undefined when they are not found digit by digit. */
function findBounds(
  length: number,
  { matches, canBegin }: Pick<Form, 'matches' | 'canBegin'>,
): TextBounds | undefined {
  const [min = '', max = ''] = [DIGITS, DIGITS.toReversed()].map((digits) =>
    Array.from({ length }).reduce<string>(
      (text) => text + (digits.find((digit) => canBegin(text + digit)) ?? ''),
      '',
    ),
  );
  return matches(min) && matches(max) ? { min, max } : undefined;
}

/** Builds a form from a mask in which each 0 is a digit, and the bounds that the question sets. */
function buildForm(
  { kind, example, mask }: { kind: string; example: string; mask: string },
  range: Readable<CollectStep>['range'],
): Form {
  const isMasked = (prefix: string) => mask.startsWith(prefix.replace(/\d/g, '0'));
  const [low, high] = [range?.min, range?.max]
    .map((bound) => String(bound ?? ''))
    .map((bound) => (bound.length === mask.length && isMasked(bound) ? bound : undefined));
  const bounds = { min: low ?? mask, max: high ?? mask.replaceAll('0', '9') };
  return {
    description: [
      low === undefined && high === undefined ? `${kind} such as ${example}` : kind,
      ...(low === undefined ? [] : [`from ${low}`]),
      ...(high === undefined ? [] : [`to ${high}`]),
    ].join(' '),
    matches: (text) =>
      text.length === mask.length && isMasked(text) && text >= bounds.min && text <= bounds.max,
    canBegin: (prefix) =>
      isMasked(prefix) && prefix <= bounds.max && prefix >= bounds.min.slice(0, prefix.length),
    length: { min: mask.length, max: mask.length },
    bounds,
  };
}
