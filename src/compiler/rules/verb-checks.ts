import { rangeAt } from '../document.ts';
import type { FlowRule } from './flow-rule.ts';

/** What the verbs themselves have to say about their steps. */
export const verbChecks: FlowRule = {
  needsAll: false,
  check({ document, steps }, report) {
    for (const { name, content } of steps) {
      if (content?.body === undefined) continue;
      const { verb, body } = content;
      verb.check?.(body as never, (path, problem) => {
        report({
          ...problem,
          span: document.span(rangeAt(document.root, ['steps', name, verb.name, ...path])),
        });
      });
    }
  },
};
