import { listTerms, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions, stepNameOf } from '../check/references.ts';
import { findSources, findSourcesAt } from '../check/variable-sources.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findRange } from './value-domains.ts';

/**
 * Reports comparisons such as `vars.rating <= 2` that hold for callers who have not answered: the variable begins with a
 * negative number, which stands for no answer and is less than every answer. A condition that excludes negative numbers is
 * left alone.
 */
export const unansweredCounts: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      const step = stepNameOf(reference);
      const term = source.includes('<') ? draft.expressions().parse(source) : undefined;
      if (term === undefined || step === undefined) continue;
      const comparisons = listTerms(term).flatMap((one) => readComparison(one) ?? []);
      for (const { name, at, isUpper, bound } of comparisons) {
        const excludes = comparisons.some((one) => one.name === name && one.at !== at);
        const initial = draft.vars[name]?.initial;
        if (!isUpper || excludes || typeof initial !== 'number' || !(initial < 0 && bound >= 0)) continue;
        if (!isNoAnswer(name, initial, draft) || !mayBeUnanswered(name, step, draft)) continue;
        const place = { start: start + at.start, end: start + at.end };
        report({
          code: 'initial-as-answer',
          message: `${source.slice(at.start, at.end)} also holds for ${String(initial)}, with which "${name}" begins: callers who have not answered are counted with it`,
          span: findReferenceSpan(draft.document, reference, place),
          hint: `add: vars.${name} >= 0 && …`,
        });
      }
    }
  },
};

interface Comparison {
  name: string;
  at: Term;
  /** True when lower numbers fit, too. */
  isUpper: boolean;
  bound: number;
}

/** Operator → true when the condition holds for lower numbers on its left side. */
const IS_UPPER: Readonly<Record<string, boolean | undefined>> = {
  '<': true,
  '<=': true,
  '>': false,
  '>=': false,
  '!=': false,
  '==': false,
};

/** Reads a comparison of a variable with a number, in either order. */
function readComparison(term: Term): Comparison | undefined {
  if (term.kind !== 'operation') return undefined;
  const holdsBelow = IS_UPPER[term.operator];
  const [left, right] = term.args;
  if (holdsBelow === undefined || left === undefined || right === undefined) return undefined;
  const isTurned = left.kind === 'value' || left.kind === 'operation';
  const [variable, number] = isTurned ? [right, left] : [left, right];
  const [, name] = /^vars\.(\w+)$/.exec(namePath(variable) ?? '') ?? [];
  const bound = number.kind === 'value' ? Number(number.value) : NaN;
  if (name === undefined) return undefined;
  const isOrder = term.operator.startsWith('<') || term.operator.startsWith('>');
  return { name, at: term, isUpper: isOrder && holdsBelow !== isTurned, bound };
}

/** True when the variable only gets answers, all of them greater than the number. */
function isNoAnswer(name: string, initial: number, draft: FlowDraft): boolean {
  const written = (findSources(draft).get(name) ?? []).filter(({ step }) => step !== undefined);
  return (
    written.length > 0 &&
    written.every(
      (source) =>
        source.kind === 'answer' && source.body.range !== undefined && findRange(source.body).min > initial,
    )
  );
}

function mayBeUnanswered(name: string, step: string, draft: FlowDraft): boolean {
  return findSourcesAt(draft, name, step).some((source) => source.step === undefined);
}
