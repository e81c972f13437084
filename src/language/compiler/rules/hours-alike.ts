import { DAY_MINUTES, type GraphStep, type Hours } from '../../model/index.ts';
import { toWeekOpening } from '../check/opening-hours.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findStep } from './unasked-ways.ts';

/**
 * Reports a look at opening hours whose answer another look just before has decided: the hours are the same, or lie
 * within the others, so that one of the two ways is never taken. Holidays and exceptions are left out of the comparison;
 * hours that differ in them are reported only when their weeks are the same.
 */
export const hoursAlike: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const names = new Map(
      draft.steps.flatMap(({ name, content }) =>
        content?.verb.name === 'hours' && typeof content.body === 'string' ? [[name, content.body]] : [],
      ),
    );
    for (const step of draft.graph.steps) {
      const first = names.get(step.name);
      if (first === undefined) continue;
      for (const { step: later, isOpen } of listNextLooks(step, names, draft)) {
        const second = names.get(later.name) ?? '';
        const never = first === second ? undefined : findNever(draft.hours, { first, second, isOpen });
        if (never === undefined) continue;
        report({
          code: 'hours-alike',
          message: `step "${later.name}" finds "${second}" never ${never}: ${isOpen ? 'open' : 'closed'} hours of "${first}" have led here, and every week ${describeHours(never, { first, second })}`,
          span: later.span,
          hint: 'correct the hours of one of the two, or leave out the second look',
        });
      }
    }
  },
};

interface Compared {
  first: string;
  second: string;
}

function describeHours(never: 'open' | 'closed', { first, second }: Compared): string {
  return never === 'open'
    ? `"${second}" is open only while "${first}" is`
    : `"${second}" is open whenever "${first}" is`;
}

interface Look {
  step: GraphStep;
  isOpen: boolean;
}

/** Maximum number of steps between two looks. */
const MAX_STEPS = 20;

/** Returns the looks at hours to which the ways out of a look lead straight on. */
function listNextLooks({ edges }: GraphStep, names: ReadonlyMap<string, string>, draft: FlowDraft): Look[] {
  return edges.flatMap(({ outcome, to }) => {
    if (outcome !== 'open' && outcome !== 'closed') return [];
    let step = findStep(draft, to);
    for (let count = 0; step !== undefined && isStraight(step) && count < MAX_STEPS; count += 1)
      step = findStep(draft, step.edges.find(({ failure }) => !failure)?.to);
    return step !== undefined && names.has(step.name) && isReachedOnce(step, draft)
      ? [{ step, isOpen: outcome === 'open' }]
      : [];
  });
}

/** True for a step that takes no time to speak of and from which one way leads on. */
function isStraight({ verb, waits, edges }: GraphStep): boolean {
  return (
    verb !== 'hours' &&
    (waits === 'nothing' || waits === 'playback') &&
    edges.filter(({ failure }) => !failure).length === 1
  );
}

/** True when one step leads to this one, so that nobody comes from elsewhere. */
function isReachedOnce({ name }: GraphStep, { graph }: FlowDraft): boolean {
  return graph.steps.filter(({ edges }) => edges.some(({ to }) => to === name)).length === 1;
}

/** Returns the outcome of the second look that never comes. */
function findNever(
  hours: FlowDraft['hours'],
  { first, second, isOpen }: Compared & { isOpen: boolean },
): 'open' | 'closed' | undefined {
  const [one, other] = [hours[first], hours[second]];
  if (one?.timezone !== other?.timezone || one === undefined || other === undefined) return undefined;
  const [opened, reopened] = [listOpenMinutes(one), listOpenMinutes(other)];
  const isWithin = (inner: ReadonlySet<number>, outer: ReadonlySet<number>) => inner.isSubsetOf(outer);
  const isSame = opened.size === reopened.size && isWithin(opened, reopened);
  if (opened.size === 0 || reopened.size === 0) return undefined;
  if (!isSame && (hasSpecialDays(one) || hasSpecialDays(other))) return undefined;
  if (isOpen) return isWithin(opened, reopened) ? 'closed' : undefined;
  return isWithin(reopened, opened) ? 'open' : undefined;
}

function hasSpecialDays({ holidays, exceptions }: Hours): boolean {
  return holidays.length > 0 || Object.keys(exceptions).length > 0;
}

function listOpenMinutes({ week }: Hours): Set<number> {
  const open = new Set<number>();
  for (const [weekday, openings] of week.entries())
    for (const one of openings) {
      const { from, to } = toWeekOpening(one, weekday);
      for (let at = from; at < to; at += 1) open.add(at % (7 * DAY_MINUTES));
    }
  return open;
}
