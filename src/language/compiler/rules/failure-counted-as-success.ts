import type { Edge, GraphStep } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findEdge, findStep, followOnlyWay } from './unasked-ways.ts';
import { isFirstEffect, listEffects } from './effects.ts';

/**
 * Reports a request or a message whose failure leads where its success leads, and there to an `outcome`, or to a
 * `set` that notes it: the call counts as a success. After another effect the outcome may be that one's, unless a refusal
 * leads elsewhere.
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
  const isNote = ({ name, verb }: GraphStep): boolean => verb === 'outcome' || notesSuccess(name, draft);
  const first = followOnlyWay(draft, from).find((step) => isNote(step) || effects.has(step.name));
  return first !== undefined && isNote(first) ? first.name : undefined;
}

/** Values by which flows note that the work is done. */
const DONE =
  /^(?:completed?|done|success(?:ful)?|succeeded|stored|saved|booked|ordered|erledigt|gespeichert|gebucht|bestellt|enregistrée?|réservée?|completad[oa]|guardad[oa]|reservad[oa]|completat[oa]|salvat[oa]|prenotat[oa]|voltooid|opgeslagen|geboekt|concluíd[oa]|gravad[oa]|zapisan[oaey]|sparad|bokad)$/i;

function notesSuccess(name: string, draft: FlowDraft): boolean {
  return Object.values(draft.source.steps?.[name]?.set ?? {}).some((value) => DONE.test(String(value)));
}
