import type { FlowRule } from './flow-rule.ts';

/** Reports `run` steps whose flow never returns. */
export const neverReturns: FlowRule = {
  needsAll: true,
  check({ graph, others }, report) {
    for (const { name, verb, flow = '', span } of graph.steps) {
      if (verb !== 'run' || others.signature(flow)?.mayReturn !== false) continue;
      report({
        code: 'never-returns',
        message: `step "${name}" runs the flow "${flow}", which never returns: all of its paths end the call`,
        span,
        hint: 'let a path of that flow lead to "return", or continue with it by "goto"',
      });
    }
  },
};
