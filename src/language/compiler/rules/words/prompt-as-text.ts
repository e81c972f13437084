import { isSpokenText, listReferences, findReferenceSpan } from '../../check/references.ts';
import { nodeAt } from '../../read/document.ts';
import type { FlowRule } from '../flow-rule.ts';

/** Reports `text` pieces that consist of the name of a prompt, which is spoken instead of the prompt. */
export const promptAsText: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const reference of listReferences(draft, 'template')) {
      const { text, path } = reference;
      if (path.at(-1) !== 'text' || !isSpokenText(reference)) continue;
      // A name of one plain word may be meant as the word.
      if (!text.includes('_') || !draft.promptNames.includes(text)) continue;
      const piece = nodeAt(draft.document.root, path.slice(0, -1));
      const isAlone = piece?.kind === 'map' && piece.entries.size === 1;
      report({
        code: 'prompt-as-text',
        message: `callers hear the name "${text}" instead of the prompt of that name`,
        span: findReferenceSpan(draft.document, reference),
        hint: `write the name alone: ${text}`,
        ...(isAlone && { fix: { span: draft.document.span(piece.range), text } }),
      });
    }
  },
};
