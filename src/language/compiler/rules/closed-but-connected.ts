import { reachable, stepsByName, type GraphStep } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Whoever calls outside of the opening hours is not put through to the same party as everybody else, unless they were
 * asked something before, or something else was looked up.
 */
export const closedButConnected: FlowRule = {
  needsAll: true,
  check({ graph }, report) {
    const steps = stepsByName(graph);
    for (const step of graph.steps.filter(({ verb }) => verb === 'hours')) {
      const open = partiesBehind(step, ['open'], steps);
      const party = [...partiesBehind(step, ['closed', 'holiday'], steps)].find((name) => open.has(name));
      if (party === undefined) continue;
      report({
        code: 'closed-but-connected',
        message: `step "${step.name}" makes no difference: callers come to step "${party}" when it is closed as when it is open`,
        span: step.span,
        hint: `does a step before "${party}" lack "next: hangup"?`,
      });
    }
  },
};

/** The `connect` steps to which these outcomes lead without a question or another decision. */
function partiesBehind(
  { edges }: GraphStep,
  outcomes: readonly string[],
  steps: ReadonlyMap<string, GraphStep>,
): Set<string> {
  const straight = new Map([...steps].filter(([, step]) => goesStraight(step) || step.verb === 'connect'));
  const from = edges.filter(({ outcome }) => outcomes.includes(outcome)).map(({ to }) => to);
  const onward = new Map(
    [...straight].map(([name, step]) => [name, goesStraight(step) ? step : { ...step, edges: [] }]),
  );
  const reached = reachable(onward, from, ({ failure }) => !failure);
  return new Set([...reached].filter((name) => steps.get(name)?.verb === 'connect'));
}

/** There is one way on from the step, but for failures. */
function goesStraight({ waits, edges }: GraphStep): boolean {
  return waits !== 'caller' && waits !== 'party' && edges.filter(({ failure }) => !failure).length === 1;
}
