import { namePath } from '../../model/index.ts';
import { findSources } from '../check/variable-sources.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports results of a flow that are the same in every call, because no step sets the variable that is returned. */
export const resultNeverSet: FlowRule = {
  needsAll: true,
  check(draft, report) {
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

/** Returns the variable that a result is; undefined for other expressions. */
function findReturned(expression: string, draft: FlowDraft): string | undefined {
  const term = draft.expressions().parse(expression);
  const [holder, variable] = (term === undefined ? '' : (namePath(term) ?? '')).split('.');
  return holder === 'vars' ? variable : undefined;
}
