import { findLeadingTo, indexSteps, RETURN, type Edge, type GraphStep } from '../../model/index.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { FAILURES, isFailure, isFirstEffect, listEffects } from './effects.ts';
import { findCountedFailure } from './failure-counted-as-success.ts';
import { findEdge, findUnasked, followOnlyWay } from './unasked-ways.ts';
import { listMapSteps } from './questions.ts';
import { findMessageTold } from './unsent-message-told.ts';
import { tellsDone } from './words/outcome-words.ts';
import { groupSaidByStep, saysAny, type Said } from './words/said.ts';

/**
 * Reports failures after which callers hear that it has been done: the first step of a call that has an effect, such as a
 * `post` or a text message, leads after a failure to the words of its success. A later step may fail without harm, since
 * the words may be about the one before, and so may one behind which another step has the effect.
 */
export const successToldAfterFailure: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkMessages(draft, report);
    checkMailboxes(draft, report);
    checkReturns(draft, report);
    const effects = listEffects(draft);
    const steps = indexSteps(draft.graph);
    const later = findLeadingTo(steps, ({ name }) => effects.has(name));
    for (const { name, verb, edges, span } of draft.graph.steps) {
      if (!effects.has(name) || findCountedFailure(name, draft) !== undefined) continue;
      const success = edges.find(({ failure, outcome }) => !failure && !FAILURES.has(outcome));
      const failure = edges.find(
        (edge) =>
          edge.kind === 'on' &&
          isFailure(edge, verb) &&
          (isToldDone(edge, success, draft) || isTakenForSuccess(edge, { success, edges, draft })),
      );
      const isTaken = failure !== undefined && isTakenForSuccess(failure, { success, edges, draft });
      if (failure === undefined || !(isTaken || isFirstEffect(name, draft))) continue;
      // What they hear of a message is told by another rule.
      if (verb === 'sms' && findMessageTold(failure.to, draft) !== undefined) continue;
      const isDoneAtEnd = later.has(draft.graph.endStep ?? '') && !tellsAny(failure.to, draft);
      if (later.has(failure.to) || isDoneAtEnd) continue;
      report({
        code: 'success-told-after-failure',
        message: `when step "${name}" ends with "${failure.outcome}", callers hear from step "${failure.to}" that it has been done`,
        span: failure.span ?? span,
        hint: 'lead the failure to a step that says so, and what callers can do',
      });
    }
  },
};

function checkMessages(draft: FlowDraft, report: Report): void {
  for (const { step } of listMapSteps(draft, 'sms')) {
    const [lost, arrived, late] = ['undelivered', 'delivered', 'timeout'].map((outcome) =>
      findEdge(draft, step.name, outcome),
    );
    if (lost?.kind !== 'on' || !leadsQuietlyTo(arrived?.to, lost.to, draft)) continue;
    if (lost.to === arrived?.to && lost.to === late?.to) continue;
    report({
      code: 'success-told-after-failure',
      message: `when the message of step "${step.name}" could not be delivered, the call goes to step "${lost.to}", as if it had arrived`,
      span: lost.span ?? draft.document.span(step.nameRange),
      hint: 'lead "undelivered" to a step that says so, and what callers can do',
    });
  }
}

/** True when callers come to a step by steps that they do not notice. */
function leadsQuietlyTo(from: string | undefined, to: string, draft: FlowDraft): boolean {
  const way = followOnlyWay(draft, from);
  const at = way.findIndex(({ name }) => name === to);
  return at >= 0 && way.slice(0, at).every(({ verb }) => verb === 'set' || verb === 'outcome');
}

/** Callers who have left nothing must not be thanked for it, or be promised a call. */
function checkMailboxes(draft: FlowDraft, report: Report): void {
  for (const { step } of listMapSteps(draft, 'voicemail')) {
    const recorded = findEdge(draft, step.name, 'recorded');
    const lost = ['silent', 'failed']
      .map((outcome) => findEdge(draft, step.name, outcome))
      .find((edge) => edge?.kind === 'on' && edge.to === recorded?.to && isToldDone(edge, recorded, draft));
    if (lost === undefined) continue;
    report({
      code: 'success-told-after-failure',
      message: `when step "${step.name}" ends with "${lost.outcome}", nothing has been recorded, but callers hear from step "${lost.to}" what those hear who have left a message`,
      span: lost.span ?? draft.document.span(step.nameRange),
      hint: 'lead it to a step that says so, and what callers can do',
    });
  }
}

function checkReturns(draft: FlowDraft, report: Report): void {
  const edges = draft.graph.steps.flatMap((step) => step.edges.map((edge) => ({ ...edge, step })));
  const returning = edges.filter(({ to }) => to === RETURN);
  const isNamed = returning.some(({ outcome, step }) => step.verb === 'return' && outcome !== 'done');
  for (const { step, outcome } of returning) {
    const isPlain = step.verb === 'return' && outcome === 'done';
    const hasOther = returning.some((other) => other.step !== step && !isNamedReturn(other.step));
    const isGivenUp = edges.some((edge) => edge.outcome === 'exhausted' && edge.to === step.name);
    if (!isPlain || !isNamed || !hasOther || !isGivenUp) continue;
    const leads = (known: string): boolean =>
      edges.some((edge) => edge.outcome === known && findUnasked(draft, edge.to).has(step.name));
    if (!leads('client_error') || leads('ok')) continue;
    report({
      code: 'success-told-after-failure',
      message: `step "${step.name}", where callers come who were refused or said nothing, returns to the calling flow as if all were right`,
      span: step.span,
      hint: 'name the outcome, such as return: denied',
    });
  }
}

function isNamedReturn({ verb, edges }: GraphStep): boolean {
  return verb === 'return' && edges.some(({ to, outcome }) => to === RETURN && outcome !== 'done');
}

/** Outcomes that may mean that it has been done before. */
const REFUSALS = new Set(['client_error']);

function isToldDone(failure: Edge, success: Edge | undefined, draft: FlowDraft): boolean {
  if (REFUSALS.has(failure.outcome) && failure.to !== success?.to) return false;
  const said = listWords(draft, failure.to);
  if (said.some((one) => saysAny(one, ({ apology }) => apology))) return false;
  return said.some(tellsSuccess);
}

/** True for a failure that leads to the words of the success, while a refusal leads elsewhere. */
function isTakenForSuccess(
  failure: Edge,
  { success, edges, draft }: { success: Edge | undefined; edges: readonly Edge[]; draft: FlowDraft },
): boolean {
  const refusal = edges.find(({ kind, outcome }) => kind === 'on' && outcome === 'client_error');
  if (failure.to !== success?.to || refusal === undefined || refusal.to === failure.to) return false;
  return groupSaidByStep(draft).has(failure.to);
}

/** True when the words say that it has been done, and do not only promise it. */
function tellsAny(to: string, draft: FlowDraft): boolean {
  return listWords(draft, to).some(({ pieces }) => pieces.some(({ text }) => tellsDone(text)));
}

function tellsSuccess(said: Said): boolean {
  return said.pieces.some(({ text }) => tellsDone(text)) || saysAny(said, ({ callBack }) => callBack);
}

function listWords(draft: FlowDraft, to: string): readonly Said[] {
  const said = groupSaidByStep(draft);
  const speaking = followOnlyWay(draft, to).find(({ name }) => said.has(name));
  return said.get(speaking?.name ?? '') ?? [];
}
