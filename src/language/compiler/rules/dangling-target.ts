import type { Finding, Span } from '../../diagnostics/index.ts';
import { BACK, HANGUP, isTargetWord, REPEAT, targetWords } from '../../model/index.ts';
import { canHoldEntry } from '../read/document.ts';
import { isLegalName } from '../schema/name-forms.ts';
import { suggestName, listReferences, findReferenceSpan } from '../check/references.ts';
import { indexByWord } from '../read/words.ts';
import type { Reference } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports references to steps that do not exist. */
export const danglingTarget: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, steps } = draft;
    const names = new Set(steps.map(({ name }) => name));
    const legal = [...names].filter(isLegalName);
    const targets = [...legal, ...targetWords];
    for (const reference of listReferences(draft, 'step', 'target')) {
      const { text, kind } = reference;
      const isWord = isTargetWord(text);
      const isAllowed = kind === 'target' ? isWord : text === HANGUP && isOnError(reference);
      if (names.has(text) || canHoldEntry(document, text) || isAllowed) continue;
      const span = findReferenceSpan(document, reference);
      report({
        code: 'dangling-target',
        message: isWord
          ? `expected the name of a step, found "${text}"`
          : `there is no step "${text}" in this flow`,
        span,
        ...(kind === 'target' ? suggestTarget(text, span) : undefined),
        ...suggestName(text, kind === 'target' ? targets : legal, span),
      });
    }
  },
};

/** True for `on.error` of the flow, which may also end the call. */
function isOnError({ path }: Reference): boolean {
  return path[0] === 'on' && path[1] === 'error';
}

/** Names that other systems use for the targets of the language. */
const OTHER_TARGETS = indexByWord({
  [HANGUP]: 'end exit stop quit finish disconnect hang_up terminate',
  [REPEAT]: 'again replay',
  [BACK]: 'previous',
});

function suggestTarget(text: string, span: Span): Pick<Finding, 'hint' | 'fix'> {
  const target = OTHER_TARGETS.get(text);
  return target === undefined ? {} : { hint: `it is called "${target}" here`, fix: { span, text: target } };
}
