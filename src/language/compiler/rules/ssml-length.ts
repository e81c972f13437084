import { scanTemplate } from '../../model/index.ts';
import { findReferenceSpan, listSsml } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Maximum number of characters of one speech request (6128). */
const MAX_CHARACTERS = 1_024;

/** Reports SSML documents that do not fit into one request: only plain text can be split (R8). */
export const ssmlLength: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const reference of listSsml(draft)) {
      const count = countFixedCharacters(reference.text);
      if (count <= MAX_CHARACTERS) continue;
      report({
        code: 'ssml-too-long',
        message: `the SSML document has ${count} characters; expected at most ${MAX_CHARACTERS}`,
        span: findReferenceSpan(draft.document, reference),
      });
    }
  },
};

function countFixedCharacters(text: string): number {
  const parts = scanTemplate(text).parts.filter((part) => typeof part === 'string');
  return Array.from(parts.join('')).length;
}
