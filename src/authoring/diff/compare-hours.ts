/** Compares opening hours: time zone, weekdays, holidays, single days. */
import type { Hours, Opening } from '../../language/model/index.ts';
import { joinList } from '../../language/text/index.ts';
import type { Change } from './change.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Compares the opening hours of one name. */
export function compareHours(name: string, before: Hours, after: Hours): Change[] {
  return [
    ...compareValue(`uses the time zone … for ${name}`, before.timezone, after.timezone),
    ...groupWeekdays(before, after).flatMap(({ label, was, is }) => compareDay(`${label} ${name}`, was, is)),
    ...compareHolidays(name, before, after),
    ...listExceptions(before, after).flatMap((day) =>
      compareDay(`on ${day} ${name}`, before.exceptions[day], after.exceptions[day]),
    ),
  ];
}

interface Days {
  label: string;
  was: Opening[];
  is: Opening[];
}

/** Groups consecutive days that changed in the same way. */
function groupWeekdays({ week: before }: Hours, { week: after }: Hours): Days[] {
  const found: (Omit<Days, 'label'> & { first: number; last: number })[] = [];
  for (const [index, is] of after.entries()) {
    const was = before[index] ?? [];
    const group = found.at(-1);
    if (
      group &&
      renderOpenings(group.was) === renderOpenings(was) &&
      renderOpenings(group.is) === renderOpenings(is)
    )
      group.last = index;
    else found.push({ first: index, last: index, was, is });
  }
  return found.map(({ first, last, ...openings }) => ({
    label: first === last ? `on ${DAYS[first] ?? ''}s` : `from ${DAYS[first] ?? ''} to ${DAYS[last] ?? ''}`,
    ...openings,
  }));
}

function listExceptions(before: Hours, after: Hours): string[] {
  return [...new Set([...Object.keys(after.exceptions), ...Object.keys(before.exceptions)])].sort();
}

/** Compares a day; one without an entry is like other days. */
function compareDay(subject: string, was: Opening[] | undefined, is: Opening[] | undefined): Change[] {
  const [one, ...more] = was ?? [];
  const [other, ...others] = is ?? [];
  if (one && other && more.length === 0 && others.length === 0) {
    if (one.from === other.from)
      return compareValue(`${subject} closes at …`, formatMinute(one.to), formatMinute(other.to));
    if (one.to === other.to)
      return compareValue(`${subject} opens at …`, formatMinute(one.from), formatMinute(other.from));
  }
  return compareValue(subject, renderOpenings(was), renderOpenings(is));
}

function compareHolidays(name: string, before: Hours, after: Hours): Change[] {
  const [old, found] = [before, after].map(({ holidays }) => new Set(holidays.map(renderDays)));
  const subject = `takes … as a holiday of ${name}`;
  const setting = { kind: 'setting' as const, where: [], subject };
  return [
    ...[...(found ?? [])].filter((days) => !old?.has(days)).map((days) => ({ ...setting, after: days })),
    ...[...(old ?? [])].filter((days) => !found?.has(days)).map((days) => ({ ...setting, before: days })),
  ];
}

function renderDays({ from, to }: Hours['holidays'][number]): string {
  return from === to ? from : `${from} to ${to}`;
}

function compareValue(subject: string, before: string, after: string): Change[] {
  return before === after ? [] : [{ kind: 'setting', where: [], subject, before, after }];
}

function renderOpenings(openings: Opening[] | undefined): string {
  if (openings === undefined) return 'as on other days';
  if (openings.length === 0) return 'closed';
  return `open ${joinList(
    openings.map(({ from, to }) => `${formatMinute(from)}–${formatMinute(to)}`),
    'and',
  )}`;
}

function formatMinute(minute: number): string {
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
}
