/** Counts the steps of flows that are run by another one. */
import { memoize, RETURN, type Graph, type GraphStep } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';

/**
 * Returns the least number of steps of the flow that a step runs until it ends with this outcome; 0 for other steps, and for
 * a flow that is not known. A flow that it runs in turn counts as one step.
 */
export function countRunSteps(draft: FlowDraft, { flow }: GraphStep, outcome: string): number {
  const graph = flow === undefined ? undefined : draft.others.signature(flow)?.graph;
  return graph === undefined ? 0 : (countToReturns(graph).get(outcome) ?? 0);
}

/** Outcome → the least number of steps after which a flow returns with it. */
const countToReturns = memoize((graph: Graph): ReadonlyMap<string, number> => {
  const steps = new Map(graph.steps.map((step) => [step.name, step]));
  const depths = new Map([[graph.entry, 1]]);
  const found = new Map<string, number>();
  // The iterator of a map also visits entries that are added meanwhile.
  for (const [name, depth] of depths) {
    const step = steps.get(name);
    for (const { to, outcome, kind } of step?.edges ?? []) {
      const returned = step?.verb === 'return' ? outcome : 'done';
      if (to === RETURN && !found.has(returned)) found.set(returned, depth);
      if (kind !== 'error' && steps.has(to) && !depths.has(to)) depths.set(to, depth + 1);
    }
  }
  return found;
});
