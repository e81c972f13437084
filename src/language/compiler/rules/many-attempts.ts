import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listQuestions } from './questions.ts';

/** Maximum number of attempts that callers have patience for. */
const MAX_ATTEMPTS = 6;

/** Reports questions that are put so often that callers who cannot answer are held up by them. */
export const manyAttempts: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const { step, body, path } of listQuestions(draft)) {
      if (typeof body.attempts !== 'number' || body.attempts <= MAX_ATTEMPTS) continue;
      report({
        code: 'many-attempts',
        message: `callers who do not know the answer hear the question of step "${step.name}" ${body.attempts} times; expected at most ${MAX_ATTEMPTS}`,
        span: spanAt(draft.document, [...path, 'attempts']),
        hint: 'use 2 to 4 attempts, and lead "exhausted" to somebody who helps',
      });
    }
  },
};
