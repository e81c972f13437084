import { typeDescriptions } from '../../model/index.ts';
import { listReferences, findReferenceSpan } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports variables whose type differs from that of the value they keep. */
export const variableType: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document, vars, brokenVars } = draft;
    for (const reference of listReferences(draft, 'variable')) {
      const { text, variableType: expected } = reference;
      const type = Object.hasOwn(vars, text) ? vars[text]?.type : undefined;
      if (expected === undefined || type === undefined || type === expected || brokenVars.has(text)) continue;
      report({
        code: 'wrong-type',
        message: `expected a variable that holds ${typeDescriptions[expected]}; "${text}" holds ${typeDescriptions[type]}`,
        span: findReferenceSpan(document, reference),
      });
    }
  },
};
