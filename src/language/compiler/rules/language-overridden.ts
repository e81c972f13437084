import { indexSteps } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports `language` steps, and choices with a language, that lead straight to a step which takes it back at once. */
export const languageOverridden: FlowRule = {
  needsAll: true,
  check({ graph }, report) {
    const steps = indexSteps(graph);
    for (const { name, language, edges, span } of graph.steps) {
      const next = steps.get(edges.find(({ failure }) => !failure)?.to ?? '');
      if (language === undefined || next?.language === undefined || next.name === name) continue;
      report({
        code: 'language-overridden',
        message: `callers never hear "${language}" from step "${name}": step "${next.name}" chooses "${next.language}" right after it`,
        span,
        hint: `give step "${name}" a "next" that leads behind step "${next.name}"`,
      });
    }
    for (const { name, edges, span } of graph.steps)
      for (const edge of edges) {
        const next = steps.get(edge.to);
        if (edge.language === undefined || next?.language === undefined) continue;
        if (edge.language === next.language) continue;
        report({
          code: 'language-overridden',
          message: `callers who choose "${edge.language}" at step "${name}" never hear it: step "${next.name}" chooses "${next.language}" right after it`,
          span: edge.span ?? span,
          hint: `lead the choice behind step "${next.name}"`,
        });
      }
  },
};
