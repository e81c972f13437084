/** Reads the opening hours that a text tells: days, and hours from and to. */
import { memoize } from '../../../model/index.ts';
import type { SpeechLanguage } from '../../../speech/index.ts';
import { hoursWords, type HoursWords } from './hours-words.ts';

/** A time of day with all its meanings in minutes: "8" is in the morning or in the evening. */
export interface ToldTime {
  minutes: readonly number[];
  start: number;
  end: number;
}

/** Hours of a text, with the days that it names for them. */
export interface ToldHours {
  from: ToldTime;
  to: ToldTime;
  /** From 0 for Monday; empty when the sentence names none. */
  days: ReadonlySet<number>;
}

/** Opening hours as a text tells them. */
export interface ToldSchedule {
  hours: ToldHours[];
  /** "We open at 8", and "we close at 6". */
  opensAt: ToldTime[];
  closesAt: ToldTime[];
}

/** Returns the opening hours that a text tells; undefined for a text about something else. */
export function readHours(text: string, language: SpeechLanguage): ToldSchedule | undefined {
  const patterns = getPatterns(language);
  if (!patterns?.open.test(text)) return undefined;
  const plain = patterns.compounds
    .reduce((joined, { pattern, name }) => joined.replace(pattern, name), text.toLowerCase())
    .replace(/\b([ap])\.\s?m\b\.?/g, (found, part: string) => `${part}m`.padEnd(found.length));
  const told: ToldSchedule = { hours: [], opensAt: [], closesAt: [] };
  for (const { 0: sentence, index } of plain.matchAll(/(?:[^.!?;]|(?<=\d)\.(?=\d))+/g)) {
    if (patterns.other.test(sentence)) continue;
    told.hours.push(...readSentence(sentence, index, patterns));
    told.opensAt.push(...readSingle(sentence, index, { pattern: patterns.opensAt, patterns }));
    told.closesAt.push(...readSingle(sentence, index, { pattern: patterns.closesAt, patterns }));
  }
  return told;
}

interface Patterns {
  words: HoursWords;
  /** Word → number from 1 to 20. */
  numbers: ReadonlyMap<string, number>;
  /** Numbers of several words, such as "dix-huit", which the lists join by `_`. */
  compounds: readonly { pattern: RegExp; name: string }[];
  open: RegExp;
  other: RegExp;
  days: RegExp;
  span: RegExp;
  time: RegExp;
  /** Times behind "to" and "until". */
  ends: RegExp;
  opensAt: RegExp;
  closesAt: RegExp;
}

const getPatterns = memoize(({ tag, words: basic, numbers }: SpeechLanguage): Patterns | undefined => {
  const words = hoursWords[tag];
  if (words === undefined) return undefined;
  const named = [
    ...basic.digits.split(' ').slice(1),
    ...numbers.teens.split(' '),
    numbers.tens.split(' ', 1)[0] ?? '',
  ];
  // "Meia" is six on the telephone, and half behind an hour.
  const isHalf = (name: string): boolean =>
    Object.keys(words.after).some((after) => after.endsWith(` ${name}`));
  const known = new Map(
    named.flatMap((list, index) =>
      [...list.split('|'), ...(index === 0 && words.one !== undefined ? [words.one] : [])]
        .filter((name) => !isHalf(name))
        .map((name): [string, number] => [name, index + 1]),
    ),
  );
  const day = words.days.map((name) => `(?:${name})`).join('|');
  // Longer numbers come first: "dix_huit" before "dix".
  const time = createTime(
    words,
    [...known.keys()].toSorted((a, b) => b.length - a.length),
  );
  const article = String.raw`(?:\p{L}{1,3}[’'\s]\s*)?`;
  const joint = String.raw`(?:\s*(?:,\s*)?(?:${words.to})(?:\s+${article}|[’'])|\s*[-–—]\s*)`;
  return {
    words,
    numbers: known,
    compounds: [...known.keys()]
      .filter((name) => name.includes('_'))
      .map((name) => ({ pattern: whole(name.replaceAll('_', String.raw`[-\s]`), 'giu'), name })),
    open: whole(words.open),
    other: whole(words.other),
    days: whole(
      `(${day})(?:${joint}(${day}))?|(?<weekend>${words.weekend})|(?<weekdays>${words.weekdays})|(?<daily>${words.daily})`,
      'giu',
    ),
    span: whole(`(${time})${joint}(${time})`, 'giu'),
    time: whole(time),
    ends: whole(`(?:${words.to})(?:\\s+${article}|[’'])(?:${time})`, 'giu'),
    opensAt: whole(`(?:${words.opensAt})\\s+${article}(${time})`, 'giu'),
    closesAt: whole(`(?:${words.closesAt})\\s+${article}(${time})`, 'giu'),
  };
});

function whole(source: string, flags = 'iu'): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\d])(?:${source})(?![\p{L}\d])`, flags);
}

/** Matches a time without groups; {@link readTime} reads it. */
function createTime(words: HoursWords, numbers: readonly string[]): string {
  const before = Object.keys(words.before).join('|') || '(?!)';
  const after = Object.keys(words.after).join('|') || '(?!)';
  const hour = String.raw`(?:\d{1,2}(?:[:.]\d{2}|\s(?:15|30|45))?|${numbers.join('|')})`;
  return String.raw`(?:(?:${before})\s+)?(?:${hour}(?:\s*(?:${words.unit})(?:\s*\d{2})?)?(?:\s+(?:${after}|[ey]\s+(?:15|30|45)))?(?:\s*(?:${words.morning}|${words.evening}))?|(?:${words.noon})(?:\s+(?:${after}))?)`;
}

function readTime(text: string, start: number, { words, numbers }: Patterns): ToldTime {
  const end = start + text.length;
  const added = [...Object.entries(words.before), ...Object.entries(words.after)].find(([name]) =>
    whole(name).test(text),
  );
  if (whole(words.noon).test(text) && !/\d/.test(text))
    return { minutes: [12 * 60 + (added?.[1] ?? 0)], start, end };
  const figures = /(\d{1,2})(?:[:.](\d{2})|\s(15|30|45))?/.exec(text);
  const [, later] = new RegExp(String.raw`(?:${words.unit}|\s[ey])\s*(\d{2})`, 'iu').exec(text) ?? [];
  const word = text.split(/[^\p{L}_]+/u).find((one) => numbers.has(one)) ?? '';
  const hour = figures === null ? (numbers.get(word) ?? 0) : Number(figures[1]);
  const minutes = Number(figures?.[2] ?? figures?.[3] ?? later ?? 0) + (added?.[1] ?? 0);
  const isMorning = whole(words.morning).test(text);
  const isEvening = whole(words.evening).test(text);
  const base = hour % 12;
  const hours =
    hour > 12
      ? [hour]
      : isMorning
        ? [base]
        : isEvening
          ? [base + 12]
          : [base, base + 12, ...(base === 0 ? [24] : [])];
  return { minutes: hours.map((one) => one * 60 + minutes), start, end };
}

type Item = { days: number[] } | { from: ToldTime; to: ToldTime };

/** Reads a sentence: days stand before their hours, or behind them when the sentence begins with hours. */
function readSentence(sentence: string, offset: number, patterns: Patterns): ToldHours[] {
  const days = Array.from(sentence.matchAll(patterns.days), ({ 1: first, 2: last, index, groups }) => ({
    at: index,
    item: { days: first === undefined ? listGroup(groups) : listDays(first, last, patterns) },
  }));
  const spans = Array.from(
    sentence.matchAll(patterns.span),
    ({ 0: found, 1: from = '', 2: to = '', index }) => ({
      at: index,
      item: {
        from: readTime(from, offset + index, patterns),
        to: readTime(to, offset + index + found.length - to.length, patterns),
      },
    }),
  );
  const items = [...days, ...spans].toSorted((a, b) => a.at - b.at).map(({ item }) => item);
  const [first] = items;
  const isBehind = first !== undefined && 'from' in first;
  // "From 8 to 5, and on Wednesday until 12", "and until 12 on Wednesday": the day has an end of its own.
  const ends = Array.from(sentence.matchAll(patterns.ends)).length;
  const isTimeLast = patterns.time.test(sentence.slice(days.at(-1)?.at));
  if (isBehind && days.length > 0 && (isTimeLast || ends > spans.length))
    return items.flatMap((item) => ('from' in item ? [{ ...item, days: new Set<number>() }] : []));
  const found = assignDays(isBehind ? items.toReversed() : items);
  return isBehind ? found.toReversed() : found;
}

function assignDays(items: readonly Item[]): ToldHours[] {
  const found: ToldHours[] = [];
  let days = new Set<number>();
  let isUsed = false;
  for (const item of items) {
    if ('days' in item) {
      days = new Set(isUsed ? item.days : joinDays([...days], item.days));
      isUsed = false;
      continue;
    }
    found.push({ ...item, days });
    isUsed = true;
  }
  return found;
}

const WORKING_DAYS = [0, 1, 2, 3, 4];
const WEEKEND = [5, 6];

/** Returns the days of a word for several days. */
function listGroup({ weekend, weekdays }: Partial<Record<string, string>> = {}): number[] {
  if (weekend !== undefined) return WEEKEND;
  return weekdays === undefined ? [...WORKING_DAYS, ...WEEKEND] : WORKING_DAYS;
}

/** Joins days that are named for the same hours; "every day" is no more than the days that are named beside it. */
function joinDays(days: readonly number[], others: readonly number[]): readonly number[] {
  if (days.length === 7 && others.length > 0) return others;
  return others.length === 7 && days.length > 0 ? days : [...days, ...others];
}

function listDays(first: string, last: string | undefined, { words }: Patterns): number[] {
  const indexOf = (name: string): number =>
    words.days.findIndex((day) => new RegExp(`^(?:${day})$`, 'iu').test(name));
  const [from, to] = [indexOf(first), last === undefined ? indexOf(first) : indexOf(last)];
  const count = (to - from + 7) % 7;
  return Array.from({ length: count + 1 }, (_, index) => (from + index) % 7);
}

function readSingle(
  sentence: string,
  offset: number,
  { pattern, patterns }: { pattern: RegExp; patterns: Patterns },
): ToldTime[] {
  return Array.from(sentence.matchAll(pattern), ({ 0: found, 1: time = '', index }) =>
    readTime(time, offset + index + found.length - time.length, patterns),
  );
}
