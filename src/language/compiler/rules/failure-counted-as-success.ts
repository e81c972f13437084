import type { Edge } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findEdge, findStep, followOnlyWay } from './unasked-ways.ts';
import { isFirstEffect, listEffects } from './effects.ts';

/**
 * Reports a request or a message whose failure leads where its success leads, and there to an `outcome`: the call counts
 * as a success. After another effect the outcome may be that one's, unless a refusal leads elsewhere.
 */
export const failureCountedAsSuccess: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const name of listEffects(draft)) {
      const counted = findCountedFailure(name, draft);
      if (counted === undefined) continue;
      const { failed, noted } = counted;
      report({
        code: 'success-told-after-failure',
        message: `when step "${name}" fails, step "${noted}" counts the call as after its success`,
        span: failed.span ?? findStep(draft, name)?.span ?? draft.document.span({ from: 0, to: 0 }),
        hint: 'lead "failed" to a step that says so, and what callers can do',
      });
    }
  },
};

/** Returns the failure of a step that is counted as its success, and the step that counts it. */
export function findCountedFailure(
  name: string,
  draft: FlowDraft,
): { failed: Edge; noted: string } | undefined {
  const failed = findEdge(draft, name, 'failed');
  const refused = findEdge(draft, name, 'client_error');
  const isLikeSuccess = ['ok', 'accepted', 'delivered'].some(
    (outcome) => findEdge(draft, name, outcome)?.to === failed?.to,
  );
  const isRefusedApart = refused?.kind === 'on' && refused.to !== failed?.to;
  if (failed?.kind !== 'on' || !isLikeSuccess) return undefined;
  if (!isRefusedApart && !isFirstEffect(name, draft)) return undefined;
  const noted = findNoted(failed.to, draft);
  return noted === undefined ? undefined : { failed, noted };
}

/** Returns the step on the only way from here that notes an outcome before anything else is done. */
function findNoted(from: string, draft: FlowDraft): string | undefined {
  const effects = listEffects(draft);
  const first = followOnlyWay(draft, from).find(({ name, verb }) => verb === 'outcome' || effects.has(name));
  return first?.verb === 'outcome' ? first.name : undefined;
}
