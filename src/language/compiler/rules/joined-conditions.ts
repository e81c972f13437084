import { listTerms, type Term } from '../../model/index.ts';
import { toAlternatives } from '../check/condition-formula.ts';
import { findReferenceSpan, isImportedStep, listExpressions } from '../check/references.ts';
import { shortenText } from '../read/words.ts';
import type { Reference } from '../types.ts';
import { isImpossible } from './condition-solver.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports comparisons of one value that are joined by `||` and together hold for every value, or by `&&` and exclude each
 * other, wherever they stand. Another rule judges the whole condition of a case.
 */
export const joinedConditions: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      const term = /&&|\|\|/.test(source) ? draft.expressions().parse(source) : undefined;
      if (term === undefined || isImportedStep(draft, reference)) continue;
      for (const chain of listChains(term)) {
        if (chain === term && isCase(reference)) continue;
        const isCertain = chain.operator === '||';
        const alternatives = toAlternatives(chain, source, !isCertain);
        const isConstant = alternatives?.length === 0;
        if (isConstant || !isImpossible(alternatives, () => undefined)) continue;
        const text = shortenText(source.slice(chain.start, chain.end));
        report({
          code: isCertain ? 'certain-condition' : 'impossible-condition',
          message: isCertain
            ? `${text} is always true`
            : `${text} is never true: it requires two things that exclude each other`,
          span: findReferenceSpan(draft.document, reference, {
            start: start + chain.start,
            end: start + chain.end,
          }),
          hint: isCertain ? 'do you mean && instead of ||?' : 'do you mean || instead of &&?',
        });
      }
    }
  },
};

type Operation = Extract<Term, { kind: 'operation' }>;

/** Lists the outermost terms that `&&` or `||` joins. */
function listChains(term: Term): Operation[] {
  const joined = listTerms(term).filter((one) => isJoinedBy(one, '&&') || isJoinedBy(one, '||'));
  const inner = new Set<Term>(
    joined.flatMap(({ args, operator }) => args.filter((part) => isJoinedBy(part, operator))),
  );
  return joined.filter((one) => !inner.has(one));
}

function isJoinedBy(term: Term, operator: string): term is Operation {
  return term.kind === 'operation' && term.operator === operator;
}

function isCase({ kind, path }: Reference): boolean {
  return kind === 'condition' && path[2] === 'switch';
}
