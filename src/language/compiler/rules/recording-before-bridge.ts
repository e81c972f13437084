import { isExcluded, listStepsOnLine, type StepOnLine } from '../check/line-state.ts';
import type { FlowRule } from './flow-rule.ts';

/** Reports recordings that are started before the call can be bridged. */
export const recordingBeforeBridge: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const early = listStepsOnLine(
      draft,
      (step) => isRecordingStart(step) && isExcluded(step.line, 'bridged'),
    );
    for (const { name, nameRange } of early)
      report({
        code: 'recording-before-bridge',
        message: `step "${name}" records before anybody else is on the line, which the platform refuses`,
        span: draft.document.span(nameRange),
        hint: 'lead to it from the outcome "bridged" of a connect step, or give that step keys: { "*1": record }',
      });
  },
};

function isRecordingStart({ content: { verb, body } }: StepOnLine): boolean {
  return verb.name === 'record' && (body as { start?: unknown } | undefined)?.start !== undefined;
}
