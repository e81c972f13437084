/** Determines in which languages callers hear each step, with the switches that decide on the language. */
import { findHeardLanguages, memoize } from '../../model/index.ts';
import { decide, listConditions } from '../check/known-values.ts';
import { isRunByFlows } from '../check/line-state.ts';
import type { FlowDraft } from '../types.ts';

/** Returns the languages in which callers can hear each step. */
export const findLanguagesAt = memoize((draft: FlowDraft): ReadonlyMap<string, ReadonlySet<string>> => {
  const { graph, languages, others } = draft;
  return findHeardLanguages(graph, {
    languages,
    findGraph: (name) => others.signature(name)?.graph,
    isLedTo: isRunByFlows(draft),
    canLeave: (step, outcome, language) => isLeft({ step, outcome }, language, draft),
  });
});

/** True unless a switch sends all calls in this language elsewhere. */
function isLeft(
  { step, outcome }: { step: string; outcome: string },
  language: string,
  draft: FlowDraft,
): boolean {
  const conditions = listConditions(draft).get(step) ?? [];
  const known = new Map([['call.language', { value: language }]]);
  const decisions = conditions.map((one) => decide(one, known, draft.expressions()));
  const first = decisions.indexOf(true);
  const index =
    outcome === 'otherwise' ? conditions.length : Number(/^case_(\d+)$/.exec(outcome)?.[1] ?? 0) - 1;
  return index < 0 || (decisions[index] !== false && (first === -1 || first >= index));
}
