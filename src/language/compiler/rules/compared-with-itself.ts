import { listTerms, namePath, type Term } from '../../model/index.ts';
import { findReferenceSpan, listExpressions } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports a value that is compared with itself: `vars.code == vars.code` lets everybody in. */
export const comparedWithItself: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const expressions = draft.expressions();
    for (const { reference, source, start } of listExpressions(draft)) {
      if (!COMPARING.test(source)) continue;
      const term = expressions.parse(source);
      for (const comparison of term === undefined ? [] : listTerms(term)) {
        const name = findComparedName(comparison);
        if (name === undefined || comparison.kind !== 'operation') continue;
        const isTrue = HOLDS[comparison.operator] === true;
        const place = { start: start + comparison.start, end: start + comparison.end };
        report({
          code: isTrue ? 'certain-condition' : 'impossible-condition',
          message: `"${name}" is compared with itself, which is ${isTrue ? 'always' : 'never'} true`,
          span: findReferenceSpan(draft.document, reference, place),
          hint: 'compare it with the value that is meant',
        });
      }
    }
  },
};

const COMPARING = /[=<>!]/;

/** Comparison → true if it holds for two equal values. */
const HOLDS: Readonly<Record<string, boolean | undefined>> = {
  '==': true,
  '<=': true,
  '>=': true,
  '!=': false,
  '<': false,
  '>': false,
};

/** Returns the name that stands on both sides of a comparison. */
function findComparedName(term: Term): string | undefined {
  if (term.kind !== 'operation' || HOLDS[term.operator] === undefined) return undefined;
  const [left, right] = term.args.map(namePath);
  return left !== undefined && left === right ? left : undefined;
}
