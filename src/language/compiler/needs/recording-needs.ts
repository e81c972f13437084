import type { RecordStep, VoicemailStep } from '../../../../schemas/types/flow.ts';
import { scanTemplate } from '../../model/index.ts';
import { isExcluded, listStepsOnLine, type StepOnLine } from '../check/line-state.ts';
import { findSources } from '../check/variable-sources.ts';
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

/** Finds recording names that another call may have too, unless the flow handles a name that is taken. */
export const fixedRecordingName: NeedRule = {
  find: (draft) =>
    listMapSteps<RecordStep>(draft, 'record').flatMap(({ step, body: { start: name } }) => {
      if (name === undefined || step.on?.has('name_taken') === true) return [];
      const reads = findReads(name, draft);
      if (reads.some((read) => isOfOneCall(read, draft))) return [];
      const node = nodeAt(draft.document.root, ['steps', step.name, 'record', 'start']);
      const span = draft.document.span(node?.range ?? step.nameRange);
      return [
        {
          need: 'fixed_recording_name',
          name,
          ...(reads.length > 0 && { byEntry: true }),
          step: step.name,
          span,
        },
      ];
    }),
};

/** Returns what a name is made of, but for settings, which are the same in all calls. */
function findReads(name: string, draft: FlowDraft): string[] {
  const expressions = scanTemplate(name).parts.flatMap((part) => (typeof part === 'string' ? [] : part.expr));
  return expressions
    .flatMap((source) => [...draft.expressions().findReads(source)])
    .filter((read) => !read.startsWith('env.'));
}

/** Facts of a call that the caller's next call has too. */
const REPEATED = new Set(['call.from', 'call.to', 'call.language', 'call.direction']);

/** True for a value that other calls need not have; what callers enter, they enter in their next call again. */
function isOfOneCall(read: string, draft: FlowDraft): boolean {
  const [section, name = ''] = read.split('.');
  if (section !== 'vars') return !REPEATED.has(read);
  const sources = (findSources(draft).get(name) ?? []).filter(({ step }) => step !== undefined);
  return !sources.every(({ kind }) => kind === 'answer' || kind === 'texts');
}
