import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { findStep, followOnlyWay } from './unasked-ways.ts';
import { tellsMessage } from './words/outcome-words.ts';
import { groupSaidByStep, saysAny } from './words/said.ts';

/** Steps that callers do not notice. */
const QUIET: ReadonlySet<string> = new Set(['set', 'outcome']);

/** Outcomes after which no message comes. */
const LOST: ReadonlySet<string> = new Set(['failed', 'undelivered']);

/** Reports messages that could not be sent, of which callers hear all the same that they are on their way. */
export const unsentMessageTold: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { step } of listMapSteps(draft, 'sms'))
      for (const { outcome, kind, to, span } of findStep(draft, step.name)?.edges ?? []) {
        if (kind !== 'on' || !LOST.has(outcome)) continue;
        const telling = findMessageTold(to, draft);
        if (telling === undefined) continue;
        report({
          code: 'success-told-after-failure',
          message: `when step "${step.name}" ends with "${outcome}", callers hear from step "${telling}" that the message is on its way`,
          span: span ?? draft.document.span(step.nameRange),
          hint: 'lead it to a step that says so, and what callers can do',
        });
        break;
      }
  },
};

/** Returns the first step that callers notice if it speaks of a message that they get. */
export function findMessageTold(to: string, draft: FlowDraft): string | undefined {
  const first = followOnlyWay(draft, to).find(({ verb }) => !QUIET.has(verb));
  const said = groupSaidByStep(draft).get(first?.name ?? '') ?? [];
  const own = said.filter(({ part }) => part === 'say' || part === 'prompt');
  if (own.some((one) => saysAny(one, ({ apology }) => apology))) return undefined;
  return own.some(({ pieces }) => pieces.some(({ text }) => tellsMessage(text))) ? first?.name : undefined;
}
