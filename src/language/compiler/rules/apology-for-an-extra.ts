import type { SmsStep } from '../../../../schemas/types/flow.ts';
import { findReachable, findWays, indexSteps, listSecretNames, type Ways } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { endsAfterWords, findEdge, findUnasked, saysApology } from './unasked-ways.ts';
import { findReads, findStepReads } from './variable-uses.ts';
import { listRequests, type WebRequest } from './web-requests.ts';

/**
 * Reports text messages whose failure leads to the apology for what callers came for, though that has succeeded: the
 * failures of the request before it lead to the same apology. A message counts as additional when the request is made
 * for its effect, or when it repeats what the request has found and could be said as well: no secret, code or address.
 */
export const apologyForAnExtra: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const messages = new Map(listMapSteps<SmsStep>(draft, 'sms').map(({ step }) => [step.name, step]));
    const reported = new Set<string>();
    const ways = findWays(draft.graph);
    if (messages.size > 0)
      for (const request of listRequests(draft))
        checkMessages(request, { draft, messages, reported, ways }, report);
  },
};

interface Messages {
  draft: FlowDraft;
  messages: ReadonlyMap<string, FlowDraft['steps'][number]>;
  reported: Set<string>;
  ways: Ways;
}

function checkMessages(
  request: WebRequest,
  { draft, messages, reported, ways }: Messages,
  report: Report,
): void {
  const { name } = request.step;
  // Nobody hears what goes wrong in the finalizer.
  if (ways.get(name)?.road === 'end') return;
  const [failed, refused] = ['failed', 'client_error'].map((outcome) => findEdge(draft, name, outcome)?.to);
  // What is asked for may be refused with other words; what is read and not found is no failure.
  if (failed === undefined || (failed !== refused && request.method === 'get')) return;
  if (!saysApology(draft, failed) || !endsAfterWords(draft, failed)) return;
  for (const step of findUnasked(draft, findEdge(draft, name, 'ok')?.to).keys()) {
    const message = messages.get(step);
    if (message === undefined || reported.has(step) || findEdge(draft, step, 'failed')?.to !== failed)
      continue;
    if (!isAdditional(step, request, draft)) continue;
    reported.add(step);
    report({
      code: 'apology-after-success',
      message: `callers to whom step "${step}" can send no message, such as those with a withheld number, hear the apology of step "${failed}", though step "${name}" has succeeded`,
      span: draft.document.span(message.nameRange),
      hint: 'lead "failed" to a step that tells the result without the message',
    });
  }
}

/** Names of values that are of no use when they are spoken, or must not be. */
const UNSPEAKABLE = /(?:^|_)(?:link|url|code|token|otp|pin|tan|id|key|uuid)(?:_|$)/i;

function isAdditional(message: string, { body, method, step }: WebRequest, draft: FlowDraft): boolean {
  if (body.save === undefined) return method !== 'get';
  const failed = findEdge(draft, step.name, 'failed')?.to ?? '';
  const told = findReachable(indexSteps(draft.graph), [failed]);
  const sent = findReads(draft, message, 'data');
  return Object.keys(body.save).some((name) => {
    const value = `vars.${name}`;
    const isTold = [...told].some((one) => findStepReads(draft, one).has(value));
    return sent.has(value) && !isTold && !UNSPEAKABLE.test(name) && !listSecretNames(draft).has(value);
  });
}
