import { spanAt } from '../../read/document.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listCollects } from '../questions.ts';

/** Answers of this many keys and more are codes rather than amounts. */
const MIN_CODE_KEYS = 5;

/**
 * Reports numbers of a fixed length that are collected as amounts, so that they lose their leading zeros and are read
 * back as thousands. A `range` shows that an amount is meant.
 */
export const leadingZeros: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listCollects(draft)) {
      const { type, digits, range } = body;
      if (type !== 'number' || typeof digits !== 'number' || digits < MIN_CODE_KEYS || range !== undefined)
        continue;
      report({
        code: 'leading-zeros-lost',
        message: `step "${step.name}" takes ${digits} digits as an amount: leading zeros are lost, and where it is spoken it is one large number`,
        span: spanAt(draft.document, [...path, 'type']),
        hint: 'remove "type: number", and let the variable begin as text: \'\'',
      });
    }
  },
};
