import type { RecordStep, VoicemailStep } from '../../../../schemas/types/flow.ts';
import { scanTemplate } from '../../model/index.ts';
import { isExcluded, listStepsOnLine, type StepOnLine } from '../check/line-state.ts';
import { nodeAt } from '../read/document.ts';
import { listMapSteps } from '../rules/questions.ts';
import type { FlowDraft } from '../types.ts';
import type { NeedRule } from './need.ts';

/** Finds recordings that start before the call can be bridged. */
export const recordAlone: NeedRule = {
  needsAll: true,
  find: (draft) =>
    listStepsOnLine(draft, (step) => isRecordingStart(step) && isExcluded(step.line, 'bridged')).map(
      ({ name, nameRange }) => ({ need: 'record_alone', step: name, span: draft.document.span(nameRange) }),
    ),
};

function isRecordingStart({ content: { verb, body } }: StepOnLine): boolean {
  return verb.name === 'record' && (body as { start?: unknown } | undefined)?.start !== undefined;
}

/** Finds messages of callers. */
export const voicemails: NeedRule = {
  find: (draft) =>
    listMapSteps<VoicemailStep>(draft, 'voicemail').map(({ step }) => ({
      need: 'voicemail',
      step: step.name,
      isHandled: step.on?.has('failed') === true,
      span: draft.document.span(step.nameRange),
    })),
};

/** Finds recording names that are the same in each call, unless the flow handles a name that is taken. */
export const fixedRecordingName: NeedRule = {
  find: (draft) =>
    listMapSteps<RecordStep>(draft, 'record').flatMap(({ step, body: { start: name } }) => {
      if (name === undefined || step.on?.has('name_taken') === true || isVariable(name, draft)) return [];
      const node = nodeAt(draft.document.root, ['steps', step.name, 'record', 'start']);
      const span = draft.document.span(node?.range ?? step.nameRange);
      return [{ need: 'fixed_recording_name', name, step: step.name, span }];
    }),
};

/** True when the name contains a value that differs between calls; settings do not. */
function isVariable(name: string, draft: FlowDraft): boolean {
  return scanTemplate(name).parts.some((part) => {
    if (typeof part === 'string') return false;
    return [...draft.expressions().findReads(part.expr)].some((read) => !read.startsWith('env.'));
  });
}
