/** Finds the nodes where an imported flow differs from its original. */
import type { Comparison, FlowState } from '../verification/compare/index.ts';
import type { ImportedFlow, NodeId } from './project/index.ts';

/**
 * Lists the nodes of the steps between the last thing that callers noticed alike and the difference, the question that they
 * answered included.
 */
export function listDifferingNodes({ comparison, draft }: ImportedFlow): ReadonlySet<NodeId> {
  const steps = new Set((comparison?.differences ?? []).flatMap(listDifferingSteps));
  return new Set([...steps].flatMap((step) => draft.about[step]?.nodes ?? []));
}

function listDifferingSteps({ state, stateBefore }: Comparison['differences'][number]): string[] {
  const { entered } = state as FlowState;
  const before = (stateBefore as FlowState | undefined)?.entered.length ?? 0;
  return entered.slice(Math.max(0, before - 1));
}
