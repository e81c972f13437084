import { targetWords } from '../../flow/index.ts';
import type { FlowRule } from './flow-rule.ts';

/** No step bears the name of a target that means something else. */
export const reservedName: FlowRule = {
  needsAll: false,
  check({ document, steps }, report) {
    for (const { name, nameRange } of steps) {
      if (!targetWords.includes(name)) continue;
      report({
        code: 'reserved-name',
        message: `a step cannot be called "${name}": as a target it means something else`,
        span: document.span(nameRange),
      });
    }
  },
};
