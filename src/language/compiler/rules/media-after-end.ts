import type { FlowDraft } from '../types.ts';
import { isPossible, listStepsOnLine, type StepOnLine } from '../check/line-state.ts';
import { findCallNeed } from './across-flows.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports steps of the finalizer that need a live call. */
export const mediaAfterEnd: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { endStep } = draft.graph;
    if (endStep === undefined) return;
    const late = listStepsOnLine(
      draft,
      (step) => isPossible(step.line, 'ended') && describeNeed(step, draft) !== undefined,
    );
    for (const step of late)
      report({
        code: 'media-after-end',
        message: `step "${step.name}" (${step.content.verb.name}) ${describeNeed(step, draft) ?? ''} a live call, but it can run after the call has ended, on the path from "${endStep}"`,
        span: draft.document.span(step.nameRange),
        hint: 'end the path of "on.end" with next: hangup',
      });
  },
};

function describeNeed({ name, content }: StepOnLine, draft: FlowDraft): string | undefined {
  if (content.verb.needsCall) return 'needs';
  const step = draft.graph.steps.find((one) => one.name === name);
  const needed = step && findCallNeed(step, draft);
  return needed && `leads to the step "${needed.step}" of the flow "${needed.flow}", which needs`;
}
