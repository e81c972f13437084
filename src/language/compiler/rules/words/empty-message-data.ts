import { listReferences, findReferenceSpan, stepNameOf } from '../../check/references.ts';
import type { FlowRule } from '../flow-rule.ts';

/** Reports placeholders of text messages that are always filled with nothing. */
export const emptyMessageData: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const reference of listReferences(draft, 'template')) {
      const { text, path } = reference;
      if (path.at(-2) !== 'data' || !path.includes('sms') || text.trim() !== '') continue;
      report({
        code: 'empty-message-data',
        message: `the message of step "${stepNameOf(reference) ?? ''}" has nothing where "${path.at(-1) ?? ''}" should stand`,
        span: findReferenceSpan(draft.document, reference),
        hint: 'write the value, for instance "${vars.name}"',
      });
    }
  },
};
