import { findSources } from '../check/variable-sources.ts';
import { keySpanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports variables that begin with the only value that any step gives them: a consent that is "yes" from the beginning
 * is "yes" for those who refuse as well.
 */
export const onlyValue: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.isBroken) return;
    for (const [variable, sources] of findSources(draft)) {
      const initial = draft.vars[variable]?.initial;
      const written = sources.filter(({ step }) => step !== undefined);
      if (initial === undefined || initial === '' || written.length === 0) continue;
      if (!written.every(({ literal }) => literal === initial)) continue;
      report({
        code: 'only-value',
        message: `"${variable}" begins with ${JSON.stringify(initial)} and is never set to anything else, so it tells nothing of the call`,
        span: keySpanAt(draft.document, ['vars', variable]),
        hint: 'let it begin with another value, or set another one on the other ways',
      });
    }
  },
};
