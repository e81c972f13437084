/**
 * Numbers of people in the answers of the API.
 *
 * Owns: who sees them whole, and what others see instead. Does not own: which answers hold them; each route of calls and
 * recipients passes its answer through here.
 *
 * PEOPLE-1 Callers without `numbers.read` get numbers of people without their middle: in fields, in texts and in values of
 *          variables, also where the digits are spaced or the country is left out.
 * PEOPLE-2 The project's own number of a call stays whole.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CallFacts } from '../../../call/index.ts';
import { mapLeaves, SHORTEST, toSpacedPattern } from '../../../verification/recording/index.ts';
import { isPermitted } from '../../management/index.ts';
import type { Principal } from '../../management/index.ts';

/** The numbers of a call. */
interface CallNumbers {
  /** The remote party's: masked in every form. Absent: all numbers that are not whole are masked in E.164 form only. */
  remote?: string;
  /** Stay whole. */
  whole: readonly string[];
}

/** Returns a value as the caller may see it. `numbers`: those of the call to which it belongs. */
export type Show = <Value>(numbers: CallNumbers, value: Value) => Value;

/** Returns whose number is whose on a call, also a planned one. */
export function findNumbers({
  direction,
  from,
  to,
}: Pick<CallFacts, 'direction' | 'from' | 'to'>): CallNumbers {
  return direction === 'inbound' ? { remote: from, whole: [to] } : { remote: to, whole: [from] };
}

/** The parts of a request that decide. */
interface Asking {
  principal: Principal;
  params: { project: string };
}

/** True when the caller sees whole numbers of people in the project. */
export function mayReadNumbers({ principal, params: { project } }: Asking): boolean {
  return isPermitted(principal, 'numbers.read', project);
}

/** Returns how the caller sees calls (PEOPLE-1). */
export function showNumbersTo(request: Asking): Show {
  return mayReadNumbers(request) ? (_numbers, value) => value : maskNumbers;
}

/** Numbers in E.164 form, anywhere in a text. */
const E164 = /\+[1-9]\d{6,14}(?!\d)/g;

const MASK = '•••';
/** Last digits that stay; of a number with fewer digits than `SHORT` only the first count of them. */
const KEPT = { long: 3, short: 2 };
const SHORT = 7;

/** Masks all numbers in E.164 form, and the remote party's number in any form. */
export function maskNumbers<Value>({ remote = '', whole }: CallNumbers, value: Value): Value {
  const { digits, national } = splitNumber(remote);
  const pattern = toPattern(remote, national);
  const isRemote = (text: string) => text === remote || (digits !== '' && toPlainDigits(text) === digits);
  const isWhole = (text: string) => whole.some((own) => toPlainDigits(own) === toPlainDigits(text));
  const maskText = (text: string) => {
    if (isRemote(text)) return maskNumber(text);
    const masked = pattern === undefined ? text : text.replaceAll(pattern, (...found) => maskPart(found));
    return masked.replaceAll(E164, (found) => (isWhole(found) ? found : maskNumber(found)));
  };
  return mapLeaves(value, (leaf) => {
    if (typeof leaf === 'string') return maskText(leaf);
    // A variable may hold a number of a telephone as a number.
    return pattern !== undefined && [digits, national].includes(String(leaf)) ? maskText(String(leaf)) : leaf;
  }) as Value;
}

/** Returns what finds a number or an address in a text; undefined: it is too short for that. */
function toPattern(number: string, national: string): RegExp | string | undefined {
  if (number.includes('@')) return number.replace(/^\w+:/, '');
  return national.length < SHORTEST ? undefined : toSpacedPattern(national);
}

/** Masks a number: `+49 ••• 548`. The country and the last digits stay; of an address, what follows the `@`. */
function maskNumber(number: string): string {
  if (number.includes('@')) return `${MASK}@${number.slice(number.indexOf('@') + 1)}`;
  const { digits, national } = splitNumber(number);
  if (digits === '') return number;
  const country = digits.slice(0, digits.length - national.length);
  const start = country === '' ? '' : `${number.startsWith('+') ? '+' : ''}${country} `;
  return `${start}${maskDigits(digits)}`;
}

/** Masks a part of a text, apart from what precedes it. */
function maskPart([found, offset, text]: unknown[]): string {
  if (String(found).includes('@')) return maskNumber(String(found));
  const before = String(text).charAt(Number(offset) - 1);
  return `${/\d/.test(before) ? ' ' : ''}${maskDigits(String(found).replaceAll(/\D/g, ''))}`;
}

function maskDigits(digits: string): string {
  return `${MASK} ${digits.slice(digits.length < SHORT ? -KEPT.short : -KEPT.long)}`;
}

/**
 * Returns the digits of a number, and those after the code of its country; texts that are no number have none. The platform
 * writes international numbers with and without a plus; short ones without it have no country.
 */
function splitNumber(number: string): { digits: string; national: string } {
  const digits = toPlainDigits(number);
  const isInternational = number.startsWith('+') || digits.length >= SHORT;
  const parsed = isInternational ? parsePhoneNumberFromString(`+${digits}`, { extract: false }) : undefined;
  return { digits, national: digits.slice(parsed?.countryCallingCode.length ?? 0) };
}

/** Returns the digits of a text that is a number; empty for other texts. */
function toPlainDigits(text: string): string {
  return /^\+?[\d ()./-]+$/.test(text) ? text.replaceAll(/\D/g, '') : '';
}
