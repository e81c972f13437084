import type { FlowRule } from './flow-rule.ts';
import { reachable, stepsByName } from './reachability.ts';

/**
 * Some way leads to every step. Of unreachable steps that lead to one another only the first is told. A broken step
 * could lead anywhere, so behind one every step counts as reached.
 */
export const unreachableStep: FlowRule = {
  needsAll: true,
  check({ graph, steps }, report) {
    const byName = stepsByName(graph);
    const roots = [graph.entry, graph.errorStep, graph.endStep, ...graph.always.map(({ to }) => to)];
    const reached = reachable(
      byName,
      roots.filter((name) => name !== undefined),
    );
    if (steps.some(({ name, content }) => !content && reached.has(name))) return;
    for (const { name, span } of graph.steps) {
      if (reached.has(name)) continue;
      report({ code: 'unreachable-step', message: `no way leads to step "${name}"`, span });
      for (const behind of reachable(byName, [name])) reached.add(behind);
    }
  },
};
