import { indexSteps, type GraphStep } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findReads, findWrites } from './variable-uses.ts';

/**
 * Reports callers who reach the same party when it is closed as when it is open, without a question or another
 * decision in between. A way on which the number of the party is set makes a difference.
 */
export const closedButConnected: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    for (const step of draft.graph.steps.filter(({ verb }) => verb === 'hours')) {
      const find = (outcomes: string[]) => findParties(step, { outcomes, steps, draft });
      const open = find(['open']);
      const party = [...find(['closed', 'holiday'])].find((name) => open.has(name));
      if (party === undefined) continue;
      report({
        code: 'closed-but-connected',
        message: `step "${step.name}" makes no difference: callers reach step "${party}" whether it is open or closed`,
        span: step.span,
        hint: `does a step before "${party}" lack "next: hangup"?`,
      });
    }
  },
};

interface Search {
  outcomes: readonly string[];
  steps: ReadonlyMap<string, GraphStep>;
  draft: FlowDraft;
}

/** Returns the `connect` steps that these outcomes reach without a question, another decision or a number of their own. */
function findParties({ edges }: GraphStep, { outcomes, steps, draft }: Search): Set<string> {
  const from = edges.filter(({ outcome }) => outcomes.includes(outcome)).map(({ to }) => to);
  return new Set(from.flatMap((name) => followStraight(name, steps, draft) ?? []));
}

/** Follows the only way on from a step to a `connect` step; undefined when there is none or its number is set on the way. */
function followStraight(
  from: string,
  steps: ReadonlyMap<string, GraphStep>,
  draft: FlowDraft,
): string | undefined {
  const passed = new Set<string>();
  let step = steps.get(from);
  while (step !== undefined && step.verb !== 'connect' && isStraight(step) && !passed.has(step.name)) {
    passed.add(step.name);
    step = steps.get(step.edges.find(({ failure }) => !failure)?.to ?? '');
  }
  if (step?.verb !== 'connect') return undefined;
  const number = findReads(draft, step.name, 'to');
  const writes = [...passed].flatMap((name) => [...(findWrites(draft).get(name) ?? [])]);
  return writes.some((name) => number.has(`vars.${name}`)) ? undefined : step.name;
}

/** True when exactly one way leads on from the step, failures aside. */
function isStraight({ waits, edges }: GraphStep): boolean {
  return waits !== 'caller' && waits !== 'party' && edges.filter(({ failure }) => !failure).length === 1;
}
