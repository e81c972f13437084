import { HANGUP, indexSteps } from '../../model/index.ts';
import { isCertain, listStepsOnLine } from '../check/line-state.ts';
import type { FlowRule } from './flow-rule.ts';
import { findSilentEnds } from './silent-ends.ts';

/** The outcomes of a party that was not reached. */
const UNREACHED = new Set(['busy', 'no_answer', 'failed', 'unreached']);

/**
 * Reports parties that were not reached and after which the call ends without a word, though the caller has been
 * answered. Callers who have heard nothing of the flow yet hear what an ordinary busy line sounds like.
 */
export const unansweredCutOff: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const silent = findSilentEnds(draft);
    const steps = indexSteps(draft.graph);
    const connecting = listStepsOnLine(
      draft,
      ({ content, line }) =>
        content.verb.name === 'connect' && isCertain(line, 'answered') && !isCertain(line, 'ended'),
    );
    for (const { name } of connecting) {
      const cut = (steps.get(name)?.edges ?? []).filter(
        ({ outcome, kind, to }) =>
          UNREACHED.has(outcome) && kind !== 'error' && (to === HANGUP || silent.has(to)),
      );
      const [first] = cut;
      if (first?.span === undefined) continue;
      report({
        code: 'unanswered-cut-off',
        message: `when step "${name}" ends with ${cut.map(({ outcome }) => `"${outcome}"`).join(' or ')}, the caller is cut off without a word`,
        span: first.span,
        hint: 'lead it to another party, or to a step that says when to call again',
      });
    }
  },
};
