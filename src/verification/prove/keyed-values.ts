/** Derives digits that a caller may enter from what a question accepts: its length, pattern, type and bounds. */
import type { CountryCode } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import { DAY_MINUTES, loadEnteredNumbers } from '../../language/model/index.ts';
import type { Accepts, Reading } from '../../language/model/index.ts';
import { findPatternWords } from './pattern-words.ts';

export type AcceptsDigits = Extract<Accepts, { kind: 'digits' }>;

/** Digits to enter, without a terminator. The question itself decides which of them fit. */
interface KeyedValues {
  values: string[];
  /** True if no digits can fit. */
  isNone: boolean;
}

/** Maximum number of digits, unless the question wants more. */
const MAX_DIGITS = 30;
const DIGITS = '1234567890'.repeat(3);
const BEGINNINGS = ['12', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

/** Lists digits that may fit, and digits just outside of what fits. `wanted` are digits that the flow compares with. */
export function listKeyedValues(accepts: AcceptsDigits, wanted: readonly string[]): KeyedValues {
  const { reading, pattern } = accepts;
  const lengths = listLengths(accepts);
  const typed = reading === undefined ? [] : listTypedValues(reading, lengths);
  const runs = lengths.flatMap((length) =>
    BEGINNINGS.map((begin) => begin.padEnd(length, DIGITS).slice(0, length)),
  );
  const words =
    pattern === undefined || (reading !== undefined && !isPlain(reading))
      ? undefined
      : findPatternWords(pattern, { characters: '[0-9]', ...findBounds(accepts) }, wanted);
  return {
    values: [...typed, ...(words?.inside ?? []), ...runs, ...(words?.outside ?? [])],
    isNone: words?.isEmpty === true,
  };
}

/** True if the digits are the value, so that a pattern applies to them. */
function isPlain({ type }: Reading): boolean {
  return type === 'digits';
}

function findBounds({ min, max }: AcceptsDigits): { min: number; max: number } {
  return { min, max: Math.min(max, Math.max(min, MAX_DIGITS)) };
}

/** Lists the lengths at the bounds, one inside, and one too short. */
function listLengths(accepts: AcceptsDigits): number[] {
  const { min, max } = findBounds(accepts);
  const lengths = [min, Math.min(max, min + 1), max, min - 1];
  return [...new Set(lengths)].filter((length) => length > 0);
}

function listTypedValues(reading: Reading, lengths: readonly number[]): string[] {
  switch (reading.type) {
    case 'date':
      return listDates(reading).flatMap(listDateOrders);
    case 'time':
      return listTimes(reading);
    case 'phone':
      return listNumbers(reading);
    case 'text':
      return [];
    default:
      return listAmounts(reading, lengths);
  }
}

const AMOUNTS = ['1', '2', '5', '10', '100', '1000', '0', '10*50'];

/** Lists amounts, padded with zeros where a question wants more digits. */
function listAmounts({ min, max, decimal = false }: Reading, lengths: readonly number[]): string[] {
  const bounds = [min, max].flatMap((bound) => (bound === undefined ? [] : [Number(bound)]));
  const [low = 0, high = low] = bounds;
  const near = bounds.flatMap((bound) => [bound, bound + 1, bound - 1, ...(decimal ? [bound + 0.5] : [])]);
  const between = Math.floor((low + high) / 2);
  const keyed = [...near, between].filter((number) => number >= 0).map((number) => toKeys(number));
  const all = bounds.length === 0 ? AMOUNTS : [...keyed, ...AMOUNTS];
  return all.flatMap((digits) => [digits, ...lengths.map((length) => digits.padStart(length, '0'))]);
}

/** Writes a number with a star as its decimal point. */
function toKeys(number: number): string {
  return String(Number(number.toFixed(2))).replace('.', '*');
}

const DAY_MS = DAY_MINUTES * 60_000;
/** Dates for questions without bounds, and one that no calendar has. */
const DATES = ['2026-12-24', '1980-01-01', '2026-01-02', '2028-02-29'];
const NO_DATE = '2026-02-31';

/** Lists the bounds, the days beside them, and a day between them. */
function listDates({ min, max }: Reading): string[] {
  const bounds = [min, max].flatMap((bound) =>
    bound === undefined ? [] : [Date.parse(`${bound}T00:00:00Z`)],
  );
  const [low = 0, high = low] = bounds;
  const near = bounds.flatMap((bound) => [bound, bound + DAY_MS, bound - DAY_MS]);
  const between = low + Math.floor((high - low) / DAY_MS / 2) * DAY_MS;
  const days =
    bounds.length === 0 ? [] : [...near, between].map((at) => new Date(at).toISOString().slice(0, 10));
  return [...days, ...DATES, NO_DATE];
}

/** Writes a date in each order. The question reads one of them. */
function listDateOrders(date: string): string[] {
  const [year = '', month = '', day = ''] = date.split('-');
  return [`${day}${month}${year}`, `${month}${day}${year}`, `${year}${month}${day}`];
}

const TIMES = ['0930', '1430', '2200', '0000', '2400'];

function listTimes({ min, max }: Reading): string[] {
  const bounds = [min, max].flatMap((bound) => (bound === undefined ? [] : [toMinutes(bound)]));
  const near = bounds.flatMap((bound) => [bound, bound + 1, bound - 1]);
  const inDay = near.filter((minute) => minute >= 0 && minute < DAY_MINUTES);
  return [...inDay.map(formatMinutes), ...TIMES];
}

function toMinutes(time: string): number {
  const [hour = '0', minute = '0'] = time.split(':');
  return Number(hour) * 60 + Number(minute);
}

function formatMinutes(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
}

const NUMBERS = ['03023125900', '004930231259', '15112345678', '2125550123', '030231259'];

/** Lists telephone numbers, the first in the country of the question. */
function listNumbers({ country }: Reading): string[] {
  const example =
    country === undefined
      ? undefined
      : loadEnteredNumbers().getExampleNumber(country as CountryCode, examples);
  return [...(example === undefined ? [] : [example.formatNational().replaceAll(/\D/g, '')]), ...NUMBERS];
}
