import { indexSteps, type GraphStep } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
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
    for (const step of graph.steps) {
      checkStep(step, steps, report);
      checkChoices(step, steps, report);
      checkSwitch(step, { steps, languages }, report);
    }
  },
};

type Steps = ReadonlyMap<string, GraphStep>;

function checkStep({ name, language, edges, span }: GraphStep, steps: Steps, report: Report): void {
  const next = steps.get(edges.find(({ failure }) => !failure)?.to ?? '');
  if (language === undefined || next?.language === undefined || next.name === name) return;
  report({
    code: 'language-overridden',
    message: `callers never hear "${language}" from step "${name}": step "${next.name}" chooses "${next.language}" right after it`,
    span,
    hint: `give step "${name}" a "next" that leads behind step "${next.name}"`,
  });
}

function checkChoices({ name, edges, span }: GraphStep, steps: Steps, report: Report): void {
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
}

function checkSwitch(
  { name, verb, edges, span }: GraphStep,
  { steps, languages }: { steps: Steps; languages: readonly string[] },
  report: Report,
): void {
  if (verb !== 'switch' || languages.length !== 2) return;
  const kept = edges.find(({ meaning = '', to }) => {
    const heard = HEARD.exec(meaning)?.[1];
    return heard !== undefined && heard === steps.get(to)?.language;
  });
  const own = steps.get(kept?.to ?? '')?.language;
  const other = steps.get(edges.find(({ kind }) => kind === 'next')?.to ?? '')?.language;
  if (kept === undefined || own === undefined || other === undefined || other === own) return;
  if (!languages.includes(other)) return;
  report({
    code: 'language-overridden',
    message: `step "${name}" changes nothing: callers who hear "${own}" come to a step that chooses "${own}", and the others to one that chooses "${other}"`,
    span: kept.span ?? span,
    hint: 'exchange the two targets',
  });
}
