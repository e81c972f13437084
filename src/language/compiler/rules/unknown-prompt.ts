import { canHoldEntry } from '../read/document.ts';
import { isLegalName, isPromptName } from '../schema/name-forms.ts';
import { suggestName, listReferences, findReferenceSpan } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports references to prompts that do not exist. */
export const unknownPrompt: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, promptNames } = draft;
    const names = new Set(promptNames);
    for (const reference of listReferences(draft, 'prompt')) {
      const { text } = reference;
      if (!isPromptName(text) || names.has(text) || canHoldEntry(document, text)) continue;
      const span = findReferenceSpan(document, reference);
      report({
        code: 'unknown-prompt',
        message: `there is no prompt "${text}" under "prompts"`,
        span,
        hint: `to speak the word itself, write { text: ${text} }`,
        ...suggestName(text, promptNames.filter(isLegalName), span),
      });
    }
  },
};
