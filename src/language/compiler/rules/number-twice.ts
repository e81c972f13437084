import type { ConnectStep, SmsStep } from '../../../../schemas/types/flow.ts';
import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/**
 * Reports a number that a list of parties or recipients has twice, as it is written. Expressions that may have the same
 * value by chance are not compared.
 */
export const numberTwice: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listMapSteps<ConnectStep | SmsStep>(draft, 'connect', 'sms')) {
      if (!Array.isArray(body.to)) continue;
      const seen = new Set<string>();
      body.to.forEach((one, index) => {
        const number = String(one).trim();
        if (one === undefined || !seen.has(number)) return void seen.add(number);
        const suffers =
          step.content?.verb.name === 'sms'
            ? 'its owner gets the message twice'
            : 'it rings again at a party that has just not answered';
        report({
          code: 'number-twice',
          message: `"${number}" is in the list twice: ${suffers}`,
          span: spanAt(draft.document, [...path, 'to', index]),
          hint: 'is one of the two meant to be another number?',
        });
      });
    }
  },
};
