/** Times of day in recognised speech: "half past eight", "acht Uhr dreißig", "2:30 pm". What may mean two hours is none. */
import { normalized } from '../../language/model/index.ts';
import { inWords } from './spoken-numbers.ts';
import { isUnclear, languageOf, spokenWords } from './spoken-words.ts';

/** Lists are separated by |. In phrases H is an hour, M minutes, L so many minutes that they can be no hour. */
interface Row {
  /** Words that are an hour. */
  named: Record<string, number>;
  /** How minutes are told; M and L count with the sign. */
  phrases: Record<string, number | '+M' | '-M' | '-30+M' | '-30-M'>;
  /** What makes one o'clock of a word that is no number. */
  one?: RegExp;
  /** Where "am" is an ordinary word too: when it is none. */
  am?: string;
  /** Before noon. */
  morning: string;
  /** After noon. */
  evening: string;
  /** In the evening, or after midnight. */
  night: string;
}

const rows: Record<string, Row> = {
  en: {
    named: { noon: 12, midday: 12, midnight: 0 },
    phrases: {
      'half past H': 30,
      'quarter past H': 15,
      'quarter after H': 15,
      'quarter to H': -15,
      'quarter till H': -15,
      'M minutes past H': '+M',
      'M past H': '+M',
      'M minutes to H': '-M',
      'L to H': '-M',
    },
    am: '(?<!^|\\b(?:i|when|where|time) )am',
    morning: 'in the morning',
    evening: 'in the afternoon|in the evening|tonight',
    night: 'at night',
  },
  de: {
    named: { mitternacht: 0 },
    phrases: {
      'M vor halb H': '-30-M',
      'M nach halb H': '-30+M',
      'halb H': -30,
      'viertel nach H': 15,
      'viertel vor H': -15,
      'dreiviertel H': -15,
      'M nach H': '+M',
      'M vor H': '-M',
    },
    one: /\bein(?= uhr\b)/,
    am: '(?!)',
    morning: 'morgens|am morgen|früh|vormittags|am vormittag',
    evening: 'nachmittags|am nachmittag|abends|am abend',
    night: 'nachts|in der nacht',
  },
  fr: {
    named: { midi: 12, minuit: 0 },
    phrases: {
      'H et demie': 30,
      'H et demi': 30,
      'H et quart': 15,
      'H moins le quart': -15,
      'H moins quart': -15,
      'H moins M': '-M',
    },
    one: /\bune(?= heure\b)/,
    morning: 'du matin',
    evening: 'de laprès midi|du soir',
    night: 'de la nuit',
  },
  es: {
    named: { mediodía: 12, medianoche: 0 },
    phrases: { 'H y media': 30, 'H y cuarto': 15, 'H menos cuarto': -15, 'H menos M': '-M', 'H y M': '+M' },
    one: /(?<=\bla )una\b/,
    morning: 'de la mañana|de la madrugada',
    evening: 'de la tarde',
    night: 'de la noche',
  },
  it: {
    named: { mezzogiorno: 12, mezzanotte: 0 },
    phrases: {
      'H e mezza': 30,
      'H e mezzo': 30,
      'H e un quarto': 15,
      'H meno un quarto': -15,
      'H meno M': '-M',
      'H e M': '+M',
    },
    one: /(?<=^| )(?:all|l)una\b/,
    morning: 'di mattina|del mattino',
    evening: 'del pomeriggio|di pomeriggio|di sera|della sera',
    night: 'di notte',
  },
  nl: {
    named: { middernacht: 0 },
    phrases: {
      'M voor half H': '-30-M',
      'M over half H': '-30+M',
      'half H': -30,
      'kwart over H': 15,
      'kwart voor H': -15,
      'M over H': '+M',
      'M voor H': '-M',
    },
    one: /\been(?= uur\b)/,
    morning: 'ochtends|morgens',
    evening: 'middags|avonds',
    night: 'nachts',
  },
  pt: {
    named: { 'meio dia': 12, 'meia noite': 0 },
    phrases: { 'H e meia': 30, 'M para as H': '-M', 'H e M': '+M' },
    one: /\buma(?= hora\b)|(?<=(?:^| )à )uma\b/,
    morning: 'da manhã|da madrugada',
    evening: 'da tarde',
    night: 'da noite',
  },
};

/** An hour and its minutes, as they are told apart by `readTime`. */
export interface SpokenTime {
  hour: string;
  minute: string;
}

/** Between figures and letters: 9h15, 2pm. */
const BETWEEN = /(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu;

/** Parts of the day that say which of two hours is meant: phrases first, since one of them may hold "am". */
const HALVES = ['morning', 'evening', 'night', 'am', 'pm'] as const;
type Half = (typeof HALVES)[number];

/** What is understood in a language without a row. */
const ANYWHERE: Record<Half, string> = {
  morning: '(?!)',
  evening: '(?!)',
  night: '(?!)',
  am: 'am',
  pm: 'pm',
};

/** An hour and its minutes; undefined for an hour of which it is not said that it is one, and for more than one time. */
export function readTime(said: string, language: string): SpokenTime | undefined {
  const row = rows[languageOf(language)];
  const hourWords = Array.from(spokenWords(language).hour).join('|') || '(?!)';
  const plain = normalized(said.replace(/(?:\b([ap])\.\s?m|(?<=\d ?)([ap])\s?m)\b\.?/gi, '$1$2m'));
  const { halves, text: words } = withoutHalves(plain.replace(BETWEEN, ' '), row);
  const text = inFigures(words, language, row);
  const forms = [...phrasesOf(row), ...plainForms(hourWords, halves.length > 0)];
  for (const { form, minutes } of forms) {
    const pattern = new RegExp(`(?:^| )${form.replace('{hour}', `(?: (?:${hourWords}))?`)}(?= |$)`, 'u');
    const found = pattern.exec(text);
    if (found === null) continue;
    const rest = text.replace(pattern, ' ');
    const { h = '', m = '0' } = found.groups ?? {};
    return isClear(rest, language) ? onClock(Number(h), minutes(Number(m)), halves) : undefined;
  }
  return undefined;
}

/** The words, all numbers in figures, names of hours as hours. */
function inFigures(plain: string, language: string, row: Row | undefined): string {
  const hour = Array.from(spokenWords(language).hour)[0] ?? '';
  const told = row?.one === undefined ? plain : plain.replace(row.one, '1');
  const text = inWords(told.split(' '), language)
    .map(({ word, figure }) => word ?? figure)
    .join(' ');
  return Object.entries(row?.named ?? {}).reduce(
    (line, [name, at]) =>
      line.replace(new RegExp(`(?<=^| )(?:(?:0|12)(?: ${hour})? )?${name}(?= |$)`, 'u'), `${at} ${hour}`),
    text,
  );
}

/** The parts of the day that are said, and what else is. */
function withoutHalves(said: string, row: Row | undefined): { halves: Half[]; text: string } {
  const words = { ...ANYWHERE, ...row };
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
  /** With groups `h` and `m`. */
  form: string;
  /** From the hour on. */
  minutes: (m: number) => number;
}

const HOUR = '(?<h>\\d{1,2}){hour}';
const counts: Record<string, (m: number) => number> = {
  '+M': (m) => m,
  '-M': (m) => -m,
  '-30+M': (m) => m - 30,
  '-30-M': (m) => -m - 30,
};

function phrasesOf(row: Row | undefined): Form[] {
  return Object.entries(row?.phrases ?? {}).map(([phrase, told]) => ({
    form: phrase.replace('H', HOUR).replace('M', '(?<m>[1-5]?\\d)').replace('L', '(?<m>1[3-9]|[2-5]\\d)'),
    minutes: typeof told === 'number' ? () => told : (counts[told] ?? Number),
  }));
}

function plainForms(hourWords: string, isHalfTold: boolean): Form[] {
  const alone = isHalfTold ? ['(?<h>\\d{1,2})'] : [];
  return [
    `(?<h>\\d{1,2}) (?:${hourWords}) (?<m>\\d{1,2})`,
    '(?<h>\\d{1,2}) (?<m>\\d{2})',
    '(?<h>\\d{1,2}?)(?<m>\\d{2})',
    `(?<h>\\d{1,2}) (?:${hourWords})`,
    ...alone,
  ].map((form) => ({ form, minutes: Number }));
}

/** Parts of the day, however they are said: one that was not understood may mean the other half of it. */
const PART_OF_DAY =
  /evening|afternoon|night|abend|mittag|nacht|soir|midi|tarde|noche|sera|pomeriggio|notte|avond|middag|noite|wiecz|połud|kväll|aften/;
/** What makes a length of time, or a time before or after another one, of what follows. */
const RELATIVE = /(?:^| )(?:dans|hace|dentro|tra|fra|over|daqui|before|after|vor|nach|avant|ago)(?= |$)/;

/** True where nothing else is said that may be a time, or make another one of it. */
function isClear(rest: string, language: string): boolean {
  if (PART_OF_DAY.test(rest) || RELATIVE.test(rest)) return false;
  return !rest.split(' ').some((word) => /\d/.test(word) || isUnclear(word, language));
}

/** Before one o'clock is twelve, as on a clock. */
function onClock(hour: number, minutes: number, halves: Half[]): SpokenTime | undefined {
  if (hour > 24 || Math.abs(minutes) > 59) return undefined;
  const start = minutes < 0 && hour < 2 ? hour + (hour === 0 ? 24 : 12) : hour;
  const total = start * 60 + minutes;
  const at = in24Hours(Math.floor(total / 60), halves);
  return at === undefined ? undefined : { hour: String(at), minute: String(total % 60).padStart(2, '0') };
}

/** The hour that all parts of the day agree on. */
function in24Hours(hour: number, halves: Half[]): number | undefined {
  if (halves.length === 0) return hour;
  const [at, ...others] = new Set(halves.flatMap((half) => hourIn(half, hour) ?? []));
  return others.length === 0 ? at : undefined;
}

function hourIn(half: Half, hour: number): number | undefined {
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
