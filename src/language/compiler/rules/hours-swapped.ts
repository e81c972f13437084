import { indexSteps, type GraphStep } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { groupSaidByStep, saysAny } from './words/said.ts';

/**
 * Reports `hours` steps with exchanged edges: callers hear "closed" while it is open, and are connected without another
 * question while it is closed.
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
      if (!isToldClosed || !isConnected(closed.to, steps) || isConnected(open.to, steps)) continue;
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
