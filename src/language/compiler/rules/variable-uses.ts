/** Finds the steps that write variables, and the names that the expressions of a step read. */
import { memoize } from '../../model/index.ts';
import { listExpressions, stepNameOf } from '../check/references.ts';
import { getStepValues } from '../check/step-values.ts';
import type { FlowDraft } from '../types.ts';

/** Returns the variables that each step writes. */
export const findWrites = memoize(
  (draft: FlowDraft): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      draft.steps.map(({ name }) => [
        name,
        new Set(getStepValues(draft, name).writes.map((one) => one.variable)),
      ]),
    ),
);

/** Returns the names that each step reads in the given key of its body, such as `vars.desk` in the `to` of a `connect`. */
export function findReads(draft: FlowDraft, step: string, key: string): Set<string> {
  const written = listExpressionsByStep(draft).get(step) ?? [];
  const expressions = draft.expressions();
  return new Set(
    written
      .filter(({ reference: { path } }) => path[3] === key)
      .flatMap(({ source }) => [...expressions.findReads(source)]),
  );
}

/** Returns all names that a step reads. */
export function findStepReads(draft: FlowDraft, step: string): ReadonlySet<string> {
  return getStepValues(draft, step).reads;
}

/** True for a value from the row of a table that the other value is the key of: both stand for the same thing. */
export function isFoundBy(own: string, source: string, draft: FlowDraft): boolean {
  return draft.steps.some(({ name, content }) => {
    const isKey = content?.verb.name === 'lookup' && findStepReads(draft, name).has(source);
    return isKey && findWrites(draft).get(name)?.has(own.replace('vars.', '')) === true;
  });
}

/** Groups the expressions by step. */
export const listExpressionsByStep = memoize((draft: FlowDraft) =>
  Map.groupBy(listExpressions(draft), ({ reference }) => stepNameOf(reference)),
);
