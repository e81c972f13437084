/** Takes the number of whoever called, or was called, out of what is exported. */
import type { RecordedCall } from './recorded-call.ts';

/** What stands in its place behind the first digits: the same for everybody, so that nothing of a number can be guessed. */
const FICTITIOUS = '5550123456789';

/** So many digits stay, by which flows tell countries apart. */
const KEPT = 3;

/** The number of whoever is not us. */
export function otherNumber({ direction, from, to }: RecordedCall): string {
  return direction === 'inbound' ? from : to;
}

/** A number of nobody in particular, as long as this one and of the same country. */
export function fictitious(number: string): string {
  const [, plus = '', digits = ''] = /^(\+?)(\d+)$/.exec(number) ?? [];
  if (digits.length <= KEPT) return number;
  return plus + digits.slice(0, KEPT) + FICTITIOUS.slice(0, digits.length - KEPT);
}

/**
 * Puts the fictitious number in place of the real one in every text, with or without its country, however its digits are
 * spaced: what is replaced is the part behind the first digits.
 */
export function redactor(call: RecordedCall): (text: string) => string {
  const [real, instead] = [otherNumber(call), fictitious(otherNumber(call))].map(privatePart);
  if (real === undefined || instead === undefined || real.length < SHORTEST) return (text) => text;
  const spaced = new RegExp(real.split('').join('[ ,.()/-]{0,2}'), 'g');
  return (text) =>
    text.replace(spaced, (found) => {
      let index = 0;
      return found.replace(/\d/g, () => instead[index++] ?? '');
    });
}

/** So short a row of digits stands for many other things too. */
const SHORTEST = 4;

function privatePart(number: string): string {
  return number.replace(/\D/g, '').slice(KEPT);
}

/** The same for every text in a value of JSON, names included. */
export function redacted<Value>(value: Value, redact: (text: string) => string): Value {
  return JSON.parse(redact(JSON.stringify(value))) as Value;
}

/** A call in which a fictitious number stands in the place of the real one. */
export function withoutNumbers(call: RecordedCall): RecordedCall {
  return redacted(call, redactor(call));
}
