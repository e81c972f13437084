import type { DiagnosticCode } from '../../diagnostics/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';

const ABOUT_KEYS: readonly DiagnosticCode[] = ['conflicting-keys', 'missing-key'];

/** Runs the verbs' own checks of their steps. */
export const verbChecks: FlowRule = {
  needsAll: false,
  check({ document, steps }, report) {
    for (const { name, content } of steps) {
      if (content?.body === undefined) continue;
      const { verb, body, isVague } = content;
      verb.check?.(body as never, (path, { isRelative = false, ...problem }) => {
        // When the deciding key could not be read, it is unknown which keys go together.
        if (isVague && (isRelative || ABOUT_KEYS.includes(problem.code))) return;
        report({
          ...problem,
          span: spanAt(document, ['steps', name, verb.name, ...path]),
        });
      });
    }
  },
};
