import { createInvalidParam } from '../../rest/answers.ts';
import { readOptionalFields, readOptionalText, type Fields } from '../../rest/fields.ts';

const optionNames = ['express-as', 'break', 'prosody', 'say-as'];
const prosodyNames = ['pitch', 'rate', 'volume', 'text', 'break', 'say-as'];
const sayAsNames = ['interpret-as', 'format', 'text'];
const styles = ['advertisement_upbeat', 'Cheerful', 'customerservice', 'Friendly', 'gentle'];
const volumes = ['silent', 'x-soft', 'soft', 'medium', 'loud', 'x-loud', 'default'];
const readings = [
  ...['characters', 'spell-out', 'cardinal', 'number', 'ordinal', 'number_digit', 'fraction', 'date', 'time'],
  ...['duration', 'telephone', 'currency', 'address', 'name'],
];

/** Values of `format` (voice.md 2.3); none are known for other readings. */
const formats = new Map([
  ['date', /^(?!.*(.).*\1)[dmy]{1,3}$/],
  ['time', /^hms(12|24)$/],
  ['duration', /^(hms|hm|ms)$/],
]);

/** voice.md 2.3, 8. */
const MAX_BREAK_MICROSECONDS = 5_000;
const microseconds: Record<string, number> = { '': 1, us: 1, µs: 1, μs: 1, ms: 1_000, s: 1_000_000 };

/**
 * Validates text_to_speech_option (voice.md 2.3), which has no effect on the emulated speech. Names are not
 * case-sensitive.
 */
export function checkSpeechOptions(fields: Fields): void {
  const options = readKnownFields(fields, 'text_to_speech_option', optionNames);
  checkName(options, 'express-as', styles);
  checkElements(options);
  const prosody = readKnownFields(options, 'prosody', prosodyNames);
  for (const name of ['text', 'pitch', 'rate']) readOptionalText(prosody, name);
  if (!/^[+-]?\d+(\.\d+)?%$/.test(readOptionalText(prosody, 'volume') ?? '0%'))
    checkName(prosody, 'volume', volumes);
  checkElements(prosody);
}

/** Validates what may occur inside the prosody and beside it. */
function checkElements(fields: Fields): void {
  checkBreak(fields.break);
  const sayAs = readKnownFields(fields, 'say-as', sayAsNames);
  checkName(sayAs, 'interpret-as', readings);
  const format = readOptionalText(sayAs, 'format')?.toLowerCase();
  const reading = readOptionalText(sayAs, 'interpret-as')?.toLowerCase() ?? '';
  if (format !== undefined && formats.get(reading)?.test(format) === false)
    throw createInvalidParam(`format is no format of a ${reading}`);
}

/** Reads an optional object without unknown members. */
function readKnownFields(fields: Fields, name: string, known: string[]): Fields {
  const given = readOptionalFields(fields, name) ?? {};
  const unknown = Object.keys(given).find((member) => !known.includes(member));
  if (unknown !== undefined) throw createInvalidParam(`${name} holds ${known.join(', ')}, not ${unknown}`);
  return given;
}

function checkName(fields: Fields, name: string, legal: string[]): void {
  const given = readOptionalText(fields, name);
  if (given === undefined) return;
  const isKnown = legal.some((one) => one.toLowerCase() === given.toLowerCase());
  if (!isKnown) throw createInvalidParam(`${name} must be one of ${legal.join(', ')}`);
}

/**
 * Validates durations in `break`. Their place is not specified, so every value that looks like one counts, in
 * microseconds unless it has a unit.
 */
function checkBreak(given: unknown): void {
  const values: unknown[] = typeof given === 'object' && given !== null ? Object.values(given) : [given];
  if (values.some((value) => toMicroseconds(value) >= MAX_BREAK_MICROSECONDS))
    throw createInvalidParam(`break must be below ${MAX_BREAK_MICROSECONDS} microseconds`);
}

/** Returns microseconds; 0 for anything that is not a duration. */
function toMicroseconds(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return 0;
  const [, amount = '', unit = ''] = /^\s*\+?([\d.]+)\s*([a-zµμ]*)\s*$/i.exec(value) ?? [];
  return Number.parseFloat(amount || '0') * (microseconds[unit.toLowerCase()] ?? 0);
}
