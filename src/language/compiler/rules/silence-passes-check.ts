import type { Report } from '../../diagnostics/index.ts';
import { type GraphStep, indexSteps, listTerms, namePath } from '../../model/index.ts';
import { listConditions, type Condition } from '../check/known-values.ts';
import type { FlowDraft } from '../types.ts';
import { type Collect, listCollects } from './questions.ts';

/**
 * Reports questions whose `silent` or `exhausted` leads where a condition afterwards leads only those whose answer equals
 * a value of the call: who gives no answer passes the check.
 */
export function reportPassedChecks(draft: FlowDraft, report: Report): void {
  const steps = indexSteps(draft.graph);
  for (const collect of listCollects(draft)) {
    const { name, nameRange } = collect.step;
    const edges = steps.get(name)?.edges ?? [];
    const passed = findCheck(collect, steps, draft);
    const way = edges.find(({ outcome, to }) => SILENT.has(outcome) && to === passed?.to);
    if (passed === undefined || way === undefined) continue;
    report({
      code: 'silence-decides',
      message: `callers who give no answer at step "${name}" are led to step "${passed.to}", where step "${passed.check}" leads only those with the right one`,
      span: way.span ?? draft.document.span(nameRange),
      hint: `lead "${way.outcome}" to a step for those who cannot answer`,
    });
  }
}

const SILENT = new Set(['silent', 'exhausted']);

interface Check {
  /** The switch that compares the answer. */
  check: string;
  /** Where it leads those whose answer is right. */
  to: string;
}

/** Finds the switch behind a question that compares its answer with a value of the call. */
function findCheck(
  { step: { name }, body: { save = '' } }: Collect,
  steps: ReadonlyMap<string, GraphStep>,
  draft: FlowDraft,
): Check | undefined {
  const after = steps.get(name)?.edges.find(({ outcome }) => outcome === 'filled')?.to ?? '';
  const edges = steps.get(after)?.edges ?? [];
  for (const [at, condition] of (listConditions(draft).get(after) ?? []).entries()) {
    const operator = findOperator(condition, `vars.${save}`, draft);
    const outcome = operator === '==' ? `case_${at + 1}` : operator === '!=' ? 'otherwise' : undefined;
    const to = edges.find((edge) => edge.outcome === outcome)?.to;
    if (to !== undefined && edges.some((edge) => edge.to !== to)) return { check: after, to };
  }
  return undefined;
}

/** Returns the operator by which a condition, as a whole, compares an answer with another name. */
function findOperator({ source }: Condition, answer: string, draft: FlowDraft): string | undefined {
  const term = draft.expressions().parse(source);
  const [whole] = term === undefined ? [] : listTerms(term);
  if (whole?.kind !== 'operation') return undefined;
  const names = whole.args.map(namePath);
  return names.includes(answer) && !names.includes(undefined) ? whole.operator : undefined;
}
