import { joinQuoted } from '../../text/index.ts';
import { keySpanAt, spanAt } from '../read/document.ts';
import { isGroup, listMembers, listPossibleOutcomes, outcomesOf } from '../check/step-outcomes.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports `next:` in steps without an outcome that follows it, and shared edges such as `unreached` likewise. */
export const unusedNext: FlowRule = {
  needsAll: false,
  check({ document, steps }, report) {
    for (const step of steps) {
      const { name, content, next, on } = step;
      for (const group of outcomesOf(step).filter(isGroup)) {
        const members = listMembers(group.name, step);
        if (on?.has(group.name) !== true || !members.every((member) => on.has(member))) continue;
        report({
          code: 'unused-next',
          message: `"${group.name}" is never followed: ${joinQuoted(members, 'and')} have edges of their own`,
          span: keySpanAt(document, ['steps', name, 'on', group.name]),
        });
      }
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
