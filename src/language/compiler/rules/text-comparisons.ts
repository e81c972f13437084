import { listTerms, type Term } from '../../model/index.ts';
import { toAlternatives, type Comparison } from '../check/condition-formula.ts';
import { findReferenceSpan, isImportedStep, listExpressions, stepNameOf } from '../check/references.ts';
import { shortenText } from '../read/words.ts';
import { isImpossible } from './condition-solver.ts';
import type { FlowRule } from './flow-rule.ts';
import { listRestricted } from './number-comparisons.ts';
import { describeTexts, findDomain, type Domain, type TextDomain } from './value-domains.ts';

/**
 * Reports comparisons of dates, times and digits that are false, or true, in every call, since the question takes only
 * answers on one side of the bound. Texts of other forms have no order, which other rules tell.
 */
export const textComparisons: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      const term = /[<>]/.test(source) ? draft.expressions().parse(source) : undefined;
      if (term === undefined || isImportedStep(draft, reference)) continue;
      const restricted = listRestricted(term);
      const views = { all: undefined, here: stepNameOf(reference) };
      for (const one of listTerms(term)) {
        const found = judgeOrder(one, source, (view, name) => findDomain(draft, name, views[view]));
        if (found === undefined || (found.isTrue && restricted.has(one))) continue;
        const { name, isTrue, domain } = found;
        report({
          code: isTrue ? 'certain-condition' : 'impossible-condition',
          message: `"${name}" is ${describeTexts(domain)}, so ${shortenText(source.slice(one.start, one.end))} is ${isTrue ? 'always' : 'never'} true`,
          span: findReferenceSpan(draft.document, reference, {
            start: start + one.start,
            end: start + one.end,
          }),
          hint: 'correct the bound, or the range of the question',
        });
      }
    }
  },
};

/** Returns the values of a name anywhere in the flow, or at the step of the expression. */
type FindDomain = (view: 'all' | 'here', name: string) => Domain | undefined;

/**
 * Decides a comparison by the order of texts. What is true at its step alone is left alone: whoever excludes a date that
 * the question refuses as well harms nobody.
 */
function judgeOrder(
  term: Term,
  source: string,
  find: FindDomain,
): { name: string; isTrue: boolean; domain: TextDomain } | undefined {
  const comparison = readOrder(term, source);
  if (comparison === undefined) return undefined;
  const { name, bound } = comparison;
  for (const [view, isTrue] of [
    ['here', false],
    ['all', true],
  ] as const) {
    const domain = find(view, name);
    if (domain?.kind !== 'text' || !isComparable(domain, bound)) continue;
    if (isImpossible(toAlternatives(term, source, !isTrue), () => domain)) return { name, isTrue, domain };
  }
  return undefined;
}

const ORDERS = new Set(['<', '<=', '>', '>=']);

/** Returns the comparison of a name with a text by their order. */
function readOrder(term: Term, source: string): (Comparison & { kind: 'below'; bound: string }) | undefined {
  if (term.kind !== 'operation' || !ORDERS.has(term.operator)) return undefined;
  const comparison = toAlternatives(term, source)?.[0]?.[0]?.comparison;
  if (comparison?.kind !== 'below') return undefined;
  const { bound } = comparison;
  return typeof bound === 'string' ? { ...comparison, bound } : undefined;
}

/** True when the bound is a text of the same form, or the beginning of one, such as the year of a date. */
function isComparable({ forms }: TextDomain, bound: string): boolean {
  return (
    forms.length > 0 &&
    forms.every(({ bounds }) => {
      const mask = bounds === undefined ? '' : toMask(bounds.min);
      const isLike = mask !== '' && mask.startsWith(toMask(bound));
      return isLike && (bound.length === mask.length || /[^0]/.test(mask));
    })
  );
}

function toMask(text: string): string {
  return text.replace(/\d/g, '0');
}
