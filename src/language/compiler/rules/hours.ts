import type { Report } from '../../diagnostics/index.ts';
import { DAY_MINUTES, isDay, isTimeZone, type Opening } from '../../model/index.ts';
import { keySpanAt, spanAt, keyRangeAt, canHoldEntry, nodeAt, rangeAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { toList } from '../verbs/parts/fragments.ts';
import { toWeekOpening, parseOpenings, parseWeekdays } from '../check/opening-hours.ts';
import { suggestName, listReferences, findReferenceSpan } from '../check/references.ts';
import { findMeantZone, findAbbreviatedZone } from './time-zones.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports opening hours with unknown days or zones, overlaps, or names that do not exist. */
export const hours: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, source } = draft;
    const names = Object.keys(source.hours ?? {});
    for (const reference of listReferences(draft, 'hours')) {
      if (names.includes(reference.text) || canHoldEntry(document, reference.text)) continue;
      const span = findReferenceSpan(document, reference);
      const message = `there are no opening hours "${reference.text}" under "hours"`;
      report({ code: 'unknown-hours', message, span, ...suggestName(reference.text, names, span) });
    }
    for (const name of names) {
      const checking = { draft, report, path: ['hours', name] };
      checkZone(checking);
      checkDays(checking);
      checkTimes(checking);
    }
  },
};

interface Checking {
  draft: FlowDraft;
  report: Report;
  path: Path;
}

function checkZone({ draft: { document, source }, report, path }: Checking): void {
  const { timezone } = source.hours?.[String(path[1])] ?? {};
  if (timezone === undefined) return;
  const span = spanAt(document, [...path, 'timezone']);
  const meant = findMeantZone(timezone);
  const fix = meant?.isSafe === true ? { fix: { span, text: meant.name } } : {};
  if (!isTimeZone(timezone)) {
    const hint = meant ? `did you mean ${meant.name}?` : 'use a name such as Europe/Berlin';
    report({ code: 'bad-value', message: `"${timezone}" is not a time zone`, span, hint, ...fix });
  } else if (meant !== undefined && meant.name !== timezone) {
    const isShort = findAbbreviatedZone(timezone) !== undefined;
    report({
      code: 'unusual-time-zone',
      message: isShort
        ? `"${timezone}" names neither a place nor its daylight saving time`
        : `"${timezone}" is spelt ${meant.name}`,
      span,
      hint: `write the name of a place, such as ${meant.name}`,
      ...fix,
    });
  }
}

/** Reports days that are not in the calendar, and periods that end before they begin. */
function checkDays({ draft: { document, source }, report, path }: Checking): void {
  const { holidays: written, exceptions = {} } = source.hours?.[String(path[1])] ?? {};
  const holidays = toList(written);
  const days = holidays.flatMap((holiday, index): [Path, string][] => {
    const at = [...path, 'holidays', index];
    if (typeof holiday === 'string') return [[at, holiday]];
    const { date, from, to } = holiday ?? {};
    return Object.entries({ date, from, to }).flatMap(([key, day]) =>
      day === undefined ? [] : [[[...at, key], day]],
    );
  });
  const exceptional = Object.keys(exceptions);
  const reportUnknownDay = (day: string, range: Parameters<typeof document.span>[0]) => {
    report({ code: 'bad-value', message: `${day} is not a day of the calendar`, span: document.span(range) });
  };
  for (const [at, day] of days) if (!isDay(day)) reportUnknownDay(day, rangeAt(document.root, at));
  for (const day of exceptional)
    if (!isDay(day)) reportUnknownDay(day, keyRangeAt(document.root, [...path, 'exceptions', day]));
  for (const [at, day] of days) {
    if (at.at(-1) === 'from' || at.at(-1) === 'to' || !isOpenOn(exceptions[day])) continue;
    report({
      code: 'open-on-holiday',
      message: `${day} is an exception as well, which takes precedence: callers find it open on this holiday`,
      span: spanAt(document, at),
      hint: 'correct the day of one of them, or remove the holiday',
    });
  }
  holidays.forEach((holiday, index) => {
    if (typeof holiday !== 'object' || holiday.from === undefined || holiday.to === undefined) return;
    if (holiday.from <= holiday.to) return;
    const span = spanAt(document, [...path, 'holidays', index, 'to']);
    report({ code: 'bad-value', message: `${holiday.to} is before ${holiday.from}`, span });
  });
}

function isOpenOn(times: unknown): boolean {
  return times !== undefined && times !== 'closed';
}

interface WrittenPeriod extends Opening {
  at: Path;
}

function checkTimes(checking: Checking): void {
  const { draft, report, path } = checking;
  const { document, source } = draft;
  const { open, exceptions = {} } = source.hours?.[String(path[1])] ?? {};
  const everyWeek = Object.entries(open ?? {}).flatMap(([days, times]) =>
    parseWeekdays(days).flatMap((weekday) =>
      listPeriods([...path, 'open', days], times).map((one) => ({
        ...toWeekOpening(one, weekday),
        at: one.at,
      })),
    ),
  );
  reportOverlaps(everyWeek, 7 * DAY_MINUTES, checking);
  reportLongNights(everyWeek, LONG_NIGHT_MINUTES, checking);
  const hasNights = everyWeek.some((one) => !isOneDay(one));
  const exceptional = Object.entries(exceptions).map(([day, times]) =>
    listPeriods([...path, 'exceptions', day], times),
  );
  for (const day of exceptional) {
    const periods = day.map((one) => ({ ...toWeekOpening(one, 0), at: one.at }));
    reportOverlaps(periods, Infinity, checking);
    reportLongNights(periods, hasNights ? LONG_NIGHT_MINUTES : LONG_EXCEPTION_MINUTES, checking);
  }
  if (open === undefined || everyWeek.length > 0 || exceptional.flat().length > 0 || draft.isBroken) return;
  report({
    code: 'hours-never-open',
    message: `the opening hours "${String(path[1])}" are never open`,
    span: keySpanAt(document, path),
    hint: 'list days under "open", for instance mon-fri: 09:00-18:00',
  });
}

function listPeriods(path: Path, times: unknown): WrittenPeriod[] {
  const isList = Array.isArray(times);
  return parseOpenings(times).map((opening, index) => ({ ...opening, at: isList ? [...path, index] : path }));
}

/** Longest plausible night, minutes. */
const LONG_NIGHT_MINUTES = 16 * 60;

/** Longest plausible night of one day, where no night of the week is open. */
const LONG_EXCEPTION_MINUTES = 12 * 60;

/** True for a period within the day, which is no night. */
function isOneDay({ from, to }: Opening): boolean {
  return Math.floor(from / DAY_MINUTES) === Math.floor((to - 1) / DAY_MINUTES);
}

/** Reports periods past midnight that are so long that their end was probably meant for the same day. */
function reportLongNights(
  times: WrittenPeriod[],
  longest: number,
  { draft: { document }, report }: Checking,
): void {
  const reported = new Set<string>();
  for (const period of times) {
    const { from, to, at } = period;
    const node = nodeAt(document.root, at);
    // Midnight as a bound shows that the author uses the 24-hour clock.
    const isMeant = isOneDay(period) || from % DAY_MINUTES === 0 || to % DAY_MINUTES === 0;
    if (node === undefined || reported.has(at.join()) || isMeant || to - from < longest) continue;
    reported.add(at.join());
    const hours = Math.round((to - from) / 6) / 10;
    report({
      code: 'long-night',
      message: `this is open for ${hours} hours, until the next day`,
      span: document.span(node.range),
      hint: 'write the earlier time first; times are on a 24-hour clock: five in the afternoon is 17:00',
    });
  }
}

/** Reports each overlapping place once. Times repeat after `end`. */
function reportOverlaps(
  times: WrittenPeriod[],
  end: number,
  { draft: { document }, report }: Checking,
): void {
  const sorted = times.toSorted((a, b) => a.from - b.from);
  const [first] = sorted;
  const reported = new Set<string>();
  sorted.forEach((one, index) => {
    const next = sorted[index + 1] ?? (first && { ...first, from: first.from + end });
    if (next === undefined || next.from >= one.to || sorted.length === 1) return;
    const node = nodeAt(document.root, next.at);
    const place = next.at.join();
    if (node === undefined || reported.has(place)) return;
    reported.add(place);
    const other = nodeAt(document.root, one.at);
    report({
      code: 'overlapping-hours',
      message: `this time overlaps ${other?.kind === 'string' ? `"${String(other.value)}" on` : 'the one on'} line ${spanAt(document, one.at).start.line}`,
      span: document.span(node.range),
    });
  });
}
