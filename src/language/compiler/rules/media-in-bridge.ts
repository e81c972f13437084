import { isPossible, listStepsOnLine, type StepOnLine } from '../check/line-state.ts';
import { findFlowRunBy } from '../check/references.ts';
import type { FlowCatalogue } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports steps that the platform refuses on a bridge and that are entered while another party is on the line. */
export const mediaInBridge: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const waiting = listStepsOnLine(
      draft,
      (step) => isPossible(step.line, 'bridged') && isRefusedOnBridge(step, draft.others),
    );
    for (const step of waiting) {
      const { name, nameRange, content } = step;
      const flow = findFlowRunBy(step);
      const what = flow === undefined ? content.verb.name : `flow "${flow}"`;
      report({
        code: 'media-in-bridge',
        message: `step "${name}" (${what}) is entered during a conversation, so it waits until that has ended`,
        span: draft.document.span(nameRange),
        hint: 'put wait: { for: bridge_end } before it, or lead to it from "completed" of the connect step',
      });
    }
  },
};

/** True for a step that waits for the end of a bridge, itself or in the flow that it runs or goes to. */
function isRefusedOnBridge(step: StepOnLine, others: FlowCatalogue): boolean {
  const flow = findFlowRunBy(step);
  return (
    step.content.verb.alone === true ||
    (flow !== undefined && others.signature(flow)?.lineEffects().isAlone === true)
  );
}
