import { RETURN } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports failures without an edge, neither of the step nor of the flow's `on.error`; only the first such step is
 * reported. A flow that returns passes its failures to the flow that runs it, as the outcome `failed`.
 */
export const unhandledFailure: FlowRule = {
  needsAll: true,
  check({ graph, isEntryBroken }, report) {
    if (graph.errorStep !== undefined || isEntryBroken) return;
    if (graph.steps.some(({ edges }) => edges.some(({ to }) => to === RETURN))) return;
    const unhandled = graph.steps.filter(({ edges }) => edges.some(({ kind }) => kind === 'error'));
    const [first] = unhandled;
    if (!first) return;
    const others = unhandled.length > 1 ? ` and of ${unhandled.length - 1} more` : '';
    report({
      code: 'unhandled-failure',
      message: `a failure of step "${first.name}"${others} cuts the caller off: the flow has no "on.error"`,
      span: first.span,
      hint: 'add on: { error: <step> } to the flow',
    });
  },
};
