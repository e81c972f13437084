import { typeDescriptions } from '../../model/index.ts';
import { entryOf, nodeAt } from '../read/document.ts';
import { readInitial } from '../check/draft.ts';
import { renderKind } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports initial values that do not have the declared type of their variable. */
export const initialValue: FlowRule = {
  needsAll: false,
  check({ document, source }, report) {
    for (const [name, variable] of Object.entries(source.vars ?? {})) {
      if (typeof variable !== 'object' || variable.type === undefined || variable.initial === undefined)
        continue;
      const node = entryOf(nodeAt(document.root, ['vars', name]), 'initial')?.value;
      if (node === undefined || readInitial(node, variable.type) !== undefined) continue;
      report({
        code: 'wrong-type',
        message: `expected ${typeDescriptions[variable.type]}, found ${renderKind(node)}`,
        span: document.span(node.range),
      });
    }
  },
};
