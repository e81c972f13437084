import type { GraphStep } from '../../model/index.ts';
import { findUncountedParts } from '../check/counted-cycles.ts';
import type { FlowDraft } from '../types.ts';
import { isShortCall } from './endless-circle.ts';
import type { FlowRule } from './flow-rule.ts';
import { buildLuckGraph } from './luck-graph.ts';
import { findEdge, findStep } from './unasked-ways.ts';
import { findStepReads, findWrites } from './variable-uses.ts';

/**
 * Reports requests and lookups that are made again with the same values after they have been refused: nobody is asked in
 * between, so the answer is the same. A flow that looks for a refusal which passes, waits, or repeats a request after any
 * failure is left alone, and circles that nothing counts are told by `endless-circle`.
 */
export const refusedRequestAgain: FlowRule = {
  needsAll: true,
  check(draft, report) {
    // `endless-circle` tells of circles that nothing counts.
    const endless = isShortCall(draft) ? [] : findUncountedParts(draft, buildLuckGraph(draft).own);
    for (const { name, verb } of draft.graph.steps) {
      const outcome = REFUSED[verb];
      const edge = outcome === undefined ? undefined : findEdge(draft, name, outcome);
      if (edge?.kind !== 'on' || endless.some((part) => part.has(name))) continue;
      const isAnyFailure = ['failed', 'server_error', 'timeout'].some(
        (other) => findEdge(draft, name, other)?.to === edge.to,
      );
      if (isAnyFailure || !leadsBack(name, edge.to, draft)) continue;
      report({
        code: 'refused-request-again',
        message: `after "${edge.outcome}" of step "${name}" callers come back to it by step "${edge.to}" with the same values, and get the same answer`,
        span: edge.span ?? findStep(draft, name)?.span ?? draft.document.span({ from: 0, to: 0 }),
        hint: 'lead back to the question, so that callers can give another answer',
      });
    }
  },
};

/** The outcome by which a step says that it has no answer for these values. */
const REFUSED: Record<string, string | undefined> = { http: 'client_error', lookup: 'not_found' };

/** Verbs after which the answer may be another one, because time has passed or somebody has acted. */
const CHANGING = new Set([
  'wait',
  'connect',
  'run',
  'goto',
  'return',
  'stream',
  'room',
  'hold',
  'http',
  'sms',
]);

function leadsBack(request: string, from: string, draft: FlowDraft): boolean {
  const names = findStepReads(draft, request);
  const writes = findWrites(draft);
  const isPassed = ({ name, verb, waits }: GraphStep): boolean =>
    waits !== 'caller' &&
    !CHANGING.has(verb) &&
    !looksAtAnswer(name, draft) &&
    ![...(writes.get(name) ?? [])].some((variable) => names.has(`vars.${variable}`));
  const waiting = new Set([from]);
  // The iterator of a set also visits elements that are added meanwhile.
  for (const name of waiting) {
    if (name === request) return true;
    const step = findStep(draft, name);
    if (step !== undefined && looksAtAnswer(name, draft))
      for (const to of listFinalWays(step)) waiting.add(to);
    if (step === undefined || !isPassed(step)) continue;
    for (const { to, kind } of step.edges) if (kind !== 'error') waiting.add(to);
  }
  return false;
}

/** A condition for a refusal that the same request meets again: none of those that ask to wait or to hurry. */
const FINAL = /^error\.code == "http_4(?!08|23|25|29)\d\d"$/;

/** Its opposite. */
const NOT_FINAL = /^error\.code != "http_4(?!08|23|25|29)\d\d"$/;

/** Returns where a decision by the kind of the refusal leads after one that the same request meets again. */
function listFinalWays({ edges }: GraphStep): string[] {
  const isRest = edges.some(({ meaning }) => NOT_FINAL.test(meaning ?? ''));
  return edges
    .filter(({ meaning, outcome }) => FINAL.test(meaning ?? '') || (isRest && outcome === 'otherwise'))
    .map(({ to }) => to);
}

/** True for a step that decides by the kind of the refusal. */
function looksAtAnswer(step: string, draft: FlowDraft): boolean {
  return [...findStepReads(draft, step)].some((read) => /^(?:error|response)\b/.test(read));
}
