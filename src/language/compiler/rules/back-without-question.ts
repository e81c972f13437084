import { BACK, findAskedBefore } from '../../model/index.ts';
import { listReferences, findReferenceSpan, stepNameOf } from '../check/references.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports `back` in steps that can be reached before any question. An asking step asks itself again in that case. */
export const backWithoutQuestion: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const references = listReferences(draft, 'target').filter(({ text }) => text === BACK);
    if (references.length === 0) return;
    const before = findAskedBefore(draft.graph);
    const asksNothing = draft.graph.steps.every(({ waits }) => waits !== 'caller');
    const steps = new Map(draft.graph.steps.map((step) => [step.name, step]));
    for (const reference of references) {
      const step = steps.get(stepNameOf(reference) ?? '');
      if (step === undefined || step.waits === 'caller') continue;
      const { something, nothing } = before(step.name);
      const span = findReferenceSpan(draft.document, reference);
      if (!something && (nothing || asksNothing))
        report({
          code: 'back-without-question',
          message: `"back" leads to the previous question, but nothing is asked on the way to step "${step.name}"`,
          span,
        });
      else if (nothing)
        report({
          code: 'back-before-question',
          message: `the call can reach step "${step.name}" before anything was asked, so "back" leads nowhere`,
          span,
        });
    }
  },
};
