/** Reads times of day in recognised speech: "half past eight", "acht Uhr dreißig", "2:30 pm". Ambiguous times are rejected. */
import { normalizePhrase } from '../../language/model/index.ts';
import { readNumberWords } from './spoken-numbers.ts';
import { otherLanguages, findSpeech, collectWords, type TimeWords } from '../../language/speech/index.ts';
import { isUnclear, findSpokenWords } from './spoken-words.ts';

/** An hour and its minutes, each as digits. */
interface SpokenTime {
  hour: string;
  minute: string;
}

/** Boundaries between figures and letters: 9h15, 2pm. */
const BETWEEN = /(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu;

/** Parts of the day that choose between two hours; phrases come first, since one of them may contain "am". */
const HALVES = ['morning', 'evening', 'night', 'am', 'pm'] as const;
type Half = (typeof HALVES)[number];

/** Words understood in a language that has no table. */
const COMMON_HALVES: Record<Half, string> = {
  morning: '(?!)',
  evening: '(?!)',
  night: '(?!)',
  am: 'am',
  pm: 'pm',
};

/** Reads one time of day; undefined when no hour is named as such, or more than one time is said. */
export function readTime(said: string, language: string): SpokenTime | undefined {
  const row = findSpeech(language)?.times;
  const hourWords = Array.from(findSpokenWords(language).hour).join('|') || '(?!)';
  const plain = normalizePhrase(said.replace(/(?:\b([ap])\.\s?m|(?<=\d ?)([ap])\s?m)\b\.?/gi, '$1$2m'));
  const { halves, text: words } = splitHalves(plain.replace(BETWEEN, ' '), row);
  const text = replaceNumberWords(words, language, row);
  const forms = [...buildPhraseForms(row), ...buildPlainForms(hourWords, halves.length > 0)];
  for (const { form, minutes } of forms) {
    const pattern = new RegExp(`(?:^| )${form.replace('{hour}', `(?: (?:${hourWords}))?`)}(?= |$)`, 'u');
    const found = pattern.exec(text);
    if (found === null) continue;
    const rest = text.replace(pattern, ' ');
    const { h = '', m = '0' } = found.groups ?? {};
    return isClear(rest, language) ? toSpokenTime(Number(h), minutes(Number(m)), halves) : undefined;
  }
  return undefined;
}

/** Replaces number words by figures and named hours ("noon") by hours. */
function replaceNumberWords(plain: string, language: string, row: TimeWords | undefined): string {
  const hour = Array.from(findSpokenWords(language).hour)[0] ?? '';
  const told = row?.one === undefined ? plain : plain.replace(row.one, '1');
  const text = readNumberWords(told.split(' '), language)
    .map(({ word, figure }) => word ?? figure)
    .join(' ');
  return Object.entries(row?.named ?? {}).reduce(
    (line, [name, at]) =>
      line.replace(new RegExp(`(?<=^| )(?:(?:0|12)(?: ${hour})? )?${name}(?= |$)`, 'u'), `${at} ${hour}`),
    text,
  );
}

/** Separates the parts of the day from the rest of the text. */
function splitHalves(said: string, row: TimeWords | undefined): { halves: Half[]; text: string } {
  const words = { ...COMMON_HALVES, ...row };
  const halves: Half[] = [];
  let text = said;
  for (const half of HALVES) {
    const rest = text.replace(new RegExp(`(?<=^| )(?:${words[half]})(?= |$)`, 'gu'), '');
    if (rest !== text) halves.push(half);
    text = rest;
  }
  return { halves, text: text.trim() };
}

interface Form {
  /** A pattern with the groups `h` and `m`. */
  form: string;
  /** Converts the spoken minutes to minutes after the hour. */
  minutes: (m: number) => number;
}

const HOUR = '(?<h>\\d{1,2}){hour}';
const counts: Record<string, (m: number) => number> = {
  '+M': (m) => m,
  '-M': (m) => -m,
  '-30+M': (m) => m - 30,
  '-30-M': (m) => -m - 30,
};

function buildPhraseForms(row: TimeWords | undefined): Form[] {
  return Object.entries(row?.phrases ?? {}).map(([phrase, told]) => ({
    form: phrase.replace('H', HOUR).replace('M', '(?<m>[1-5]?\\d)').replace('L', '(?<m>1[3-9]|[2-5]\\d)'),
    minutes: typeof told === 'number' ? () => told : (counts[told] ?? Number),
  }));
}

function buildPlainForms(hourWords: string, isHalfSaid: boolean): Form[] {
  const alone = isHalfSaid ? ['(?<h>\\d{1,2})'] : [];
  return [
    `(?<h>\\d{1,2}) (?:${hourWords}) (?<m>\\d{1,2})`,
    '(?<h>\\d{1,2}) (?<m>\\d{2})',
    '(?<h>\\d{1,2}?)(?<m>\\d{2})',
    `(?<h>\\d{1,2}) (?:${hourWords})`,
    ...alone,
  ].map((form) => ({ form, minutes: Number }));
}

/** Parts of the day in all languages: one that was not understood may mean the other half of the day. */
const PART_OF_DAY = new RegExp(
  [...collectWords(({ times }) => times.partsOfDay), ...otherLanguages.partsOfDay].join('|'),
);
/** Words that turn the following time into a duration or an offset. */
const RELATIVE = new RegExp(`(?:^| )(?:${collectWords(({ times }) => times.relative).join('|')})(?= |$)`);

/** True when the rest of the text contains nothing else that may be a time or change this one. */
function isClear(rest: string, language: string): boolean {
  if (PART_OF_DAY.test(rest) || RELATIVE.test(rest)) return false;
  return !rest.split(' ').some((word) => /\d/.test(word) || isUnclear(word, language));
}

/** Converts to a time of the 24-hour clock; the hour before one is twelve. */
function toSpokenTime(hour: number, minutes: number, halves: Half[]): SpokenTime | undefined {
  if (hour > 24 || Math.abs(minutes) > 59) return undefined;
  const start = minutes < 0 && hour < 2 ? hour + (hour === 0 ? 24 : 12) : hour;
  const total = start * 60 + minutes;
  const at = to24Hours(Math.floor(total / 60), halves);
  return at === undefined ? undefined : { hour: String(at), minute: String(total % 60).padStart(2, '0') };
}

/** Returns the hour on which all parts of the day agree. */
function to24Hours(hour: number, halves: Half[]): number | undefined {
  if (halves.length === 0) return hour;
  const [at, ...others] = new Set(halves.flatMap((half) => applyHalf(half, hour) ?? []));
  return others.length === 0 ? at : undefined;
}

function applyHalf(half: Half, hour: number): number | undefined {
  switch (half) {
    case 'am':
    case 'pm':
      return hour < 1 || hour > 12 ? undefined : (hour % 12) + (half === 'pm' ? 12 : 0);
    case 'morning':
      return hour < 12 ? hour : undefined;
    case 'evening':
      return hour > 0 && hour < 12 ? hour + 12 : hour;
    case 'night':
      return hour === 12 ? 0 : hour > 5 && hour < 12 ? hour + 12 : hour;
  }
}
