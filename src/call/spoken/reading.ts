/**
 * Reads entered or spoken input as a value of the requested type. Values are text in one form for all languages:
 * dates as 2026-12-24, times as 14:30, numbers as 12.5, amounts as 12.50, phone numbers in E.164.
 */
import type { CountryCode } from 'libphonenumber-js';
import { loadEnteredNumbers, normalizePhrase, type Reading } from '../../language/model/index.ts';
import { collectWords } from '../../language/speech/index.ts';
import { readTime } from './spoken-times.ts';
import { readAmount, readDate, readDigits, readMoney } from './spoken-values.ts';
import { findDateOrder } from './spoken-words.ts';

/** Loaded with the module, so that no call waits for it. */
const { parsePhoneNumberFromString } = loadEnteredNumbers();

/** The call's properties that decide how input is read. */
export interface InputContext {
  /** The caller's language. */
  language: string;
  /** The service number that the call is on. */
  ownNumber: string;
}

type InputReader = (entered: string, reading: Reading, asked: InputContext) => string | undefined;

const MAX_TEXT = 1_000;
const E164 = /^\+\d{4,15}$/;

const keyReaders: Record<Reading['type'], InputReader> = {
  digits: (keys) => keys,
  number: (keys, reading) => parseNumber(keys.replace('*', '.'), reading),
  currency: (keys) => parseAmount(keys.replace('*', '.')),
  date: (keys, reading, { language }) => parseDate(keys, reading.order ?? findDateOrder(language)),
  time: (keys) => parseTime(keys.slice(0, 2), keys.slice(2)),
  phone: parsePhone,
  text: () => undefined,
};

const PLUS = new RegExp(`(?:^| )(?:${collectWords(({ words }) => words.plus).join('|')})(?= )`);

const speechReaders: Record<Reading['type'], InputReader> = {
  digits: (said, _reading, { language }) => readDigits(said, language),
  number: (said, reading, { language }) => parseNumber(readAmount(said, language), reading),
  currency: (said, _reading, { language }) => parseAmount(readMoney(said, language)),
  date(said, { order }, { language }) {
    const found = readDate(said, language, order ?? findDateOrder(language));
    return found && parseDate(found, 'ymd');
  },
  time(said, _reading, { language }) {
    const found = readTime(said, language);
    return found && parseTime(found.hour, found.minute);
  },
  phone(said, reading, asked) {
    const digits = readDigits(said, asked.language);
    const isWhole = /^\s*\+/.test(said) || normalizePhrase(said).startsWith('plus ');
    // A plus sign later in the utterance may still belong to the digits.
    if (!isWhole && (said.includes('+') || PLUS.test(normalizePhrase(said)))) return undefined;
    return digits && parsePhone(`${isWhole ? '+' : ''}${digits}`, reading, asked);
  },
  text: (said) => stripPunctuation(said).slice(0, MAX_TEXT).trim() || undefined,
};

/** Returns the value of the entered keys; undefined when they form no value or one out of bounds. */
export function readKeyedValue(reading: Reading, keys: string, asked: InputContext): string | undefined {
  return keepWithinBounds(reading, keyReaders[reading.type](keys, reading, asked));
}

/** Returns the spoken value; undefined when there is none or it is out of bounds. */
export function readSpokenValue(reading: Reading, said: string, asked: InputContext): string | undefined {
  return keepWithinBounds(reading, speechReaders[reading.type](said, reading, asked));
}

/** Punctuation that a recogniser puts around and between sentences. */
const MARKS_BEHIND = /[.,;:!?…。，！？、\s]+$/u;
const MARKS_BEFORE = /^[¿¡\s]+/u;
const QUOTED = [
  /^"([^"]*)"$/u,
  /^“([^“”]*)”$/u,
  /^„([^„“”]*)[“”]$/u,
  /^«([^«»]*)»$/u,
  /^»([^«»]*)«$/u,
  /^'((?:[^']|(?<=\p{L})'(?=\p{L}))*)'$/u,
  /^‘((?:[^‘’]|(?<=\p{L})’(?=\p{L}))*)’$/u,
];

/** Removes the recogniser's trailing punctuation and surrounding quotes: "Berlin." is Berlin. */
function stripPunctuation(said: string): string {
  const bare = said.replace(MARKS_BEHIND, '').replace(MARKS_BEFORE, '');
  const inside = QUOTED.map((quoted) => quoted.exec(bare)?.[1]).find((text) => text !== undefined);
  return inside === undefined ? bare : stripPunctuation(inside);
}

/** Returns the value if it is within the bounds. Dates and times compare as text, all other types as numbers. */
function keepWithinBounds({ type, min, max }: Reading, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const order = type === 'date' || type === 'time' ? (text: string) => text : Number;
  const isLow = min !== undefined && order(value) < order(min);
  const isHigh = max !== undefined && order(value) > order(max);
  return isLow || isHigh ? undefined : value;
}

function parseNumber(text: string | undefined, { decimal = false }: Reading): string | undefined {
  if (text === undefined || !/^\d{1,15}(\.\d{1,15})?$/.test(text)) return undefined;
  return decimal || !text.includes('.') ? String(Number(text)) : undefined;
}

function parseAmount(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{1,13}(\.\d{1,2})?$/.test(text)) return undefined;
  return Number(text).toFixed(2);
}

/** Reads eight digits in this order; the year has four of them. */
function parseDate(digits: string, order: string): string | undefined {
  if (!/^\d{8}$/.test(digits)) return undefined;
  const parts: Record<string, string> = {};
  let at = 0;
  for (const part of order) {
    const length = part === 'y' ? 4 : 2;
    parts[part] = digits.slice(at, at + length);
    at += length;
  }
  const written = `${parts.y ?? ''}-${parts.m ?? ''}-${parts.d ?? ''}`;
  return isRealDate(written) ? written : undefined;
}

/** True for a date that exists in the calendar. */
export function isRealDate(written: string): boolean {
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
}

function parseTime(hour: string, minute: string): string | undefined {
  if (!/^\d{1,2}$/.test(hour) || !/^\d{2}$/.test(minute)) return undefined;
  return Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined;
}

function parsePhone(entered: string, { country }: Reading, { ownNumber }: InputContext): string | undefined {
  const home = (country as CountryCode | undefined) ?? parsePhoneNumberFromString(ownNumber)?.country;
  const number = parsePhoneNumberFromString(entered, home);
  return number?.isValid() === true && E164.test(number.number) ? number.number : undefined;
}
