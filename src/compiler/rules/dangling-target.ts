import { isTargetWord, targetWords } from '../../flow/index.ts';
import { mayHold } from '../document.ts';
import { nameMeant, referencesOf, spanOf } from '../references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Every step that is named exists. */
export const danglingTarget: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, steps } = draft;
    const names = new Set(steps.map(({ name }) => name));
    for (const reference of referencesOf(draft, 'step', 'target')) {
      const { text, kind } = reference;
      const isWord = isTargetWord(text);
      if (names.has(text) || mayHold(document, text) || (isWord && kind === 'target')) continue;
      const span = spanOf(document, reference);
      const legal = kind === 'target' ? [...names, ...targetWords] : names;
      report({
        code: 'dangling-target',
        message: isWord
          ? `expected the name of a step, found "${text}"`
          : `there is no step "${text}" in this flow`,
        span,
        ...nameMeant(text, legal, span),
      });
    }
  },
};
