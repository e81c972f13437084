import { indexSteps } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports `language` steps that lead straight to another one, which takes their choice back at once. */
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
  },
};
