import { findReachable, indexSteps } from '../../model/index.ts';
import { findReferenceSpan, listExpressions, stepNameOf } from '../check/references.ts';
import { isRunByFlows } from '../check/line-state.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports uses of `call.reason` during the call. It tells how the call has ended, and is empty before. */
export const reasonBeforeEnd: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const read = listExpressions(draft).filter(({ source }) => source.includes('reason'));
    if (read.length === 0 || draft.isEntryBroken || isRunByFlows(draft)) return;
    const { entry, errorStep, endStep, always } = draft.graph;
    const steps = indexSteps(draft.graph);
    const findReached = (...from: (string | undefined)[]) =>
      findReachable(
        steps,
        from.filter((one) => one !== undefined),
      );
    const during = findReached(entry, errorStep, ...always.map(({ to }) => to)).difference(
      findReached(endStep),
    );
    for (const { reference, source, start } of read) {
      const step = stepNameOf(reference);
      if (step === undefined || !during.has(step)) continue;
      if (!draft.expressions().findReads(source).has('call.reason')) continue;
      report({
        code: 'reason-before-end',
        message: `step "${step}" reads call.reason, which is empty until the call has ended`,
        span: findReferenceSpan(draft.document, reference, { start, end: start + source.length }),
        hint: 'read it in the steps of on.end; if you mean a variable, write vars.reason',
      });
    }
  },
};
