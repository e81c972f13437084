import type { Hours, Opening } from '../../../model/index.ts';
import type { SpeechLanguage } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import { readTokens, splitWords, type Token } from './counts.ts';
import { readHours, type ToldHours, type ToldSchedule, type ToldTime } from './read-hours.ts';
import { begins, ends, findMeantSchedule, toEnd } from './meant-hours.ts';
import { createPieceFilter, findPieceSpan, findWords, listSaid } from './said.ts';

/**
 * Reports announcements of other hours than the flow keeps; in flows with several schedules only where it is clear which one
 * is meant. Of told hours one end has to be kept on all days that are told with them, so that the text is about this
 * schedule; then another end is wrong, and so is a day on which it is closed, or an open day with the same hours that is
 * left out.
 */
export const toldHours: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const isNew = createPieceFilter();
    for (const said of Object.keys(draft.hours).length === 0 ? [] : listSaid(draft))
      for (const piece of said.part === 'say' || said.part === 'prompt' ? said.pieces : []) {
        const language = findWords(piece, said);
        if (language === undefined || !isNew(piece)) continue;
        const told = readHours(piece.text, language);
        const meant = findMeantSchedule(told?.hours ?? [], said.step.name, draft);
        if (meant === undefined) continue;
        const found =
          (told && (findExchanged(told, meant) ?? findWrong(told, meant.schedule))) ??
          (said.part === 'say' ? findWrongOfFigures(piece.text, language, meant.schedule) : undefined);
        if (found === undefined) continue;
        report({
          code: 'hours-misstated',
          message: found.message,
          span: findPieceSpan(draft.document, piece, found),
          hint: 'correct the text or the hours',
        });
      }
  },
};

interface Wrong {
  message: string;
  start: number;
  end: number;
}

function findWrong(told: ToldSchedule, schedule: Hours): Wrong | undefined {
  const all = told.hours.flatMap(
    (hours) => findWrongEnd(hours, told.hours, schedule) ?? findClosedDay(hours, told.hours, schedule) ?? [],
  );
  return (
    all[0] ??
    findWrongRange(told.hours, schedule) ??
    findMissingDay(told, schedule) ??
    findWrongSingle(told, schedule)
  );
}

/** Names of schedules of the night, of which the text may tell the day. */
const NIGHT =
  /night|nacht|nuit|noche|notte|noite|noc|natt|nat|duty|dienst|bereitschaft|garde|guardia|emergency/i;

/** Returns told hours of which the flow keeps the rest of the day: their ends are exchanged there. */
function findExchanged(
  { hours }: ToldSchedule,
  { name, schedule: { week } }: { name: string; schedule: Hours },
): Wrong | undefined {
  if (NIGHT.test(name)) return undefined;
  const openings = week.flat();
  const [found] = hours.flatMap(({ from, to }) => {
    const kept = openings.find((one) => from.minutes.includes(one.to) && to.minutes.includes(one.from));
    return kept !== undefined && kept.to < kept.from ? [{ from, to, kept }] : [];
  });
  if (found === undefined) return undefined;
  const { from, to, kept } = found;
  return {
    message: `callers hear that it is open from ${formatTimes(from)} to ${formatTimes(to)}, but the flow keeps ${formatMinutes(kept.from)} to ${formatMinutes(kept.to)}, over night`,
    start: from.start,
    end: to.end,
  };
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Returns the end that is kept on none of the days, if the other one is kept on all of them. */
function findWrongEnd(
  { from, to, days }: ToldHours,
  all: readonly ToldHours[],
  schedule: Hours,
): Wrong | undefined {
  const only = days.size > 0 ? undefined : findOnlyHours(schedule);
  const openings =
    days.size > 0
      ? [...days].map((day) => schedule.week[day] ?? []).filter(({ length }) => length > 0)
      : only === undefined
        ? []
        : [[only]];
  const [begins, ends] = [
    openings.map((list) => list.some((opening) => from.minutes.includes(opening.from))),
    openings.map((list) => list.some((opening) => to.minutes.includes(toEnd(opening)))),
  ];
  if (openings.length === 0) return undefined;
  const wrong =
    begins.every(Boolean) && !ends.some(Boolean)
      ? to
      : ends.every(Boolean) && !begins.some(Boolean)
        ? from
        : undefined;
  if (wrong === undefined) return undefined;
  // A break that is told and not kept is no slip.
  const sameDays = all.filter((one) => one.days === days);
  const isOuter = wrong === to ? sameDays.at(-1)?.to === to : sameDays[0]?.from === from;
  if (!isOuter && openings.every(({ length }) => length === 1)) return undefined;
  const [kept] = openings[0] ?? [];
  const isEnd = wrong === to;
  const last = (isEnd ? openings[0]?.at(-1) : kept) ?? kept;
  return kept === undefined || last === undefined
    ? undefined
    : {
        message: `callers hear that it ${isEnd ? 'closes' : 'opens'} at ${formatTimes(wrong)}, but the flow keeps ${formatMinutes(kept.from)} to ${formatMinutes(toEnd(last))}`,
        start: wrong.start,
        end: wrong.end,
      };
}

/**
 * Returns hours of which neither end is kept, such as those of the afternoon, if all others of the text are kept, and if it
 * tells as many for each of their days as the flow keeps.
 */
function findWrongRange(all: readonly ToldHours[], { week }: Hours): Wrong | undefined {
  const openDays = week.flatMap(({ length }, day) => (length > 0 ? [day] : []));
  const listDays = ({ days }: ToldHours): number[] => (days.size > 0 ? [...days] : openDays);
  const isKept = (hours: ToldHours): boolean =>
    listDays(hours).every((day) =>
      week[day]?.some((opening) => begins(opening, hours) && ends(opening, hours)),
    );
  const [wrong, ...more] = all.filter((hours) => !isKept(hours));
  if (wrong === undefined || more.length > 0 || all.length < 2) return undefined;
  const openings = listDays(wrong).map((day) => week[day] ?? []);
  const isOther = openings.every((list) => !list.some((one) => begins(one, wrong) || ends(one, wrong)));
  const isCounted = listDays(wrong).every(
    (day) => all.filter((one) => listDays(one).includes(day)).length === week[day]?.length,
  );
  const others = all.filter((one) => one !== wrong);
  const left = openings[0]?.find((one) => !others.some((told) => begins(one, told) && ends(one, told)));
  if (!isOther || !isCounted || left === undefined) return undefined;
  return {
    message: `callers hear that it is open from ${formatTimes(wrong.from)} to ${formatTimes(wrong.to)}, but the flow keeps ${formatMinutes(left.from)} to ${formatMinutes(toEnd(left))}`,
    start: wrong.from.start,
    end: wrong.to.end,
  };
}

/** Returns a told day without hours, if hours of the text are kept: these on another day, or all of those of other days. */
function findClosedDay(
  { from, to, days }: ToldHours,
  all: readonly ToldHours[],
  schedule: Hours,
): Wrong | undefined {
  const closed = [...days].find((day) => schedule.week[day]?.length === 0);
  const isKept =
    [...days].some((day) => keeps(schedule.week[day] ?? [], { from, to })) ||
    all.some(
      (one) => one.days.size > 1 && [...one.days].every((day) => keeps(schedule.week[day] ?? [], one)),
    );
  return closed === undefined || !isKept
    ? undefined
    : {
        message: `callers hear that it is open on ${DAYS[closed] ?? ''}, but the flow is closed all that day`,
        start: from.start,
        end: to.end,
      };
}

/** Returns hours that are kept on a day which the text does not name. */
function findMissingDay({ hours }: ToldSchedule, { week }: Hours): Wrong | undefined {
  const [only, ...others] = hours;
  if (only === undefined || others.length > 0 || only.days.size < 2) return undefined;
  if (![...only.days].every((day) => keeps(week[day] ?? [], only))) return undefined;
  const missing = week.findIndex((openings, day) => !only.days.has(day) && keeps(openings, only));
  return missing < 0
    ? undefined
    : {
        message: `callers do not hear of ${DAYS[missing] ?? ''}, on which the flow keeps the same hours`,
        start: only.from.start,
        end: only.to.end,
      };
}

function findWrongSingle({ opensAt, closesAt }: ToldSchedule, schedule: Hours): Wrong | undefined {
  const openings = [...schedule.week, ...Object.values(schedule.exceptions)].flat();
  const wrongStart = opensAt.find(({ minutes }) => !openings.some(({ from }) => minutes.includes(from)));
  const wrongEnd = closesAt.find(({ minutes }) => !openings.some((one) => minutes.includes(toEnd(one))));
  const wrong = wrongStart ?? wrongEnd;
  return wrong === undefined || openings.length === 0
    ? undefined
    : {
        message: `callers hear that it ${wrong === wrongStart ? 'opens' : 'closes'} at ${formatTimes(wrong)}, which it does on no day`,
        start: wrong.start,
        end: wrong.end,
      };
}

/** True for hours that are kept; a break between them may be left out. */
function keeps(openings: readonly Opening[], { from, to }: Pick<ToldHours, 'from' | 'to'>): boolean {
  return (
    openings.some((opening) => from.minutes.includes(opening.from)) &&
    openings.some((opening) => to.minutes.includes(toEnd(opening)))
  );
}

/** Times of day that a told hour more likely means: "half past twelve" is hardly that of the night. */
const EARLIEST = 6 * 60;
const LATEST = 22 * 60;

function formatTimes({ minutes }: ToldTime): string {
  const likely = minutes.filter((one) => one >= EARLIEST && one <= LATEST);
  return (likely.length > 0 ? likely : minutes).map(formatMinutes).join(' or ');
}

function formatMinutes(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Compares a text with two full hours, such as "from 9 to 6", in flows with the same full hours on all days. */
function findWrongOfFigures(text: string, language: SpeechLanguage, schedule: Hours): Wrong | undefined {
  const kept = findOnlyHours(schedule);
  if (kept === undefined || kept.from % 60 !== 0 || kept.to % 60 !== 0) return undefined;
  const tokens = readTokens(text, language);
  const [from, to, ...others] = tokens.filter(({ number }) => number !== undefined);
  const joint = splitWords(language.keys.to);
  const isSpan = tokens.some(
    ({ word, start }) => from && to && start > from.start && start < to.start && joint.includes(word),
  );
  if (from === undefined || to === undefined || others.length > 0 || !isSpan) return undefined;
  const fits = [isHour(from, kept.from), isHour(to, kept.to)];
  if (fits.every(Boolean) || !fits.some(Boolean)) return undefined;
  const wrong = fits[0] === true ? to : from;
  return {
    message: `callers hear ${wrong.number ?? ''} o'clock, but the flow keeps ${formatMinutes(kept.from)} to ${formatMinutes(kept.to)}`,
    start: wrong.start,
    end: wrong.end,
  };
}

/** Returns the hours of a schedule that has the same hours on each open day. */
function findOnlyHours({ week }: Hours): Opening | undefined {
  const days = week.filter((openings) => openings.length > 0);
  const [first] = days[0] ?? [];
  const isSame = days.every(
    (openings) => openings.length === 1 && openings[0]?.from === first?.from && openings[0]?.to === first?.to,
  );
  return isSame ? first : undefined;
}

function isHour({ number = -1 }: Token, minutes: number): boolean {
  return number <= 24 && number % 12 === (minutes / 60) % 12;
}
