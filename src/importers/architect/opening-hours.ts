/** Opening hours at a moment, for the comparison. */
import type { OpeningHours } from '../../../schemas/types/flow.ts';

type Opening = 'open' | 'closed' | 'holiday';

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY = 86_400_000;

/** Tells whether it is open at a moment. */
export function findOpening(hours: OpeningHours, at: number): Opening {
  const today = toLocal(at, hours.timezone);
  const yesterday = toLocal(at - DAY, hours.timezone);
  if (
    isWithin(listTimes(hours, today), today.minutes) ||
    isWithin(listTimes(hours, yesterday), today.minutes + 1_440)
  )
    return 'open';
  return isHoliday(hours, today.date) && findException(hours, today.date) === undefined
    ? 'holiday'
    : 'closed';
}

interface Local {
  date: string;
  day: string;
  minutes: number;
}

function toLocal(at: number, timeZone: string): Local {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    weekday: 'short',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type as string, value]));
  const part = (name: string) => parts.get(name) ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    day: part('weekday').toLowerCase().slice(0, 3),
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

function findException({ exceptions }: OpeningHours, date: string): string[] | undefined {
  const times = exceptions !== undefined && Object.hasOwn(exceptions, date) ? exceptions[date] : undefined;
  return times === undefined ? undefined : [times].flat().map(String);
}

function isHoliday({ holidays }: OpeningHours, date: string): boolean {
  return [holidays ?? []].flat().some((holiday) => {
    if (typeof holiday === 'string') return holiday === date;
    const { from, to, date: only } = holiday as { from?: string; to?: string; date?: string };
    return only === date || (from !== undefined && to !== undefined && from <= date && date <= to);
  });
}

function listTimes(hours: OpeningHours, { date, day }: Local): string[] {
  const exception = findException(hours, date);
  if (exception !== undefined) return exception;
  if (isHoliday(hours, date)) return [];
  return Object.entries(hours.open).flatMap(([names, times]) =>
    hasDay(names, day) ? [times].flat().map(String) : [],
  );
}

function hasDay(names: string, day: string): boolean {
  return names.split(/[\s,]+/).some((name) => {
    const [from = '', to = from] = name
      .toLowerCase()
      .split('-')
      .map((part) => part.slice(0, 3));
    const [first, last, wanted] = [days.indexOf(from), days.indexOf(to), days.indexOf(day)];
    return first <= last ? first <= wanted && wanted <= last : wanted >= first || wanted <= last;
  });
}

/** True if minutes since the midnight of a day lie in one of its times, some of which end on the next day. */
function isWithin(times: readonly string[], minutes: number): boolean {
  return times.some((time) => {
    const [from, to] = time.split('-').map(toMinutes);
    if (from === undefined || to === undefined) return false;
    return from <= minutes && minutes < (to <= from ? to + 1_440 : to);
  });
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Finds moments that differ in what is open then, from a Monday on. */
export function listMoments(schedules: readonly OpeningHours[]): number[] {
  const first = Date.UTC(2026, 0, 5, 12);
  const moments = new Map<string, number>();
  const special = schedules.flatMap((hours) =>
    [
      ...Object.keys(hours.exceptions ?? {}),
      ...[hours.holidays ?? []].flat().map((one) => (typeof one === 'string' ? one : one.from)),
    ].map((date) => Date.parse(`${String(date)}T12:00:00Z`)),
  );
  const hourly = Array.from({ length: 24 * 8 }, (_, hour) => first + hour * 3_600_000);
  for (const at of [...hourly, ...special]) {
    if (!Number.isFinite(at)) continue;
    const key = schedules.map((hours) => findOpening(hours, at)).join(' ');
    if (!moments.has(key) && moments.size < MAX_MOMENTS) moments.set(key, at);
  }
  return moments.size === 0 ? [first] : [...moments.values()];
}

const MAX_MOMENTS = 6;
