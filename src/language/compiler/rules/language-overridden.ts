import { indexSteps } from '../../model/index.ts';
import type { FlowRule } from './flow-rule.ts';

/** The condition for callers who hear a language. */
const HEARD = /^call\.language == "([\w-]+)"$/;

/**
 * Reports `language` steps, and choices with a language, that lead straight to a step which takes it back at once, and
 * switches that give each caller the language that the caller has.
 */
export const languageOverridden: FlowRule = {
  needsAll: true,
  check({ graph, languages }, report) {
    const steps = indexSteps(graph);
    for (const { name, verb, edges, span } of graph.steps) {
      const kept = edges.find(({ meaning = '', to }) => HEARD.exec(meaning)?.[1] === steps.get(to)?.language);
      const other = steps.get(edges.find(({ kind }) => kind === 'next')?.to ?? '')?.language;
      const own = HEARD.exec(kept?.meaning ?? '')?.[1];
      const isAll =
        languages.length === 2 && other !== undefined && other !== own && languages.includes(other);
      if (verb !== 'switch' || kept === undefined || own === undefined || !isAll) continue;
      report({
        code: 'language-overridden',
        message: `step "${name}" changes nothing: callers who hear "${own}" come to a step that chooses "${own}", and the others to one that chooses "${other}"`,
        span: kept.span ?? span,
        hint: 'exchange the two targets',
      });
    }
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
