import { listTerms, namePath, scanTemplate, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions, listReferences } from '../check/references.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMoneyTexts } from './money-texts.ts';
import { isFromAnswer } from './web-requests.ts';

/**
 * Reports divisions of a number of an answer whose result is saved as a whole number: numbers of answers are decimal, so
 * the result keeps its fraction and does not fit. Other numbers of services are whole, unless the flow compares them with
 * decimal numbers and tells them as amounts of money.
 */
export const fractionalResult: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const reference of listReferences(draft, 'answer')) {
      const variable = String(reference.path.at(-1));
      if (!Object.hasOwn(draft.vars, variable) || draft.vars[variable]?.type !== 'int') continue;
      const [part, ...others] = scanTemplate(reference.text).parts;
      if (typeof part !== 'object' || others.length > 0) continue;
      const term = draft.expressions().parse(part.expr);
      const place = { start: part.start, end: part.start + part.expr.length };
      if (term !== undefined && isFromAnswer(term) && isAmount(variable, draft))
        report({
          code: 'failing-expression',
          message: `this fails whenever the amount has cents: "vars.${variable}" is a whole number, although the flow takes it for a decimal one`,
          span: findReferenceSpan(draft.document, reference, place),
          hint: 'let the variable begin with 0.0',
        });
      if (term === undefined || !isDividedAnswer(term)) continue;
      report({
        code: 'failing-expression',
        message: `this fails whenever the result has a fraction: "vars.${variable}" is a whole number`,
        span: findReferenceSpan(draft.document, reference, place),
        hint: `write int(${part.expr.trim()}), or let the variable begin with 0.0`,
      });
    }
  },
};

function isDividedAnswer(term: Term): boolean {
  if (term.kind !== 'operation' || term.operator !== '/') return false;
  const [of] = term.args;
  return of !== undefined && (isFromAnswer(of) || isDividedAnswer(of));
}

/** True for a variable that the flow compares with a decimal number, or adds to one, and tells as an amount of money. */
function isAmount(variable: string, draft: FlowDraft): boolean {
  const isOwn = (term: Term) => namePath(term) === `vars.${variable}`;
  const isDecimal = (term: Term) => term.kind === 'value' && typeof term.value === 'number';
  const isTakenForDecimal = listExpressions(draft).some(({ source }) => {
    const term =
      source.includes(variable) && DECIMAL.test(source) ? draft.expressions().parse(source) : undefined;
    const terms = term === undefined ? [] : listTerms(term);
    return terms.some(
      (one) =>
        one.kind === 'operation' &&
        EQUAL_UNITS.has(one.operator) &&
        one.args.some(isOwn) &&
        one.args.some(isDecimal),
    );
  });
  return (
    isTakenForDecimal &&
    listMoneyTexts(draft).some(({ text }) => new RegExp(String.raw`\bvars\.${variable}\b`).test(text))
  );
}

/** Operators whose sides are in the same unit: cents are divided by 100.0. */
const EQUAL_UNITS = new Set(['<', '<=', '>', '>=', '==', '!=', '+', '-']);

const DECIMAL = /\d\.\d/;
