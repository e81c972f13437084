/** Converts opening hours of a flow to those of the compiled flow. */
import { type Hours, type Opening, DAY_MINUTES } from '../../model/index.ts';
import type { Readable } from '../types.ts';
import type { FlowSource, Holiday } from '../../../../schemas/types/flow.ts';
import { toList } from '../verbs/parts/fragments.ts';

type Sources = Readable<NonNullable<FlowSource['hours']>>;
type Source = NonNullable<Sources[string]>;

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Reads all opening hours that fit the schema. */
export function readHours(sources: Sources): Record<string, Hours> {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([name, source]) =>
      source === undefined ? [] : [[name, toHours(source)]],
    ),
  );
}

/** Parses `mon-fri` to 0 to 4; `sat-mon` wraps around the week. */
export function parseWeekdays(days: string): number[] {
  const [first = '', last = first] = days.split('-');
  const [from, to] = [WEEKDAYS.indexOf(first), WEEKDAYS.indexOf(last)];
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => (from + index) % 7);
}

/** Parses `09:00-18:00`, or a list of such times. */
export function parseOpenings(times: unknown): Opening[] {
  return [times].flat().flatMap((time) => {
    const [, ...figures] = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(String(time)) ?? [];
    const [fromHour, fromMinute, toHour, toMinute] = figures.map(Number);
    if (fromHour === undefined || fromMinute === undefined || toHour === undefined || toMinute === undefined)
      return [];
    return [{ from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute }];
  });
}

/** Converts an opening to minutes since midnight on Monday; one that begins on Sunday may end after the week. */
export function toWeekOpening({ from, to }: Opening, weekday: number): Opening {
  const start = weekday * DAY_MINUTES;
  return { from: start + from, to: start + to + (to <= from ? DAY_MINUTES : 0) };
}

function toHours({ timezone = 'utc', open = {}, holidays, exceptions = {} }: Source): Hours {
  const week: Opening[][] = WEEKDAYS.map(() => []);
  for (const [days, times] of Object.entries(open))
    for (const day of parseWeekdays(days)) week[day]?.push(...parseOpenings(times));
  return {
    timezone,
    week,
    holidays: toList(holidays).flatMap((holiday) => (holiday === undefined ? [] : toHolidays(holiday))),
    exceptions: Object.fromEntries(
      Object.entries(exceptions).map(([day, times]) => [day, parseOpenings(times)]),
    ),
  };
}

function toHolidays(holiday: Readable<Holiday>): Hours['holidays'] {
  if (typeof holiday === 'string') return [{ from: holiday, to: holiday }];
  const { date, from = date, to = from, name } = holiday;
  if (from === undefined || to === undefined) return [];
  return [{ from, to, ...(name === undefined ? {} : { name }) }];
}
