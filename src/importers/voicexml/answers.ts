/** What an answer of the caller means to a question, by the rules of VoiceXML. */
import type { Builtin, Choice, Grammar } from './model.ts';

/** A value that fits, or the choice that leads on. */
export interface Match {
  value: string | boolean;
  choice?: Choice;
}

const TIME = /^([01]\d|2[0-3])[0-5]\d$/;

/** Tries keys against a grammar and the links above it. */
export function matchKeys(
  keys: string,
  { choices, builtin }: Grammar,
  links: readonly Choice[],
): Match | undefined {
  const [entered = ''] = keys === '#' ? ['#'] : keys.split('#');
  const all = [...choices, ...links];
  const choice =
    all.find((one) => one.keys !== undefined && one.keys === entered) ??
    (builtin === undefined && hasKeysWithinKeys(all) ? findBeginning(entered, all) : undefined);
  if (choice !== undefined) return { value: choice.value, choice };
  if (builtin === undefined) return undefined;
  const value = readKeyed(builtin.type, entered.slice(0, builtin.max), builtin.min);
  return value === undefined ? undefined : { value };
}

/** True if the keys of a choice are the beginning of those of another one. */
export function hasKeysWithinKeys(choices: readonly Choice[]): boolean {
  const keys = choices.flatMap((choice) => choice.keys ?? []);
  return keys.some((key) => keys.some((other) => other !== key && other.startsWith(key)));
}

/** Finds the choice with the most keys with which an entry begins, as the reason KEYS_WITHIN_KEYS says. */
function findBeginning(entered: string, choices: readonly Choice[]): Choice | undefined {
  return choices
    .filter(({ keys }) => keys !== undefined && keys !== '' && entered.startsWith(keys))
    .toSorted((one, other) => (other.keys ?? '').length - (one.keys ?? '').length)[0];
}

/** Tries words against a grammar and the links above it. */
export function matchWords(words: string, { choices }: Grammar, links: readonly Choice[]): Match | undefined {
  const said = simplify(words);
  const choice = [...choices, ...links].find(({ phrases }) =>
    phrases.some((phrase) => simplify(phrase) === said),
  );
  return choice === undefined ? undefined : { value: choice.value, choice };
}

/** True for a field whose value is what was keyed in, digit by digit: then `field$.utterance` is its value. */
export function isKeyed({ choices, builtin }: Grammar): boolean {
  return (
    choices.length === 0 &&
    (builtin?.type === 'digits' || builtin?.type === 'number' || builtin?.type === 'phone')
  );
}

function simplify(words: string): string {
  return words.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

function readKeyed(type: Builtin, entered: string, min: number): string | undefined {
  switch (type) {
    case 'digits':
    case 'number':
    case 'phone':
      return /^\d+$/.test(entered) && entered.length >= min ? entered : undefined;
    case 'date': {
      const date = /^(\d{4})(\d\d)(\d\d)$/.exec(entered);
      if (date === null) return undefined;
      const [, year, month, day] = date.map(Number);
      const moment = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day));
      return moment.getUTCMonth() + 1 === month && moment.getUTCDate() === day ? entered : undefined;
    }
    case 'time':
      return TIME.test(entered) ? `${entered}h` : undefined;
    case 'currency': {
      const [, whole = '', part = ''] = /^(\d+)(?:\*(\d{1,2}))?$/.exec(entered) ?? [];
      return whole === '' ? undefined : `${Number(whole)}.${part.padEnd(2, '0')}`;
    }
  }
}

/** Keys that are examples of a built-in type. */
export function listKeyedExamples({ builtin }: Grammar): string[] {
  if (builtin === undefined) return [];
  const { type, min, max } = builtin;
  const digits = (length: number): string => '1234567890'.repeat(2).slice(0, length);
  switch (type) {
    case 'digits':
    case 'number':
    case 'phone':
      return [...new Set([min, Math.min(max, min + 1), min - 1])]
        .filter((length) => length > 0)
        .map((length) => (length < max ? `${digits(length)}#` : digits(length)));
    case 'date':
      return ['20261224', '20261340'];
    case 'time':
      return ['1430', '2561'];
    case 'currency':
      return ['12*50#', '7#'];
  }
}
