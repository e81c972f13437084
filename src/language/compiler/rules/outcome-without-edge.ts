import { isGroup, isRouted, listMembers, outcomesOf } from '../check/step-outcomes.ts';
import { joinQuoted } from '../../text/index.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports outcomes that have no sensible default and are not routed by the author. */
export const outcomeWithoutEdge: FlowRule = {
  needsAll: false,
  check({ document, steps }, report) {
    for (const step of steps) {
      const { name, nameRange } = step;
      for (const outcome of outcomesOf(step)) {
        if ('goto' in outcome || outcome.otherwise !== 'nowhere') continue;
        const leader = outcomesOf(step).find(({ name: one }) => one === outcome.like);
        if (leader !== undefined && (!isGroup(leader) || isRouted(leader.name, step))) continue;
        if (step.content?.isVague === true || isRouted(outcome.name, step)) continue;
        const together =
          leader && `, or "${leader.name}" for ${joinQuoted(listMembers(leader.name, step), 'and')} together`;
        report({
          code: 'outcome-without-edge',
          message: `step "${name}" does not say where "${outcome.name}" leads`,
          span: document.span(nameRange),
          hint: `add on: { ${outcome.name}: <step> } to the step${together ?? ''}; "hangup" ends the call`,
        });
      }
    }
  },
};
