import type { RunStep, SmsStep } from '../../../../schemas/types/flow.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { isPhoneName } from './call-numbers.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/**
 * Reports flows that are run with the caller's number as the recipient of a message that tells somebody else the number
 * of the caller: a callback is announced, and nobody who could call learns of it.
 */
export const toldOwnNumber: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { body, path } of listMapSteps<RunStep>(draft, 'run')) {
      const part = body.flow === undefined ? undefined : draft.others.signature(body.flow)?.draft;
      for (const [name, value] of Object.entries(body.with ?? {})) {
        if (part === undefined || !CALLER.test(String(value)) || !tellsNumber(name, part)) continue;
        report({
          code: 'wrong-party',
          message: `the flow "${body.flow ?? ''}" sends its message about the caller to "${name}", which is the caller here`,
          span: spanAt(draft.document, [...path, 'with', name]),
          hint: `give "${name}" the number of those who have to learn of the caller`,
        });
      }
    }
  },
};

const CALLER = /^\s*\$\{\s*call\.from\s*\}\s*$/;

/** True when a message to this parameter contains the number of the caller, or one that the caller gave. */
function tellsNumber(param: string, part: FlowDraft): boolean {
  return listMapSteps<SmsStep>(part, 'sms').some(({ body }) => {
    if (!('to' in body) || String(body.to).replace(/\s/g, '') !== `\${params.${param}}`) return false;
    const data = Object.values(body.data ?? {})
      .map(String)
      .join(' ');
    const names = Array.from(data.matchAll(/\b(?:call|vars|params)\.\w+/g), ([name]) => name);
    return names.some((name) => name === 'call.from' || isPhoneName(part, name));
  });
}
