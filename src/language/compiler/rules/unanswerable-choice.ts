import { nodeAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus } from './questions.ts';

/** Reports choices with neither a key nor phrases. Other entries may be one of them, misspelt. */
export const unanswerableChoice: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    for (const { body, path } of listMenus(draft))
      body.choices?.forEach((_, index) => {
        const node = nodeAt(document.root, [...path, 'choices', index]);
        if (node?.kind !== 'map' || [...node.entries.keys()].some((key) => key !== 'goto')) return;
        report({
          code: 'missing-key',
          message: 'a choice needs a "key", "phrases" or both; found neither',
          span: document.span(node.range),
        });
      });
  },
};
