/**
 * Opening hours. Times are local times of their zone, so that 09:00 stays 09:00 across a change to summer time.
 * Hours past midnight belong to the day on which they begin.
 */
import type { DateTime } from 'luxon';
import { loadLuxon } from './libraries.ts';

/** A period of a day in minutes from midnight; when `to` is not after `from` it ends on the next day. */
export interface Opening {
  from: number;
  to: number;
}

export interface Hours {
  /** IANA time zone. */
  timezone: string;
  /** From Monday to Sunday. */
  week: Opening[][];
  /** Closed days with a reason; from and to are days such as `2026-12-25`, both included. */
  holidays: { from: string; to: string; name?: string }[];
  /** Days with hours of their own, which take precedence over everything else. */
  exceptions: Record<string, Opening[]>;
}

/** The state at a moment. */
export type OpenState = 'open' | 'closed' | 'holiday';

/** Number of minutes in a day. */
export const DAY_MINUTES = 24 * 60;

/** The state of opening hours at a local time, `2026-12-25 09:00`. */
interface OpeningAt {
  state: OpenState;
  local: string;
  /** Name of the holiday, if it has one. */
  holiday?: string;
}

/** Returns the state at a moment, with the local time that decided it. */
export function findOpeningAt(hours: Hours, at: number): OpeningAt {
  const now = loadLuxon().DateTime.fromMillis(at, { zone: hours.timezone });
  const minute = now.hour * 60 + now.minute;
  const today = formatDay(now);
  const local = now.toFormat('yyyy-MM-dd HH:mm');
  const isOpen =
    findOpenings(hours, now).some((opening) => isWithinToday(opening, minute)) ||
    findOpenings(hours, now.minus({ days: 1 })).some((opening) => isWithinNextDay(opening, minute));
  if (isOpen) return { state: 'open', local };
  const holiday = Object.hasOwn(hours.exceptions, today) ? undefined : findHoliday(hours, today);
  if (holiday === undefined) return { state: 'closed', local };
  return { state: 'holiday', local, ...(holiday.name !== undefined && { holiday: holiday.name }) };
}

/** Returns the opening times within a number of days, in ms since the epoch, in order. */
export function listOpeningTimes(hours: Hours, since: number, days: number): number[] {
  const local = loadLuxon().DateTime.fromMillis(since, { zone: hours.timezone }).startOf('day');
  return Array.from({ length: days + 1 }, (_, day) => local.plus({ days: day }))
    .flatMap((day) =>
      findOpenings(hours, day).map(({ from }) =>
        day.set({ hour: Math.floor(from / 60), minute: from % 60 }).toMillis(),
      ),
    )
    .filter((at) => at >= since)
    .sort((one, other) => one - other);
}

/** True for the name of a time zone. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && loadLuxon().IANAZone.isValidZone(name);
}

/** True for a day that the calendar has. */
export function isDay(day: string): boolean {
  return loadLuxon().DateTime.fromISO(day, { zone: 'utc' }).isValid;
}

/** Returns the opening hours on the local day of a moment. */
function findOpenings(hours: Hours, local: DateTime): Opening[] {
  const day = formatDay(local);
  const exception = Object.hasOwn(hours.exceptions, day) ? hours.exceptions[day] : undefined;
  if (exception !== undefined) return exception;
  return findHoliday(hours, day) === undefined ? (hours.week[local.weekday - 1] ?? []) : [];
}

function findHoliday({ holidays }: Hours, day: string): Hours['holidays'][number] | undefined {
  return holidays.find(({ from, to }) => from <= day && day <= to);
}

function isWithinToday({ from, to }: Opening, minute: number): boolean {
  return minute >= from && (to <= from || minute < to);
}

function isWithinNextDay({ from, to }: Opening, minute: number): boolean {
  return to <= from && minute < to;
}

function formatDay(local: DateTime): string {
  return local.toFormat('yyyy-MM-dd');
}
