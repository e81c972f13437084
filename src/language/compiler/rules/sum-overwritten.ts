import type { Report } from '../../diagnostics/index.ts';
import { findReachable, indexSteps, listTerms, namePath, type Term } from '../../model/index.ts';
import { listConditions } from '../check/known-values.ts';
import type { Source } from '../check/step-values.ts';
import { findSources } from '../check/variable-sources.ts';
import { spanAt } from '../read/document.ts';
import { phrase } from '../../speech/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findStep } from './unasked-ways.ts';

/**
 * Reports sums that are never added up: a condition compares `vars.total + vars.amount` with a bound, and a later step
 * that leads back to it sets the total to the amount alone; or a step of a loop sets a total anew, and adds to another
 * variable.
 */
export const sumOverwritten: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkTotals(draft, report);
    for (const [step, conditions] of listConditions(draft))
      for (const { source } of conditions)
        for (const [total, added] of listCheckedSums(source, draft)) {
          const writer = findOverwriter(total, added, draft);
          if (writer?.step === undefined || !leadsTo(writer.step, step, draft)) continue;
          report({
            code: 'sum-overwritten',
            message: `step "${step}" looks at "${total}" and "${added}" together, but step "${writer.step}" keeps only the last "${added}" in "${total}"`,
            span: spanAt(draft.document, ['steps', writer.step, 'set', total]),
            hint: `write \${vars.${total} + vars.${added}}`,
          });
        }
  },
};

/** Names of sums. */
export const TOTAL = phrase('total|totale|sum|summe|gesamt|gesamtpreis|somme|importe|suma|totaal|soma|razem');

function checkTotals(draft: FlowDraft, report: Report): void {
  for (const [total, sources] of findSources(draft)) {
    const writers = sources.filter(({ step }) => step !== undefined);
    const [only, ...others] = writers.filter(({ kind }) => kind === 'expression');
    const isNumber = draft.vars[total]?.type === 'int' || draft.vars[total]?.type === 'double';
    if (only?.step === undefined || others.length > 0 || !isNumber || !TOTAL.test(total.replaceAll('_', ' ')))
      continue;
    if (only.reads.has(`vars.${total}`) || only.reads.size === 0 || !leadsTo(only.step, only.step, draft))
      continue;
    const isCounting = [...findSources(draft)].some(
      ([name, all]) =>
        name !== total && all.some(({ step, reads }) => step === only.step && reads.has(`vars.${name}`)),
    );
    if (!isCounting) continue;
    report({
      code: 'sum-overwritten',
      message: `step "${only.step}" sets "${total}" anew in each round, and adds to other variables`,
      span: spanAt(draft.document, ['steps', only.step, 'set', total]),
      hint: `add it up: vars.${total} + …`,
    });
  }
}

const ORDERS = new Set(['<', '<=', '>', '>=']);

/** Lists the pairs of variables whose sum a condition compares with a bound, in both orders. */
function listCheckedSums(source: string, draft: FlowDraft): [string, string][] {
  const term = source.includes('+') ? draft.expressions().parse(source) : undefined;
  const compared = (term === undefined ? [] : listTerms(term)).flatMap((one) =>
    one.kind === 'operation' && ORDERS.has(one.operator) ? one.args : [],
  );
  return compared.flatMap((one): [string, string][] => {
    if (one.kind !== 'operation' || one.operator !== '+') return [];
    const [left, right] = one.args.map(readVariable);
    return left === undefined || right === undefined
      ? []
      : [
          [left, right],
          [right, left],
        ];
  });
}

function readVariable(term: Term): string | undefined {
  return /^vars\.(\w+)$/.exec(namePath(term) ?? '')?.[1];
}

/** Returns where a total gets the amount alone; undefined when it also comes from outside, or some step adds to it. */
function findOverwriter(total: string, added: string, draft: FlowDraft): Source | undefined {
  const written = (findSources(draft).get(total) ?? []).filter(({ step }) => step !== undefined);
  if (!written.every(({ isSet, reads }) => isSet && !reads.has(`vars.${total}`))) return undefined;
  return written.find((one) => one.kind === 'expression' && one.source.trim() === `vars.${added}`);
}

function leadsTo(from: string, to: string, draft: FlowDraft): boolean {
  const next = findStep(draft, from)?.edges.map((edge) => edge.to) ?? [];
  return findReachable(indexSteps(draft.graph), next).has(to);
}
