import { targetWords, reachable, stepsByName } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';
import { mayLeadAnywhere } from '../check/step-outcomes.ts';

/**
 * Some way leads to every step. Of unreachable steps that lead to one another only the first is told. A target that
 * does not exist or could not be read could be any step, so behind one every step counts as reached. Imported steps may be there for other flows.
 */
export const unreachableStep: FlowRule = {
  needsAll: true,
  check({ graph, steps, isEntryBroken }, report) {
    if (isEntryBroken) return;
    const byName = stepsByName(graph);
    const known = new Set([
      ...targetWords,
      ...steps.filter((step) => !mayLeadAnywhere(step)).map(({ name }) => name),
    ]);
    const roots = [graph.entry, graph.errorStep, graph.endStep, ...graph.always.map(({ to }) => to)];
    const begin = roots.filter((name) => name !== undefined);
    const reached = reachable(byName, begin);
    const targets = graph.steps.filter(({ name }) => reached.has(name)).flatMap(({ edges }) => edges);
    if ([...reached, ...targets.map(({ to }) => to)].some((name) => !known.has(name))) return;
    for (const { name, file, span } of graph.steps) {
      if (reached.has(name) || file !== undefined) continue;
      report({ code: 'unreachable-step', message: `no way leads to step "${name}"`, span });
      for (const behind of reachable(byName, [name])) reached.add(behind);
    }
  },
};
