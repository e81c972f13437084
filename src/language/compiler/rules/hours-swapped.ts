import { indexSteps, type GraphStep, type Hours, type Opening } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { groupSaidByStep, saysAny } from './words/said.ts';

/**
 * Reports `hours` steps with exchanged edges: callers hear "closed" while it is open, and are connected without another
 * question while it is closed. Where callers who hear it are connected as well, to the party on duty, only calendars of
 * working hours count: one of the nights is open when the business is closed.
 */
export const hoursSwapped: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    for (const step of draft.graph.steps.filter(({ verb }) => verb === 'hours')) {
      const [open, closed] = ['open', 'closed'].map((name) =>
        step.edges.find(({ outcome }) => outcome === name),
      );
      if (open === undefined || closed === undefined) continue;
      const isToldClosed = saysClosed(steps.get(open.to), draft) && !saysClosed(steps.get(closed.to), draft);
      if (!isToldClosed || !isConnected(closed.to, steps)) continue;
      if (isConnected(open.to, steps) && !keepsWorkingHours(step.name, draft)) continue;
      report({
        code: 'hours-swapped',
        message: `callers of step "${step.name}" hear that it is closed while it is open, and are connected while it is closed`,
        span: open.span ?? step.span,
        hint: `exchange the targets: { open: ${closed.to}, closed: ${open.to} }`,
      });
    }
  },
};

function saysClosed(step: GraphStep | undefined, draft: FlowDraft): boolean {
  const said = step === undefined ? [] : (groupSaidByStep(draft).get(step.name) ?? []);
  return said.some(
    (one) => one.part !== 'no_match' && one.part !== 'no_input' && saysAny(one, ({ closed }) => closed),
  );
}

/** True when the only way on leads to a party. */
function isConnected(from: string, steps: ReadonlyMap<string, GraphStep>): boolean {
  const seen = new Set<string>();
  let step = steps.get(from);
  while (step !== undefined && step.verb !== 'connect' && !seen.has(step.name)) {
    seen.add(step.name);
    const [next, ...others] = step.edges.filter(({ failure }) => !failure);
    step = others.length === 0 && step.waits !== 'caller' ? steps.get(next?.to ?? '') : undefined;
  }
  return step?.verb === 'connect';
}

/** Bounds of a working day, and the minutes of it that make a calendar one of working hours. */
const [DAY_FROM, DAY_TO, LEAST_OPEN] = [5 * 60, 22 * 60, 4 * 60];

/** True for a step whose calendar is open on some weekday, and on each of them for hours within the day only. */
function keepsWorkingHours(step: string, draft: FlowDraft): boolean {
  const body = draft.steps.find(({ name }) => name === step)?.content?.body;
  const { week = [] }: Partial<Hours> = typeof body === 'string' ? (draft.hours[body] ?? {}) : {};
  const weekdays = week.slice(0, 5).filter(({ length }) => length > 0);
  return weekdays.length > 0 && weekdays.every(isWorkingDay);
}

function isWorkingDay(openings: readonly Opening[]): boolean {
  const open = openings.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    open >= LEAST_OPEN && openings.every(({ from, to }) => from >= DAY_FROM && from < to && to <= DAY_TO)
  );
}
