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

/** Returns the names of the steps that change something outside of the call, or may. */
export const listEffects = memoize((draft: FlowDraft): ReadonlySet<string> => {
  const requests = listRequests(draft).filter(({ method }) => method !== 'get');
  const flows = draft.graph.steps.filter(
    ({ verb, flow = '' }) =>
      verb === 'run' && draft.others.signature(flow)?.valueEffects().isReading !== true,
  );
  const steps = [...requests, ...listMapSteps(draft, 'sms')].map(({ step }) => step);
  return new Set([...steps, ...flows].map(({ name }) => name));
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
