/** Removes the caller's or called person's number from exports. */
import type { RecordedCall } from './recorded-call.ts';

/** Digits that replace a number after its prefix, always the same. */
const FICTITIOUS = '5550123456789';

/** Number of leading digits that stay, by which flows distinguish countries. */
const KEPT = 3;

/** Returns the remote party's number. */
function remoteNumber({ direction, from, to }: RecordedCall): string {
  return direction === 'inbound' ? from : to;
}

/** Creates a fictitious number of the same length and country. */
export function createFictitiousNumber(number: string): string {
  const [, plus = '', digits = ''] = /^(\+?)(\d+)$/.exec(number) ?? [];
  if (digits.length <= KEPT) return number;
  return plus + digits.slice(0, KEPT) + FICTITIOUS.slice(0, digits.length - KEPT);
}

/** Replaces a number that a scenario cannot contain: an extension, an address. */
export const STAND_IN = `+4915${FICTITIOUS.slice(0, 9)}`;

/** Returns a number that a scenario can contain; empty text is a withheld number. */
export function toWritableNumber(number: string): string {
  return number === '' || /^\+\d{6,15}$/.test(number) ? number : STAND_IN;
}

/**
 * Creates a function that replaces the real number in a text, with or without its country code, however its digits are
 * spaced. Only the part after the first digits is replaced.
 */
export function createRedactor(call: RecordedCall): (text: string) => string {
  const number = remoteNumber(call);
  if (number.includes('@')) return (text) => text.replaceAll(parseAddress(number), SOMEBODY);
  const [real = '', instead = ''] = [number, createFictitiousNumber(number)].map(privatePart);
  if (real.length < SHORTEST) return (text) => text;
  const spaced = toSpacedPattern(real);
  return (text) =>
    text.replace(spaced, (found) => {
      let index = 0;
      return found.replace(/\d/g, () => instead[index++] ?? '');
    });
}

/** Returns a pattern that finds these digits in a text, however they are spaced. */
export function toSpacedPattern(digits: string): RegExp {
  return new RegExp(digits.split('').join('[ ,.()/-]{0,2}'), 'g');
}

/** Address that replaces a real one. */
const SOMEBODY = 'somebody@example.com';

/** `sip:ann@example.org` → ann@example.org. */
function parseAddress(uri: string): string {
  return uri.replace(/^\w+:/, '');
}

/** Minimum number of digits that are replaced; shorter runs may mean something else. */
export const SHORTEST = 4;

function privatePart(number: string): string {
  return number.replace(/\D/g, '').slice(KEPT);
}

/** Matches durations and times, which only look like numbers. */
const TIME = /^(?:\d+m?s|\d{4}-\d{2}-\d{2}T[\d:]+Z)$/;

/** Redacts every text in a JSON value, names included; numbers are times and stay. */
export function redactValue<Value>(value: Value, redact: (text: string) => string): Value {
  return mapLeaves(value, (leaf) =>
    typeof leaf === 'number' || TIME.test(leaf) ? leaf : redact(leaf),
  ) as Value;
}

/** Changes every text and number in a JSON value; names are texts too. */
export function mapLeaves(value: unknown, change: (leaf: string | number) => string | number): unknown {
  if (typeof value === 'string' || typeof value === 'number') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapLeaves(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [String(change(name)), mapLeaves(one, change)]),
  );
}

/** Returns the call with a fictitious number in place of the real one. */
export function redactCall(call: RecordedCall): RecordedCall {
  return redactValue(call, createRedactor(call));
}
