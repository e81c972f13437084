import { spanAt } from '../read/document.ts';
import { listPossibleOutcomes } from '../check/step-outcomes.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports `next:` in steps without an outcome that follows it. */
export const unusedNext: FlowRule = {
  needsAll: false,
  check({ document, steps }, report) {
    for (const step of steps) {
      const { name, content, next, on } = step;
      if (next === undefined || content === undefined || on === undefined) continue;
      const leadsOn = listPossibleOutcomes(step).some(
        (outcome) => 'otherwise' in outcome && outcome.otherwise === 'next' && !on.has(outcome.name),
      );
      if (leadsOn) continue;
      report({
        code: 'unused-next',
        message: `"next" is never followed: every outcome of "${content.verb.name}" leads elsewhere`,
        span: spanAt(document, ['steps', name, 'next']),
      });
    }
  },
};
