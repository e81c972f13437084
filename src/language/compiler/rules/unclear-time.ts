import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { phrase } from '../../speech/index.ts';
import { listCollects } from './questions.ts';
import { groupSaidByStep } from './words/said.ts';

/** The clock that has no halves of the day. */
const WHOLE_DAY = phrase(
  String.raw`(?:24|twenty[- ]four)[- ]hours?|24[- ]?stunden\p{L}*|vierundzwanzig stunden|(?:24|vingt-quatre) heures|(?:24|veinticuatro) horas|(?:24|ventiquattro) ore|24[- ]uurs?\p{L}*`,
);

/**
 * Reports times of day that callers may say, without bounds and without a confirmation: "half past two" is then 2:30 at
 * night. A `range` tells which half of the day is meant, and so does a text that asks for the hours from 0 to 24.
 */
export const unclearTime: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listCollects(draft)) {
      const { type, speech = false, range, confirm = false } = body;
      if (type !== 'time' || speech === false || range !== undefined || confirm !== false) continue;
      const said = groupSaidByStep(draft).get(step.name) ?? [];
      if (said.some(({ pieces }) => pieces.some(({ text }) => WHOLE_DAY.test(text)))) continue;
      report({
        code: 'unclear-time',
        message: `callers of step "${step.name}" who say "half past two" get 02:30, in the night: nothing says which half of the day is meant`,
        span: spanAt(draft.document, [...path, 'type']),
        hint: "add the earliest and the latest time, as in range: { min: '08:00', max: '19:00' }, or confirm: true",
      });
    }
  },
};
