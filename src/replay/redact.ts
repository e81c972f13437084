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

/** Puts the fictitious number in place of the real one in everything that a value holds, however its digits are spaced. */
export function redactor(call: RecordedCall): (text: string) => string {
  const number = otherNumber(call);
  const digits = number.replace(/\D/g, '');
  if (digits.length <= KEPT) return (text) => text;
  const instead = fictitious(number).replace(/\D/g, '');
  const spaced = new RegExp(digits.split('').join('[ ,.-]{0,2}'), 'g');
  return (text) =>
    text.replace(spaced, (found) => {
      let index = 0;
      return found.replace(/\d/g, () => instead[index++] ?? '');
    });
}

/** The same for every text in a value of JSON, names included. */
export function redacted<Value>(value: Value, redact: (text: string) => string): Value {
  return JSON.parse(redact(JSON.stringify(value))) as Value;
}

/** A call in which a fictitious number stands in the place of the real one. */
export function withoutNumbers(call: RecordedCall): RecordedCall {
  return redacted(call, redactor(call));
}
