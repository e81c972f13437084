/** Finds the schedule that a text about opening hours means. */
import { DAY_MINUTES, memoize, type Hours, type Opening } from '../../../model/index.ts';
import type { FlowDraft } from '../../types.ts';
import { findUnasked } from '../unasked-ways.ts';
import type { ToldHours } from './read-hours.ts';

interface NamedSchedule {
  name: string;
  schedule: Hours;
}

/**
 * Returns the only schedule, or the one that a text means: that on whose closing the step is heard, or the only one of
 * which it tells some hours rightly. Hours that some schedule keeps as they are told mean none.
 */
export function findMeantSchedule(
  told: readonly ToldHours[],
  step: string,
  draft: FlowDraft,
): NamedSchedule | undefined {
  const all = Object.entries<Hours>(draft.hours).map(([name, schedule]) => ({ name, schedule }));
  const [only, ...others] = all;
  if (others.length === 0) return only;
  const kept = all.map(({ schedule }) => told.filter((hours) => isKept(hours, schedule)));
  if (told.length === 0 || kept.some(({ length }) => length === told.length)) return undefined;
  const keeping = all.filter((_, index) => (kept[index]?.length ?? 0) > 0);
  const [named, ...more] = listSchedulesOf(step, draft);
  const heard = more.length === 0 ? all.find(({ name }) => name === named) : undefined;
  const meant = heard ?? (areOneWeek(told) ? keeping[0] : undefined);
  return keeping.every((one) => one === meant) ? meant : undefined;
}

/** True for hours that each name days, none of them twice: they are about one place. */
function areOneWeek(told: readonly ToldHours[]): boolean {
  const days = told.flatMap((hours) => [...hours.days]);
  return told.every((hours) => hours.days.size > 0) && new Set(days).size === days.length;
}

function isKept(hours: ToldHours, { week }: Hours): boolean {
  const fits = (openings: readonly Opening[]) =>
    openings.some((one) => begins(one, hours) && ends(one, hours));
  return hours.days.size > 0 ? [...hours.days].every((day) => fits(week[day] ?? [])) : week.some(fits);
}

/** True for an opening that begins when the text says. */
export function begins(opening: Opening, { from }: Pick<ToldHours, 'from'>): boolean {
  return from.minutes.includes(opening.from);
}

/** True for an opening that ends when the text says. */
export function ends(opening: Opening, { to }: Pick<ToldHours, 'to'>): boolean {
  return to.minutes.includes(toEnd(opening));
}

/** Returns the end of an opening in minutes; midnight is 24:00. */
export function toEnd({ to }: Opening): number {
  return to === 0 ? DAY_MINUTES : to;
}

function listSchedulesOf(step: string, draft: FlowDraft): readonly string[] {
  return groupClosed(draft).get(step) ?? [];
}

/** Step → the schedules on whose closing callers hear it before the next question. */
const groupClosed = memoize((draft: FlowDraft): ReadonlyMap<string, string[]> => {
  const heard = draft.graph.steps.flatMap(({ name, verb, edges }) => {
    const schedule = verb === 'hours' ? draft.source.steps?.[name]?.hours : undefined;
    if (typeof schedule !== 'string') return [];
    const closed = edges.filter(({ outcome }) => outcome === 'closed').map(({ to }) => to);
    return closed.flatMap((to) => [...findUnasked(draft, to).keys()].map((step) => ({ step, schedule })));
  });
  const byStep = Map.groupBy(heard, ({ step }) => step);
  return new Map(
    [...byStep].map(([step, found]) => [step, [...new Set(found.map(({ schedule }) => schedule))]]),
  );
});
