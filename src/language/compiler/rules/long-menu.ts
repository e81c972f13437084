import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus } from './questions.ts';

/** Maximum number of choices that callers can remember while they are read out. */
const MAX_CHOICES = 5;

/** Reports menus with more choices than a caller can remember. */
export const longMenu: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    for (const { step, body, path } of listMenus(draft)) {
      const count = body.choices?.length ?? 0;
      if (count <= MAX_CHOICES) continue;
      report({
        code: 'long-menu',
        message: `menu "${step.name}" has ${count} choices; expected at most ${MAX_CHOICES}`,
        span: spanAt(document, [...path, 'choices', MAX_CHOICES]),
      });
    }
  },
};
