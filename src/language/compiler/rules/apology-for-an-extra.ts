import type { SmsStep } from '../../../../schemas/types/flow.ts';
import { findReachable, findWays, indexSteps, listSecretNames } from '../../model/index.ts';
import type { DraftStep, FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';
import { endsAfterWords, findEdge, findUnasked, followOnlyWay, saysApology } from './unasked-ways.ts';
import { findReads, findStepReads } from './variable-uses.ts';
import { listRequests, type WebRequest } from './web-requests.ts';

/**
 * Reports text messages whose failure leads to the apology for what callers came for, though that has succeeded: the
 * failures of the request before it lead to the same apology. A message counts as additional when the request is made
 * for its effect, or when it repeats what the request has found and could be said as well: no secret, code or address.
 * What is only read behind a request whose success has been noted as an outcome is additional too.
 */
export const apologyForAnExtra: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const reported = new Set<DraftStep>();
    const ways = findWays(draft.graph);
    for (const request of listRequests(draft)) {
      const { name } = request.step;
      const failed = findApology(request, draft) ?? findSharedApology(request, draft);
      // Nobody hears what goes wrong in the finalizer.
      if (failed === undefined || ways.get(name)?.road === 'end') continue;
      for (const extra of listExtras(request, draft)) {
        const { step, isMessage } = extra;
        if (reported.has(step) || findEdge(draft, step.name, 'failed')?.to !== failed) continue;
        reported.add(step);
        const who = isMessage
          ? `callers to whom step "${step.name}" can send no message, such as those with a withheld number,`
          : `when step "${step.name}" fails, callers`;
        report({
          code: 'apology-after-success',
          message: `${who} hear the apology of step "${failed}", though step "${name}" has succeeded`,
          span: draft.document.span(step.nameRange),
          hint: `lead "failed" to a step that tells the result without the ${isMessage ? 'message' : 'answer'}`,
        });
      }
    }
  },
};

interface Extra {
  step: DraftStep;
  isMessage: boolean;
}

/** Lists what comes additionally behind a request, before the next question. */
function listExtras(request: WebRequest, draft: FlowDraft): Extra[] {
  const behind = findUnasked(draft, findEdge(draft, request.step.name, 'ok')?.to);
  const messages = listMapSteps<SmsStep>(draft, 'sms').filter(
    ({ step }) => behind.has(step.name) && isAdditional(step.name, request, draft),
  );
  const reads = listRequests(draft).filter(
    ({ step, method }) => method === 'get' && isBehindOutcome(step.name, request, draft),
  );
  return [
    ...messages.map(({ step }) => ({ step, isMessage: true })),
    ...reads.map(({ step }) => ({ step, isMessage: false })),
  ];
}

/** Returns the step with the apology that ends calls after a failure of the request. */
function findApology({ step, method }: WebRequest, draft: FlowDraft): string | undefined {
  const [failed, refused] = ['failed', 'client_error'].map(
    (outcome) => findEdge(draft, step.name, outcome)?.to,
  );
  // What is asked for may be refused with other words; what is read and not found is no failure.
  if (failed === undefined || (failed !== refused && method === 'get')) return undefined;
  return saysApology(draft, failed) && endsAfterWords(draft, failed) ? failed : undefined;
}

/**
 * Returns the apology that ends calls after the failure of a message behind the noted success of a request, and to which
 * ways of other steps lead that have nothing to do with the message.
 */
function findSharedApology(request: WebRequest, draft: FlowDraft): string | undefined {
  return listMapSteps<SmsStep>(draft, 'sms').flatMap(({ step: { name } }) => {
    const failed = findEdge(draft, name, 'failed');
    const isShared = draft.graph.steps.some(
      ({ verb, edges }) =>
        verb !== 'sms' &&
        edges.some(({ kind, to, outcome }) => kind === 'on' && to === failed?.to && outcome !== 'exhausted'),
    );
    const isApology = saysApology(draft, failed?.to) && endsAfterWords(draft, failed?.to);
    return isShared && isApology && isBehindOutcome(name, request, draft) ? [failed?.to] : [];
  })[0];
}

/** True for a step on the only way behind a request that has an effect, below an outcome that notes it. */
function isBehindOutcome(name: string, { step, method }: WebRequest, draft: FlowDraft): boolean {
  const way = followOnlyWay(draft, findEdge(draft, step.name, 'ok')?.to);
  const at = way.findIndex((one) => one.name === name);
  return method !== 'get' && way.slice(0, Math.max(0, at)).some(({ verb }) => verb === 'outcome');
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
