import type { SmsStep } from '../../../../schemas/types/flow.ts';
import { REPEAT } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps, listMenus } from './questions.ts';
import { findEdge, findUnasked } from './unasked-ways.ts';
import { readKeyPurposes } from './words/key-purposes.ts';
import { findPieceSpan, findWords, groupSaidByStep } from './words/said.ts';

/**
 * Reports text messages that callers get twice: one that is sent again by another step because no delivery report came in
 * time, and one that is sent each time callers press the key for hearing something again.
 */
export const repeatedMessage: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const messages = new Map(listMapSteps<SmsStep>(draft, 'sms').map((one) => [one.step.name, one]));
    if (messages.size === 0) return;
    for (const [name, { body }] of messages) {
      const late = body.wait === undefined ? undefined : findEdge(draft, name, 'timeout');
      const again = [...findUnasked(draft, late?.to).keys()].find((one) => {
        const other = messages.get(one)?.body;
        return (
          one !== name && other !== undefined && other.template === body.template && isSame(other.to, body.to)
        );
      });
      if (late === undefined || again === undefined) continue;
      report({
        code: 'repeated-message',
        message: `when the delivery report of step "${name}" is late, step "${again}" sends the same message once more, and callers get both`,
        span: late.span ?? draft.document.span(messages.get(name)?.step.nameRange ?? { from: 0, to: 0 }),
        hint: 'lead "timeout" to a step that says that the message is on its way',
      });
    }
    checkRepetitions(draft, new Set(messages.keys()), report);
  },
};

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function checkRepetitions(draft: FlowDraft, messages: ReadonlySet<string>, report: Report): void {
  for (const { step, body } of listMenus(draft)) {
    const targets = new Map((body.choices ?? []).map((choice) => [String(choice?.key), choice?.goto]));
    const told = new Set<string>();
    for (const said of groupSaidByStep(draft).get(step.name) ?? [])
      for (const piece of said.part === 'prompt' ? said.pieces : []) {
        const language = findWords(piece, said);
        for (const purpose of language === undefined ? [] : readKeyPurposes(piece, language)) {
          const to = targets.get(purpose.key);
          if (to === undefined || to === REPEAT || told.has(purpose.key)) continue;
          if (language?.talk.again.test(purpose.clause) !== true) continue;
          const sent = [...findUnasked(draft, to).keys()].find((name) => messages.has(name));
          if (sent === undefined || !findUnasked(draft, sent).has(step.name)) continue;
          told.add(purpose.key);
          report({
            code: 'repeated-message',
            message: `each time callers press "${purpose.key}" to hear it again, step "${sent}" sends them another message`,
            span: findPieceSpan(draft.document, piece, purpose),
            hint: 'lead the key to a step behind the message, or to "repeat"',
          });
        }
      }
  }
}
