import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';
import { findEdge, findUnasked } from './unasked-ways.ts';

/**
 * Reports questions with a confirmation and one attempt: whoever says that the value is wrong cannot correct it. A flow
 * that asks callers something else then, such as whether they want to try again, is left alone.
 */
export const singleConfirmation: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { step, body, path } of listCollects(draft)) {
      const { confirm = false, attempts } = body;
      if (confirm === false || attempts !== 1) continue;
      const to = findEdge(draft, step.name, 'exhausted')?.to;
      if ([...findUnasked(draft, to).values()].some(({ waits }) => waits === 'caller')) continue;
      report({
        code: 'single-confirmation',
        message: `callers who answer that their value is wrong cannot correct it: step "${step.name}" has one attempt, and goes on to "${to ?? ''}"`,
        span: spanAt(draft.document, [...path, 'attempts']),
        hint: 'allow 2 or 3 attempts',
      });
    }
  },
};
