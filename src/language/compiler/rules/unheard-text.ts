import { nodeAt, spanAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { failedAttempts, listQuestions } from './questions.ts';

/**
 * Reports replies to silence and mistakes of a question with one attempt, after which the call goes on at once. Replies of
 * the flow's defaults are left alone, and so are those of a question with a confirmation, which says them too.
 */
export const unheardText: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listQuestions(draft)) {
      if (body.attempts !== 1 || 'confirm' in body) continue;
      const unheard = failedAttempts.find((attempt) => isOwn([...path, attempt], draft));
      if (unheard === undefined) continue;
      report({
        code: 'unheard-text',
        message: `callers never hear "${unheard}" of step "${step.name}": after one attempt the call goes on`,
        span: spanAt(draft.document, [...path, unheard]),
        hint: 'allow more attempts, or remove the text',
      });
    }
  },
};

/** True for an entry of a step that is written there, rather than copied from the defaults of its verb. */
function isOwn(path: Path, { document: { root } }: FlowDraft): boolean {
  const written = nodeAt(root, path);
  const copied = nodeAt(root, ['defaults', ...path.slice(2)]);
  return written !== undefined && written.range.from !== copied?.range.from;
}
