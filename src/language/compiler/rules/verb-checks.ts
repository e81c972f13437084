import type { DiagnosticCode } from '../../diagnostics/index.ts';
import { rangeAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';

const ABOUT_KEYS: readonly DiagnosticCode[] = ['conflicting-keys', 'missing-key'];

/** What the verbs themselves have to say about their steps. */
export const verbChecks: FlowRule = {
  needsAll: false,
  check({ document, steps }, report) {
    for (const { name, content } of steps) {
      if (content?.body === undefined) continue;
      const { verb, body, isVague } = content;
      verb.check?.(body as never, (path, { isRelative = false, ...problem }) => {
        // Which keys go together is not known where one that decides could not be read.
        if (isVague && (isRelative || ABOUT_KEYS.includes(problem.code))) return;
        report({
          ...problem,
          span: document.span(rangeAt(document.root, ['steps', name, verb.name, ...path])),
        });
      });
    }
  },
};
