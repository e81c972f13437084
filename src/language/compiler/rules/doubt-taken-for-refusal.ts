import type { SmsStep } from '../../../../schemas/types/flow.ts';
import type { Edge, GraphStep } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import { getStepValues } from '../check/step-values.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { endsAfterWords, findEdge, findFirst, findUnasked } from './unasked-ways.ts';
import { isWithdrawal, listRequests } from './web-requests.ts';
import { newsPatterns } from './words/outcome-words.ts';
import { groupSaidByStep } from './words/said.ts';

/**
 * Reports outcomes in doubt that are treated as a refusal:
 * - the `timeout` of a request leads to the words for its `client_error`, while other failures lead elsewhere;
 * - the `timeout` of a request that changes something leads to the words that nothing is left, and its `client_error`
 *   elsewhere: who asks for another day may have both;
 * - the `timeout` of a delivery report leads where `undelivered` does, and what was ordered is withdrawn there.
 * Words for a refusal that lead on to a person or a question are left alone.
 */
export const doubtTakenForRefusal: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { step, method } of listRequests(draft)) {
      checkRequest(step.name, draft, report);
      if (method !== 'get') checkTaken(step.name, draft, report);
    }
    for (const { step, body } of listMapSteps<SmsStep>(draft, 'sms'))
      if (body.wait !== undefined) checkMessage(step.name, draft, report);
  },
};

function checkRequest(name: string, draft: FlowDraft, report: Report): void {
  const [late, refused, broken] = ['timeout', 'client_error', 'server_error'].map((outcome) =>
    findEdge(draft, name, outcome),
  );
  if (late === undefined || !isTogether(late, refused) || broken?.to === late.to) return;
  if (late.to === draft.graph.errorStep || !endsAfterWords(draft, late.to)) return;
  report({
    code: 'doubt-taken-for-refusal',
    message: `when the service answers too late, callers hear from step "${late.to}" that it has refused, though it may have done what step "${name}" asks for`,
    span: late.span ?? draft.document.span(findNameRange(draft, name)),
    hint: 'lead "timeout" to a step that says that nobody knows yet, and how to find out',
  });
}

function checkTaken(name: string, draft: FlowDraft, report: Report): void {
  const [late, refused] = ['timeout', 'client_error'].map((outcome) => findEdge(draft, name, outcome));
  if (late?.kind !== 'on' || refused?.kind !== 'on' || late.to === refused.to) return;
  const said = groupSaidByStep(draft);
  const isPassed = ({ name: step, verb }: GraphStep): boolean =>
    QUIET.has(verb) && !getStepValues(draft, step).reads.has('error.code');
  const telling = findFirst(draft, [late.to], isPassed);
  const taken = telling.find(({ name: step }) =>
    (said.get(step) ?? []).some(
      ({ part, pieces }) => part === 'say' && pieces.some(({ text }) => newsPatterns.taken.test(text)),
    ),
  );
  if (taken === undefined) return;
  report({
    code: 'doubt-taken-for-refusal',
    message: `when the service answers too late, callers hear from step "${taken.name}" that nothing is left, though it may have done what step "${name}" asks for`,
    span: late.span ?? draft.document.span(findNameRange(draft, name)),
    hint: 'lead "timeout" to a step that says that nobody knows yet, and how to find out',
  });
}

/** Verbs of steps between a failure and its words: counters and their bounds. */
const QUIET: ReadonlySet<string> = new Set(['set', 'outcome', 'switch']);

function checkMessage(name: string, draft: FlowDraft, report: Report): void {
  const [late, refused] = ['timeout', 'undelivered'].map((outcome) => findEdge(draft, name, outcome));
  if (late === undefined || !isTogether(late, refused)) return;
  const behind = findUnasked(draft, late.to);
  const withdrawal = listRequests(draft).find(
    (request) => behind.has(request.step.name) && isWithdrawal(request),
  );
  if (withdrawal === undefined) return;
  report({
    code: 'doubt-taken-for-refusal',
    message: `without a delivery report step "${withdrawal.step.name}" withdraws what the caller has ordered, but some networks never send one`,
    span: late.span ?? draft.document.span(findNameRange(draft, name)),
    hint: 'lead "timeout" where "delivered" leads, or to a step that leaves the order as it is',
  });
}

function isTogether(late: Edge, refused: Edge | undefined): boolean {
  return late.kind === 'on' && refused?.kind === 'on' && late.to === refused.to;
}

function findNameRange({ steps }: FlowDraft, name: string): FlowDraft['steps'][number]['nameRange'] {
  return steps.find((step) => step.name === name)?.nameRange ?? { from: 0, to: 0 };
}
