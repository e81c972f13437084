import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects } from './questions.ts';

/**
 * Reports times of day that callers may say, without bounds and without a confirmation: "half past two" is then 2:30 at
 * night. A `range` tells which half of the day is meant.
 */
export const unclearTime: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listCollects(draft)) {
      const { type, speech = false, range, confirm = false } = body;
      if (type !== 'time' || speech === false || range !== undefined || confirm !== false) continue;
      report({
        code: 'unclear-time',
        message: `callers of step "${step.name}" who say "half past two" get 02:30, in the night: nothing says which half of the day is meant`,
        span: spanAt(draft.document, [...path, 'type']),
        hint: "add the earliest and the latest time, as in range: { min: '08:00', max: '19:00' }, or confirm: true",
      });
    }
  },
};
