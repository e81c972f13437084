import { rangeAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { menusOf } from './questions.ts';

/** As many as can be kept in mind while they are read out. */
const MOST_CHOICES = 5;

/** No menu offers more than a caller can keep in mind. */
export const longMenu: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    for (const { step, body, path } of menusOf(draft)) {
      const count = body.choices?.length ?? 0;
      if (count <= MOST_CHOICES) continue;
      report({
        code: 'long-menu',
        message: `menu "${step.name}" has ${count} choices; expected at most ${MOST_CHOICES}`,
        span: document.span(rangeAt(document.root, [...path, 'choices', MOST_CHOICES])),
      });
    }
  },
};
