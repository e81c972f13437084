import type { FlowRule } from './flow-rule.ts';

/** A flow that is run comes back. */
export const neverReturns: FlowRule = {
  needsAll: true,
  check({ graph, others }, report) {
    for (const { name, verb, flow = '', span } of graph.steps) {
      if (verb !== 'run' || others.signature(flow)?.mayReturn !== false) continue;
      report({
        code: 'never-returns',
        message: `step "${name}" runs the flow "${flow}", which never comes back: all of its ways end the call`,
        span,
        hint: 'add "returns:" to that flow, even empty, or lead to it with "goto"',
      });
    }
  },
};
