/** Opening hours of the answers, as the comparison needs them: their times, and moments at which they differ. */
import type { Hours, Opening } from '../../language/model/index.ts';
import { DAY_MINUTES, findOpeningAt, isTimeZone } from '../../language/model/index.ts';
import type { Project } from '../project/index.ts';

type OpeningHours = NonNullable<ReturnType<Project['findHours']>>;

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Reads opening hours; undefined for a time zone that does not exist. */
export function readHours({
  timezone,
  open,
  holidays = [],
  exceptions = {},
}: OpeningHours): Hours | undefined {
  if (!isTimeZone(timezone)) return undefined;
  const week: Opening[][] = DAYS.map(() => []);
  for (const [days, times] of Object.entries(open))
    for (const day of listDays(days)) week[day]?.push(...readTimes(times));
  return {
    timezone,
    week,
    holidays: [holidays].flat().map((holiday) => {
      if (typeof holiday === 'string') return { from: holiday, to: holiday };
      const day = holiday.date ?? holiday.from ?? '';
      return { from: day, to: holiday.to ?? day };
    }),
    exceptions: Object.fromEntries(
      Object.entries(exceptions).map(([day, times]) => [day, times === 'closed' ? [] : readTimes(times)]),
    ),
  };
}

/** Lists the days of `mon-fri` or `sat` by their numbers. */
function listDays(written: string): number[] {
  const [from = '', to = from] = written.trim().toLowerCase().split('-');
  const [first, last] = [DAYS.indexOf(from.trim()), DAYS.indexOf(to.trim())];
  if (first < 0 || last < 0) return [];
  const count = ((last - first + DAYS.length) % DAYS.length) + 1;
  return Array.from({ length: count }, (_, day) => (first + day) % DAYS.length);
}

function readTimes(times: string | readonly string[]): Opening[] {
  return [times].flat().map((written) => {
    const [from = 0, to = DAY_MINUTES] = written.split('-').map((time) => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      return hours * 60 + minutes;
    });
    return { from, to };
  });
}

const HOUR_MS = 3_600_000;
const HOURS_TRIED = 24 * 8;

/** Lists moments from `since` on at which these opening hours are open, closed, and closed for a holiday. */
export function listMoments(hours: Hours, since: number): number[] {
  const moments = new Map<string, number>();
  const tried = [
    ...Array.from({ length: HOURS_TRIED }, (_, hour) => since + hour * HOUR_MS),
    ...hours.holidays.map(({ from }) => Date.parse(`${from}T12:00:00Z`)).filter((at) => Number.isFinite(at)),
  ];
  for (const at of tried) {
    const { state } = findOpeningAt(hours, at);
    if (!moments.has(state)) moments.set(state, at);
  }
  return [...moments.values()];
}
