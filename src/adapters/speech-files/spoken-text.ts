/**
 * Prepares texts for speech engines. No engine knows all names of `<say-as>`, so values are written out as words that any
 * engine reads correctly; engines without SSML get plain text.
 */
import { decodeXml, escapeXml } from '../../call/index.ts';
import type { Utterance } from '../../engine/ports/index.ts';

/** Returns the utterance as the engine can read it; one that consists of pauses stays as it is. */
export function prepareUtterance(utterance: Utterance, readsSsml: boolean): Utterance {
  if (!utterance.isSsml) return { ...utterance, text: utterance.text.trim() };
  const text = expandValues(utterance.text, utterance.language);
  const plain = { ...utterance, text: stripMarks(text), isSsml: false };
  return readsSsml || !hasWords(plain) ? { ...utterance, text } : plain;
}

/** True when a prepared utterance has something to say, beside pauses. */
export function hasWords({ text, isSsml }: Utterance): boolean {
  return /[\p{L}\p{N}]/u.test(isSsml ? stripMarks(text) : text);
}

/** Returns the length of the pauses of an utterance, ms. */
export function sumPausesMs({ text }: Utterance): number {
  const pauses = text.matchAll(/<break\s[^<>]*?\btime="(\d{1,6})(ms|s)"/g);
  return Array.from(pauses, ([, count, unit]) => Number(count) * (unit === 's' ? 1_000 : 1)).reduce(
    (sum, ms) => sum + ms,
    0,
  );
}

function expandValues(ssml: string, language: string): string {
  return ssml.replace(/<say-as\b([^<>]*)>([^<]*)<\/say-as>/g, (_, attributes: string, text: string) => {
    const kind = readAttribute(attributes, 'interpret-as');
    const format = readAttribute(attributes, 'format');
    return escapeXml(writeOut(decodeXml(text).trim(), { kind, format, language }));
  });
}

function readAttribute(attributes: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
}

/** Replaces pauses by commas and removes all other marks. */
function stripMarks(ssml: string): string {
  const text = ssml.replace(/\s*<break\b[^<>]*>\s*/g, ', ').replace(/<[^<>]*>/g, ' ');
  return decodeXml(text)
    .replace(/\s+/g, ' ')
    .replace(/(^|[.,;:!?])\s*(?:,\s*)+/g, '$1 ')
    .trim();
}

interface Reading {
  kind: string;
  format: string;
  language: string;
}

/** Returns a value as words; a value that does not have the form of its kind stays as it is. */
function writeOut(text: string, { kind, format, language }: Reading): string {
  switch (kind) {
    case 'characters':
    case 'spell-out':
    case 'number_digit':
    case 'digits':
    case 'telephone':
      return spellOut(text);
    case 'date':
      return writeDate(text, format, language) ?? text;
    case 'ordinal':
      return writeOrdinal(text, language);
    case 'currency':
      return writeAmount(text, language) ?? text;
    default:
      return text;
  }
}

function spellOut(text: string): string {
  return Array.from(text).join(' ').replace(/\s+/g, ' ').replace(/ -/g, ',');
}

/** Writes `2026-11-23`, or numbers in the order of the format, as `23 November 2026`. */
function writeDate(text: string, format: string, language: string): string | undefined {
  const order = format === '' ? 'ymd' : format;
  const numbers = text.split(/\D+/).filter((part) => part !== '');
  if (!/^[dmy]{1,3}$/.test(order) || numbers.length !== order.length) return undefined;
  const read = (letter: string) => Number(numbers[order.indexOf(letter)] ?? NaN);
  const [day, month, year] = [read('d'), read('m'), read('y')];
  // A leap year, so that 29 February exists without a year.
  const date = new Date(Date.UTC(year || 2_000, (month || 1) - 1, day || 1));
  if (date.getUTCMonth() !== (month || 1) - 1 || date.getUTCDate() !== (day || 1)) return undefined;
  return new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    ...(order.includes('d') && { day: 'numeric' }),
    ...(order.includes('m') && { month: 'long' }),
    ...(order.includes('y') && { year: 'numeric' }),
  }).format(date);
}

/** Endings of ordinal numbers in digits, by language; English has four. */
const ORDINAL_ENDINGS: Record<string, string> = { de: '.', nl: 'e', fr: 'e', es: 'º', it: 'º', pt: 'º' };
const ENGLISH_ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

function writeOrdinal(text: string, language: string): string {
  if (!/^\d{1,9}$/.test(text)) return text;
  const [base = ''] = language.split('-', 1);
  const english = ENGLISH_ENDINGS[new Intl.PluralRules('en', { type: 'ordinal' }).select(Number(text))];
  return `${text}${(base === 'en' ? english : ORDINAL_ENDINGS[base]) ?? ''}`;
}

/** Writes `12.50 EUR` with the name of the currency. */
function writeAmount(text: string, language: string): string | undefined {
  const [, amount, currency] = /^(-?\d{1,12}(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  if (amount === undefined || currency === undefined) return undefined;
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'name' }).format(
    Number(amount),
  );
}
