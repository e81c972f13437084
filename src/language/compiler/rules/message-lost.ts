import type { VoicemailStep } from '../../../../schemas/types/flow.ts';
import { findReachable, indexSteps, type GraphStep } from '../../model/index.ts';
import { RECORDING } from '../check/step-values.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findEdge, findUnasked, followOnlyWay } from './unasked-ways.ts';
import { findStepReads } from './variable-uses.ts';

/**
 * Reports messages of callers that are passed on only when the caller stays: between the recording and the step that
 * sends its address stands a step that needs the call, and the finalizer does not send it. Most callers hang up as soon as
 * they have spoken.
 */
export const messageLost: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const steps = indexSteps(draft.graph);
    const finalizer = findReachable(steps, [draft.graph.endStep ?? '']);
    for (const { step, body } of listMapSteps<VoicemailStep>(draft, 'voicemail')) {
      const address = `vars.${body.save ?? ''}`;
      const reads = (name: string): boolean => findStepReads(draft, name).has(address);
      const isSentAtEnd = [...finalizer].some(
        (name) => reads(name) || findStepReads(draft, name).has(RECORDING),
      );
      const recorded = findEdge(draft, step.name, 'recorded')?.to;
      const sends = ({ name, verb }: GraphStep): boolean => SENDING.has(verb) && reads(name);
      const way = followOnlyWay(draft, recorded);
      const sending = [...findUnasked(draft, recorded).values()].find(sends);
      const first = way.find((one) => sends(one) || needsCall(one, draft));
      if (isSentAtEnd || sending === undefined || first === undefined || sends(first)) continue;
      report({
        code: 'message-lost',
        message: `the message of a caller who hangs up after it is lost: step "${sending.name}" comes after step "${first.name}", which needs the call`,
        span: draft.document.span(step.nameRange),
        hint: `send it before step "${first.name}", or in the finalizer (on.end)`,
      });
    }
  },
};

const SENDING = new Set(['http', 'sms']);

function needsCall({ name }: GraphStep, draft: FlowDraft): boolean {
  return draft.steps.some((step) => step.name === name && step.content?.verb.needsCall === true);
}
