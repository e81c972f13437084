import { listTerms, namePath, type Term } from '../../model/index.ts';
import { keySpanAt } from '../read/document.ts';
import { listExpressions } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports parameters of which a flow only asks whether they are empty: what they contain, such as the number of the next
 * person on call, is used nowhere.
 */
export const onlyAskedFor: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const params = Object.keys(draft.params);
    if (draft.isBroken || params.length === 0) return;
    const parsed = listExpressions(draft).map(({ source }) => draft.expressions().parse(source));
    const terms = parsed.flatMap((term) => (term === undefined ? [] : listTerms(term)));
    for (const name of params) {
      const path = `params.${name}`;
      const uses = terms.filter((term) => namePath(term) === path).length;
      if (uses === 0 || uses !== terms.filter((term) => asksWhetherEmpty(term, path)).length) continue;
      report({
        code: 'unread-variable',
        message: `the flow only asks whether the parameter "${name}" is empty: nothing uses what it contains`,
        span: keySpanAt(draft.document, ['params', name]),
        hint: `use it, such as in to: \${params.${name}}, or let it be true or false`,
      });
    }
  },
};

function asksWhetherEmpty(term: Term, path: string): boolean {
  if (term.kind !== 'operation' || (term.operator !== '==' && term.operator !== '!=')) return false;
  const isEmpty = (one: Term) => one.kind === 'value' && one.value === '';
  return term.args.some(isEmpty) && term.args.some((one) => namePath(one) === path);
}
