import type { FlowRule } from '../flow-rule.ts';
import { listMenus } from '../questions.ts';
import { findExchangedText } from './targets-exchanged.ts';

/** Reports menus of which one language offers with a key what only the way of another key is about. */
export const keysExchanged: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.languages.length < 2) return;
    for (const menu of listMenus(draft)) {
      const found = findExchangedText(menu, draft);
      if (found === undefined) continue;
      const { offer, meant } = found;
      report({
        code: 'key-leads-elsewhere',
        message: `in this language alone, ${offer.description} of menu "${menu.step.name}" is offered for step "${meant.target}", but leads to step "${offer.target}"`,
        span: offer.span,
        hint: 'exchange the keys in the text',
      });
    }
  },
};
