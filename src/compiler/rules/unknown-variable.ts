import { mayHold } from '../document.ts';
import { didYouMean, referencesOf, spanOf } from '../references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Every variable that a step writes is declared. Those that expressions read are the business of `expressions`. */
export const unknownVariable: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, vars } = draft;
    for (const reference of referencesOf(draft, 'variable')) {
      const { text } = reference;
      if (Object.hasOwn(vars, text) || mayHold(document, text)) continue;
      const span = spanOf(document, reference);
      report({
        code: 'unknown-variable',
        message: `there is no variable "${text}" under "vars"`,
        span,
        ...didYouMean(text, Object.keys(vars), span),
      });
    }
  },
};
