import { findReachable, indexSteps, type GraphStep } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports callers who reach the same party when it is closed as when it is open, without a question or another
 * decision in between.
 */
export const closedButConnected: FlowRule = {
  needsAll: true,
  check({ graph }, report) {
    const steps = indexSteps(graph);
    for (const step of graph.steps.filter(({ verb }) => verb === 'hours')) {
      const open = findParties(step, ['open'], steps);
      const party = [...findParties(step, ['closed', 'holiday'], steps)].find((name) => open.has(name));
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

/** Returns the `connect` steps that these outcomes reach without a question or another decision. */
function findParties(
  { edges }: GraphStep,
  outcomes: readonly string[],
  steps: ReadonlyMap<string, GraphStep>,
): Set<string> {
  const straight = new Map([...steps].filter(([, step]) => isStraight(step) || step.verb === 'connect'));
  const from = edges.filter(({ outcome }) => outcomes.includes(outcome)).map(({ to }) => to);
  const onward = new Map(
    [...straight].map(([name, step]) => [name, isStraight(step) ? step : { ...step, edges: [] }]),
  );
  const reached = findReachable(onward, from, ({ failure }) => !failure);
  return new Set([...reached].filter((name) => steps.get(name)?.verb === 'connect'));
}

/** True when exactly one way leads on from the step, failures aside. */
function isStraight({ waits, edges }: GraphStep): boolean {
  return waits !== 'caller' && waits !== 'party' && edges.filter(({ failure }) => !failure).length === 1;
}
