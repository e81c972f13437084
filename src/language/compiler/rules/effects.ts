/** Steps that have an effect outside the call, and their failures. */
import { findReachable, indexSteps, memoize, type Edge } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { listMapSteps } from './questions.ts';
import { listRequests } from './web-requests.ts';

/** Outcomes of steps with an effect that may mean that it is missing. */
export const FAILURES: ReadonlySet<string> = new Set([
  'failed',
  'server_error',
  'timeout',
  'undelivered',
  'client_error',
]);

/** Without a delivery report a message may still arrive. */
export function isFailure({ outcome }: Edge, verb: string): boolean {
  return FAILURES.has(outcome) && !(verb === 'sms' && outcome === 'timeout');
}

/** Names of the steps that have an effect: requests that change something, messages, other flows. */
export const listEffects = memoize((draft: FlowDraft): ReadonlySet<string> => {
  const requests = listRequests(draft).filter(({ method }) => method !== 'get');
  const steps = [...requests, ...listMapSteps(draft, 'sms', 'run')];
  return new Set(steps.map(({ step }) => step.name));
});

/** True for a step that no other effect comes before, unless it failed. */
export function isFirstEffect(name: string, draft: FlowDraft): boolean {
  const steps = indexSteps(draft.graph);
  const done = [...listEffects(draft)].flatMap((one) => {
    const edges = one === name ? [] : (steps.get(one)?.edges ?? []);
    return edges.filter((edge) => !isFailure(edge, steps.get(one)?.verb ?? '')).map(({ to }) => to);
  });
  return !findReachable(steps, done).has(name);
}
