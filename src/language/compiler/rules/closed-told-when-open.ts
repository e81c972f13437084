import { findReachable, indexSteps } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { phrase } from '../../speech/index.ts';
import type { FlowDraft } from '../types.ts';
import { newsPatterns } from './words/outcome-words.ts';
import { groupSaidByStep, saysAny } from './words/said.ts';

/** "Closed" in languages in which callers are not understood. */
const CLOSED = phrase(String.raw`nieczynn\p{L}*|zamknięt\p{L}*|stängt|stängd|stängda`);

/** Outcomes of `hours` at which nobody is there. */
const SHUT: ReadonlySet<string> = new Set(['closed', 'holiday']);

/**
 * Reports steps on the way of callers who come while it is open that run on, for want of a `next`, into the step to which
 * `hours` leads when it is closed, and which says so. A text that also speaks of a busy line is meant for both.
 */
export function reportClosedToOpen(draft: FlowDraft, report: Report): void {
  const steps = indexSteps(draft.graph);
  for (const hours of draft.graph.steps.filter(({ verb }) => verb === 'hours')) {
    const shut = hours.edges.filter(({ outcome, kind }) => SHUT.has(outcome) && kind === 'on');
    for (const below of new Set(shut.map(({ to }) => to))) {
      if (!saysClosed(below, draft)) continue;
      const open = hours.edges.filter(({ outcome }) => outcome === 'open').map(({ to }) => to);
      const passed = findReachable(steps, open, ({ to }) => to !== hours.name && to !== below);
      const falling = draft.steps.find(
        ({ name, next }) =>
          next === undefined &&
          name !== hours.name &&
          passed.has(name) &&
          steps.get(name)?.edges.some(({ kind, to }) => kind === 'next' && to === below),
      );
      if (falling === undefined) continue;
      report({
        code: 'case-falls-through',
        message: `callers who come to step "${falling.name}" while step "${hours.name}" is open hear in step "${below}" that it is closed`,
        span: draft.document.span(falling.nameRange),
        hint: `give step "${falling.name}" a "next"`,
      });
    }
  }
}

function saysClosed(step: string, draft: FlowDraft): boolean {
  const said = (groupSaidByStep(draft).get(step) ?? []).filter(
    ({ part }) => part === 'say' || part === 'prompt',
  );
  const texts = said.flatMap(({ pieces }) => pieces.map(({ text }) => text));
  if (texts.some((text) => newsPatterns.busy.test(text) || newsPatterns.noAnswer.test(text))) return false;
  return said.some((one) => saysAny(one, ({ closed }) => closed)) || texts.some((text) => CLOSED.test(text));
}
