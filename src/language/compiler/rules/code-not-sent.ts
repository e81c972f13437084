import type { SmsStep } from '../../../../schemas/types/flow.ts';
import type { FlowDraft } from '../types.ts';
import { listComparedNames } from './compared-names.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, listMapSteps } from './questions.ts';
import { findEdge } from './unasked-ways.ts';

/** Reports text messages with a code whose failure leads where their success leads: to the question for the code. */
export const codeNotSent: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const asked = new Map(
      listCollects(draft).map(({ step, body }) => [step.name, `vars.${body.save ?? ''}`]),
    );
    for (const { step, body } of listMapSteps<SmsStep>(draft, 'sms')) {
      const failed = findEdge(draft, step.name, 'failed');
      const isLikeSuccess = ['accepted', 'delivered'].some(
        (outcome) => findEdge(draft, step.name, outcome)?.to === failed?.to,
      );
      const answer = asked.get(failed?.to ?? '');
      if (failed === undefined || !isLikeSuccess || answer === undefined) continue;
      const sent = Object.values(body.data ?? {}).map(String);
      if (!listCodes(answer, draft).some((code) => sent.some((text) => text.includes(code)))) continue;
      report({
        code: 'success-told-after-failure',
        message: `when the message of step "${step.name}" cannot be sent, step "${failed.to}" asks callers for the code that they have not received`,
        span: failed.span ?? draft.document.span(step.nameRange),
        hint: 'lead "failed" to a step that says so, and what callers can do',
      });
    }
  },
};

/** Lists what an answer is compared with, each a name such as `vars.code`. */
function listCodes(answer: string, draft: FlowDraft): string[] {
  return listComparedNames(draft).flatMap(([one, other]) => {
    if (one === answer) return [other];
    return other === answer ? [one] : [];
  });
}
