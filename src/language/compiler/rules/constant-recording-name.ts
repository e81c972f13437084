import type { RecordStep } from '../../../../schemas/types/flow.ts';
import { scanTemplate } from '../../model/index.ts';
import { nodeAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/** Reports a recording name that is the same in each call, unless the flow handles a name that is taken. */
export const constantRecordingName: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    for (const { step, body } of listMapSteps<RecordStep>(draft, 'record')) {
      const { start: name } = body;
      if (name === undefined || step.on?.has('name_taken') === true || isVariable(name, draft)) continue;
      const node = nodeAt(document.root, ['steps', step.name, 'record', 'start']);
      report({
        code: 'constant-recording-name',
        message: `every call uses the recording name "${name}", but the platform accepts each name only once`,
        span: document.span(node?.range ?? step.nameRange),
        hint: `include a value of the call: "${name}-\${call.id}"`,
      });
    }
  },
};

/** True when the name contains a value that differs between calls; settings do not. */
function isVariable(name: string, draft: FlowDraft): boolean {
  return scanTemplate(name).parts.some((part) => {
    if (typeof part === 'string') return false;
    return [...draft.expressions().findReads(part.expr)].some((read) => !read.startsWith('env.'));
  });
}
