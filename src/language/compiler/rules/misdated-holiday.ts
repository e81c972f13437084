import type { Finding } from '../../diagnostics/index.ts';
import { spanAt } from '../read/document.ts';
import { toList } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports days of `holidays` with the name of a holiday that is on another day of that year. Days that move with Easter
 * are exact; those with a date of their own may be kept a few days later, where they fall on a weekend. And ranges of
 * weeks that last a day or two with day and month of the end exchanged.
 */
export const misdatedHoliday: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const [hours, schedule] of Object.entries(draft.source.hours ?? {}))
      for (const [index, holiday] of toList(schedule?.holidays).entries()) {
        const found = findExchangedEnd(holiday);
        if (found !== undefined)
          report({ ...found, span: spanAt(draft.document, ['hours', hours, 'holidays', index, 'to']) });
        const { date, name } = (holiday ?? {}) as { date?: unknown; name?: unknown };
        if (typeof name !== 'string' || typeof date !== 'string' || !DATE.test(date)) continue;
        const right = findDate(name, Number(date.slice(0, 4)));
        const late = right === undefined ? 0 : countDays(right.date, date);
        if (right === undefined || late === 0 || (!right.isExact && late > 0 && late <= SUBSTITUTED_DAYS))
          continue;
        report({
          code: 'misdated-holiday',
          message: `${name} is on ${right.date}, not on ${date}`,
          span: spanAt(draft.document, ['hours', hours, 'holidays', index, 'date']),
          hint: 'correct the date, or the name',
        });
      }
  },
};

const DATE = /^\d{4}-\d\d-\d\d$/;
/** Number of days from which on a range is long, and up to which it is short. */
const LONG_DAYS = 21;
const SHORT_DAYS = 4;

/** Describes a range of weeks that lasts a day or two with day and month of its end exchanged. */
function findExchangedEnd(holiday: unknown): Omit<Finding, 'span'> | undefined {
  const { from, to, name } = (holiday ?? {}) as { from?: unknown; to?: unknown; name?: unknown };
  if (typeof from !== 'string' || typeof to !== 'string' || !DATE.test(from) || !DATE.test(to))
    return undefined;
  const [year = '', month = '', day = ''] = to.split('-');
  const meant = `${year}-${day}-${month}`;
  const days = countDays(from, to) + 1;
  const fewer = countDays(from, meant) + 1;
  if (days < LONG_DAYS || !(fewer >= 1 && fewer <= SHORT_DAYS)) return undefined;
  return {
    code: 'misdated-holiday',
    message: `${typeof name === 'string' ? name : 'this holiday'} lasts ${days} days, from ${from} to ${to}`,
    hint: `dates are written year, month, day: did you mean ${meant}?`,
  };
}

/** Maximum number of days by which a holiday that falls on a weekend is kept later. */
const SUBSTITUTED_DAYS = 3;

interface KnownHoliday {
  name: RegExp;
  /** The day as `MM-DD`, or the number of days after Easter Sunday. */
  on: string | number;
}

/** Holidays of the western churches, and New Year's Day, by their whole names. */
const HOLIDAYS: readonly KnownHoliday[] = [
  {
    on: '01-01',
    name: /^(?:new year'?s? day|neujahr(?:stag)?|jour de l'an|año nuevo|capodanno|nieuwjaar(?:sdag)?|nowy rok|ano novo|nyårsdagen)$/iu,
  },
  {
    on: -2,
    name: /^(?:good friday|karfreitag|vendredi saint|viernes santo|venerdì santo|goede vrijdag|wielki piątek|sexta-feira santa|långfredagen)$/iu,
  },
  {
    on: 0,
    name: /^(?:easter sunday|ostersonntag|dimanche de pâques|domingo de pascua|(?:domenica di )?pasqua|eerste paasdag|wielkanoc|(?:domingo de )?páscoa|påskdagen)$/iu,
  },
  {
    on: 1,
    name: /^(?:easter monday|ostermontag|lundi de pâques|lunes de pascua|lunedì dell'angelo|pasquetta|tweede paasdag|poniedziałek wielkanocny|annandag påsk)$/iu,
  },
  {
    on: 39,
    name: /^(?:ascension day|(?:christi )?himmelfahrt|ascension|hemelvaart(?:sdag)?|kristi himmelsfärdsdag)$/iu,
  },
  { on: 50, name: /^(?:whit monday|pfingstmontag|lundi de pentecôte|tweede pinksterdag)$/iu },
  { on: 60, name: /^(?:corpus christi|fronleichnam|boże ciało|corpo de deus)$/iu },
  {
    on: '12-25',
    name: /^(?:christmas(?: day)?|(?:1\.|erster) weihnachts(?:feier)?tag|weihnachten|noël|navidad|natale|eerste kerstdag|boże narodzenie|natal|juldagen)$/iu,
  },
];

function findDate(name: string, year: number): { date: string; isExact: boolean } | undefined {
  const known = HOLIDAYS.find((one) => one.name.test(name.trim().replaceAll('’', "'")));
  if (known === undefined) return undefined;
  if (typeof known.on === 'string') return { date: `${year}-${known.on}`, isExact: false };
  const easter = Date.parse(findEaster(year));
  return { date: new Date(easter + known.on * DAY_MS).toISOString().slice(0, 10), isExact: true };
}

const DAY_MS = 86_400_000;

/** Returns the number of days from one date to another. */
function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Returns Easter Sunday in the Gregorian calendar, by the anonymous algorithm in Meeus, Astronomical Algorithms, ch. 8. */
function findEaster(year: number): string {
  const golden = year % 19;
  const [century, rest] = [Math.floor(year / 100), year % 100];
  const leap = Math.floor((century + 8) / 25);
  const moon =
    (19 * golden + century - Math.floor(century / 4) - Math.floor((century - leap + 1) / 3) + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7;
  const shift = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const days = moon + weekday - 7 * shift + 114;
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
