import type { Report } from '../../diagnostics/index.ts';
import { findReachable, indexSteps, namePath, RETURN, type Edge, type GraphStep } from '../../model/index.ts';
import { listWrites } from '../check/step-values.ts';
import { findSources } from '../check/variable-sources.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports results of a flow that are the same in every call, because no step sets the variable that is returned, and ways
 * on which a flow returns as after its success with no result at all.
 */
export const resultNeverSet: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkReturns(draft, report);
    for (const [name, expression] of draft.isBroken ? [] : Object.entries(draft.returns)) {
      const variable = findReturned(expression, draft);
      const sources = variable === undefined ? undefined : findSources(draft).get(variable);
      if (sources?.every(({ step }) => step === undefined) !== true) continue;
      report({
        code: 'result-never-set',
        message: `no step sets vars.${variable ?? ''}, so every call returns ${JSON.stringify(draft.vars[variable ?? '']?.initial)} as "${name}"`,
        span: spanAt(draft.document, ['returns', name]),
        hint: 'save the result in this variable',
      });
    }
  },
};

function checkReturns(draft: FlowDraft, report: Report): void {
  const results = draft.isBroken ? [] : Object.values(draft.returns);
  const returned = results.flatMap((expression) => findReturned(expression, draft) ?? []);
  // A result that begins with another value than an empty text tells that nothing was found.
  const areTexts = returned.every((variable) => draft.vars[variable]?.initial === '');
  if (returned.length === 0 || returned.length < results.length || !areTexts) return;
  const steps = indexSteps(draft.graph);
  const isSet = (step: string, edge: Edge): boolean =>
    listWrites(draft, step, edge).some(({ variable }) => returned.includes(variable));
  const unset = findReachable(steps, [draft.graph.entry], (edge, step) => !isSet(step, edge));
  const isUnset = (step: GraphStep, edge: Edge): boolean => unset.has(step.name) && !isSet(step.name, edge);
  const returning = draft.graph.steps.map((step) => ({
    step,
    edges: step.edges.filter(isPlainReturn(step)),
  }));
  if (returning.every(({ step, edges }) => edges.every((edge) => isUnset(step, edge)))) return;
  for (const { step, edges } of returning) {
    const edge = edges.find((one) => isUnset(step, one));
    if (edge === undefined) continue;
    report({
      code: 'result-never-set',
      message: `when step "${step.name}" ends with "${edge.outcome}", the flow returns as after its success, with nothing in ${returned.map((name) => `"${name}"`).join(', ')}`,
      span: edge.span ?? step.span,
      hint: 'lead it to a step that names the outcome, such as return: no_answer',
    });
  }
}

/** Returns what is true for edges that end a flow without a named outcome. */
function isPlainReturn({ verb }: GraphStep): (edge: Edge) => boolean {
  return ({ to, outcome }) => to === RETURN && (verb !== 'return' || outcome === 'done');
}

/** Returns the variable that a result is; undefined for other expressions. */
function findReturned(expression: string, draft: FlowDraft): string | undefined {
  const term = draft.expressions().parse(expression);
  const [holder, variable] = (term === undefined ? '' : (namePath(term) ?? '')).split('.');
  return holder === 'vars' ? variable : undefined;
}
