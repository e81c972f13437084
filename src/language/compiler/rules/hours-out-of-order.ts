import type { Report } from '../../diagnostics/index.ts';
import { isDay, type Opening } from '../../model/index.ts';
import { parseOpenings } from '../check/opening-hours.ts';
import { keySpanAt, spanAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { toList } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports times and dates that stand in another order than that of the clock and the calendar, where one slip explains
 * it: an afternoon that is written on a twelve-hour clock behind the morning, and a day of another year than the days
 * around it, which also stands beside them in another list. Lists that are in no order at all are left alone.
 */
export const hoursOutOfOrder: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const [name, schedule] of Object.entries(draft.source.hours ?? {})) {
      const { open = {}, exceptions = {}, holidays } = schedule ?? {};
      for (const [part, days] of Object.entries({ open, exceptions }))
        for (const [day, times] of Object.entries(days))
          checkClock(times, { draft, report, path: ['hours', name, part, day] });
      const exceptional = Object.keys(exceptions);
      const free = listDays(toList(holidays));
      const written = [...free.map(({ day }) => day), ...exceptional];
      const path = ['hours', name];
      checkYears(free, { written, draft, report, path: [...path, 'holidays'] });
      const keys = exceptional.map((day): DayAt => ({ day, at: [day] }));
      checkYears(keys, { written, draft, report, path: [...path, 'exceptions'] });
    }
  },
};

interface Checking {
  draft: FlowDraft;
  report: Report;
  path: Path;
}

/** Minutes from midnight. */
const NOON = 12 * 60;
const LATEST_MORNING = 14 * 60;
const LONGEST_BREAK = 4 * 60;

/** Reports periods before the morning that follow the morning in the list, and the break at noon once they are 12 hours later. */
function checkClock(times: unknown, { draft, report, path }: Checking): void {
  if (!Array.isArray(times)) return;
  const periods = times.map((time) => parseOpenings(time).at(0));
  for (const [index, period] of periods.entries()) {
    const before = periods[index - 1];
    if (before === undefined || period === undefined || !isAfternoon(period, before)) continue;
    const { from, to } = period;
    report({
      code: 'twelve-hour-clock',
      message: `this period is open at night, from ${formatTime(from)} on, but is written after the morning`,
      span: spanAt(draft.document, [...path, index]),
      hint: `times are on a 24-hour clock: did you mean ${formatTime(from + NOON)}-${formatTime(to + NOON)}?`,
    });
  }
}

function isAfternoon({ from, to }: Opening, before: Opening): boolean {
  const rest = from + NOON - before.to;
  const isMorning = before.from < before.to && before.to <= LATEST_MORNING;
  return isMorning && from < to && to <= before.from && to <= NOON && rest >= 0 && rest <= LONGEST_BREAK;
}

function formatTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((one) => String(one).padStart(2, '0')).join(':');
}

interface DayAt {
  day: string;
  /** Its path below the list. */
  at: Path;
}

function listDays(holidays: readonly unknown[]): DayAt[] {
  return holidays.flatMap((holiday, index): DayAt[] => {
    if (typeof holiday === 'string') return [{ day: holiday, at: [index] }];
    const { date, from } = (holiday ?? {}) as { date?: string; from?: string };
    const key = date === undefined ? 'from' : 'date';
    return date === undefined && from === undefined ? [] : [{ day: date ?? from ?? '', at: [index, key] }];
  });
}

/** A day that is further than this from all others is alone. */
const FAR_DAYS = 270;
/** Another year brings a day that is alone as near as this. */
const NEAR_DAYS = 60;
/** A day that breaks no order belongs to the others only when another year brings it as near as this. */
const BESIDE_DAYS = 7;

/** Reports the only day of a list that another year brings back into the order, or beside the others. */
function checkYears(
  days: readonly DayAt[],
  { written, draft, report, path }: Checking & { written: readonly string[] },
): void {
  if (!written.every(isDay)) return;
  const odd = days.flatMap((one, index) => {
    const meant = findMeantDay(index, days, written);
    return meant === undefined ? [] : [{ ...one, meant }];
  });
  const [found, ...more] = odd;
  if (found === undefined || more.length > 0) return;
  const { day, meant, at } = found;
  const place = [...path, ...at];
  report({
    code: 'other-year',
    message: `${day} is in another year than the days beside it`,
    span: path.at(-1) === 'exceptions' ? keySpanAt(draft.document, place) : spanAt(draft.document, place),
    hint: `did you mean ${meant}?`,
  });
}

/** Returns the day a year later or earlier that was meant; a day within a list in disorder need not be alone. */
function findMeantDay(index: number, days: readonly DayAt[], written: readonly string[]): string | undefined {
  const { day = '' } = days[index] ?? {};
  const others = written.filter((other) => other !== day);
  const isInOrder = isOrdered(days.map((one) => one.day));
  // A day of the next year may be planned early.
  const meant = (isInOrder ? [1] : [1, -1])
    .map((years) => `${String(Number(day.slice(0, 4)) + years)}${day.slice(4)}`)
    .find(
      (other) =>
        isDay(other) &&
        !written.includes(other) &&
        isOrdered(days.map((one, at) => (at === index ? other : one.day))),
    );
  if (meant === undefined || others.length < 2) return undefined;
  if (!isInOrder && index > 0 && index < days.length - 1) return meant;
  const isAlone = others.every((other) => countDays(day, other) > FAR_DAYS);
  const near = Math.min(...others.map((other) => countDays(meant, other)));
  return isAlone && near <= (isInOrder ? BESIDE_DAYS : NEAR_DAYS) ? meant : undefined;
}

function isOrdered(days: readonly string[]): boolean {
  return days.every((day, index) => index === 0 || (days[index - 1] ?? '') < day);
}

function countDays(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;
}
