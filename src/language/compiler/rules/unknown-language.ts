import { findImportAt, canHoldEntry, nodeAt } from '../read/document.ts';
import { suggestName, listReferences, findReferenceSpan } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports languages that the flow does not have, if its list could be read. Imported parts may have more. */
export const unknownLanguage: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, languages } = draft;
    const list = nodeAt(document.root, ['languages']);
    if (list === undefined ? canHoldEntry(document, 'languages') : document.isDoubtful(list.range)) return;
    for (const reference of listReferences(draft, 'language')) {
      const { text, at } = reference;
      const isImportedText = 'key' in at && findImportAt(document, at.key) !== undefined;
      if (languages.includes(text) || isImportedText) continue;
      const span = findReferenceSpan(document, reference);
      report({
        code: 'unknown-language',
        message: `"${text}" is not a language of this flow; it has ${languages.join(', ')}`,
        span,
        ...suggestName(text, languages, span),
      });
    }
  },
};
