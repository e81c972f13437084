import { indexSteps } from '../../model/index.ts';
import { isPossible, listStepsOnLine } from '../check/line-state.ts';
import type { FlowRule } from './flow-rule.ts';
import { isRecording } from './recording-unannounced.ts';

/**
 * Reports recordings of a conversation that is under way without an edge for their failure: a recording that does not
 * start would take the people who are talking to `on.error`.
 */
export const recordingEndsTalk: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const { errorStep } = draft.graph;
    // Without that step the failure is reported as unhandled.
    if (errorStep === undefined || draft.isEntryBroken) return;
    const steps = indexSteps(draft.graph);
    const recording = listStepsOnLine(
      draft,
      (step) => step.content.verb.name === 'record' && isRecording(step) && isPossible(step.line, 'bridged'),
    );
    for (const { name, nameRange } of recording) {
      const isUnplanned = steps
        .get(name)
        ?.edges.some(({ kind, outcome }) => kind === 'error' && outcome === 'failed');
      if (isUnplanned !== true) continue;
      report({
        code: 'recording-ends-talk',
        message: `when step "${name}" cannot record, people who are talking are taken to step "${errorStep}"`,
        span: draft.document.span(nameRange),
        hint: 'lead failed to the step that waits for the end of the conversation',
      });
    }
  },
};
