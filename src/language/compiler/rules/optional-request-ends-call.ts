import { findReachable, HANGUP, indexSteps, type GraphStep } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { endsAfterWords, findEdge, findStep, findUnasked } from './unasked-ways.ts';
import { findStepReads, findWrites } from './variable-uses.ts';
import { listRequests } from './web-requests.ts';

/**
 * Reports requests for something additional whose failure ends the call: all that is saved of the answer is said on the
 * way to the next question and read nowhere else, and callers whom the service has nothing to tell are asked that question
 * too. An author who gives the failure no edge may have meant it so, and is left alone.
 */
export const optionalRequestEndsCall: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { step, method } of listRequests(draft)) {
      const failure = findEdge(draft, step.name, 'failed');
      if (method !== 'get' || failure?.kind !== 'on' || !endsAfterWords(draft, failure.to)) continue;
      const passed = findUnasked(draft, findEdge(draft, step.name, 'ok')?.to);
      const questions = [...passed.values()].filter(({ waits }) => waits === 'caller');
      const [question] = questions;
      if (question === undefined || questions.length > 1 || !isOnlySaid(step.name, passed, draft)) continue;
      const ends = ({ waits, edges }: GraphStep) =>
        waits !== 'caller' && edges.some(({ to }) => to === HANGUP);
      if ([...passed.values()].some(ends) || !isAskedUntold(step.name, question.name, draft)) continue;
      report({
        code: 'optional-request-ends-call',
        message: `when the request of step "${step.name}" fails, callers are sent away, though they need nothing of its answer at step "${question.name}" and behind it`,
        span: failure.span ?? draft.document.span(step.nameRange),
        hint: `lead the failure to step "${question.name}"`,
      });
    }
  },
};

/** True when a way from the request to the question says nothing of the answer: the question needs none. */
function isAskedUntold(request: string, question: string, draft: FlowDraft): boolean {
  const saved = [...(findWrites(draft).get(request) ?? [])].map((name) => `vars.${name}`);
  const deciding = draft.graph.steps.filter(
    ({ name, verb }) => verb === 'switch' && saved.some((one) => findStepReads(draft, name).has(one)),
  );
  const further = deciding.flatMap(({ edges }) => edges.map(({ to }) => to));
  return findReachable(indexSteps(draft.graph), further, (_edge, from) => !speaks(from, draft)).has(question);
}

function speaks(step: string, draft: FlowDraft): boolean {
  return findStep(draft, step)?.verb === 'say';
}

/** True when one of the passed steps decides by the saved values, and no step behind reads them. */
function isOnlySaid(request: string, passed: ReadonlyMap<string, GraphStep>, draft: FlowDraft): boolean {
  const saved = [...(findWrites(draft).get(request) ?? [])].map((name) => `vars.${name}`);
  const reading = draft.steps.filter(({ name }) => saved.some((one) => findStepReads(draft, name).has(one)));
  const isOnTheWay = reading.every(({ name }) => {
    const step = passed.get(name);
    return step !== undefined && step.waits !== 'caller' && HARMLESS.has(step.verb);
  });
  return isOnTheWay && reading.some(({ name }) => passed.get(name)?.verb === 'switch');
}

/** Verbs that leave the call as it is. */
const HARMLESS = new Set(['switch', 'say']);
