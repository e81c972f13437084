import { scanTemplate, type Term } from '../../model/index.ts';
import { findReferenceSpan, listReferences } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';
import { isFromAnswer } from './web-requests.ts';

/**
 * Reports divisions of a number of an answer whose result is saved as a whole number: numbers of answers are decimal, so
 * the result keeps its fraction and does not fit. The rule does not doubt other numbers of services.
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
      if (term === undefined || !isDividedAnswer(term)) continue;
      const place = { start: part.start, end: part.start + part.expr.length };
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
