import { targetWords, findReachable, indexSteps } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';
import { canLeadAnywhere } from '../check/step-outcomes.ts';

/**
 * Reports steps that no way leads to; of unreachable steps that lead to one another only the first. A target that
 * does not exist or could not be read may be any step, so every step counts as reached then. Imported steps are
 * exempt, since other flows may use them.
 */
export const unreachableStep: FlowRule = {
  needsAll: true,
  check({ graph, steps, isEntryBroken }, report) {
    if (isEntryBroken) return;
    const byName = indexSteps(graph);
    const known = new Set([
      ...targetWords,
      ...steps.filter((step) => !canLeadAnywhere(step)).map(({ name }) => name),
    ]);
    const roots = [graph.entry, graph.errorStep, graph.endStep, ...graph.always.map(({ to }) => to)];
    const begin = roots.filter((name) => name !== undefined);
    const reached = findReachable(byName, begin);
    const targets = graph.steps.filter(({ name }) => reached.has(name)).flatMap(({ edges }) => edges);
    if ([...reached, ...targets.map(({ to }) => to)].some((name) => !known.has(name))) return;
    for (const { name, file, span } of graph.steps) {
      if (reached.has(name) || file !== undefined) continue;
      report({ code: 'unreachable-step', message: `nothing leads to step "${name}"`, span });
      for (const behind of findReachable(byName, [name])) reached.add(behind);
    }
  },
};
