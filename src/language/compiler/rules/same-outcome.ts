import { indexSteps } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports two choices of a menu that lead to different steps which note the same outcome: one of them is miscounted. */
export const sameOutcome: FlowRule = {
  needsAll: true,
  check({ graph, steps: drafts, document }, report) {
    const steps = indexSteps(graph);
    const byName = new Map(drafts.map((step) => [step.name, step]));
    const noted = new Map(
      drafts.flatMap(({ name, content }) =>
        content?.verb.name === 'outcome' && typeof content.body === 'string'
          ? [[name, content.body] as const]
          : [],
      ),
    );
    for (const { name, verb, edges } of graph.steps) {
      if (verb !== 'menu') continue;
      const targets = [...new Set(edges.filter(({ kind }) => kind === 'goto').map(({ to }) => to))];
      const known = new Map<string, string>();
      for (const target of targets) {
        const outcome = noted.get(target);
        const step = byName.get(target);
        if (outcome === undefined || step === undefined || !steps.has(target)) continue;
        const first = known.get(outcome);
        known.set(outcome, first ?? target);
        if (first === undefined) continue;
        report({
          code: 'same-outcome',
          message: `steps "${first}" and "${target}", between which callers choose in menu "${name}", note the same outcome "${outcome}"`,
          span: document.span(step.nameRange),
          hint: 'name the outcome after the choice, or lead both choices to one step',
        });
      }
    }
  },
};
