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

/** True for two values of which one is the key of the row of a table that has the other: both stand for the same thing. */
export function isSameRow(one: string, other: string, draft: FlowDraft): boolean {
  return draft.steps.some(({ name, content }) => {
    if (content?.verb.name !== 'lookup') return false;
    const [reads, writes] = [findStepReads(draft, name), findWrites(draft).get(name)];
    const isKeyOf = (key: string, found: string): boolean =>
      reads.has(key) && writes?.has(found.replace('vars.', '')) === true;
    return isKeyOf(one, other) || isKeyOf(other, one);
  });
}

/** Groups the expressions by step. */
export const listExpressionsByStep = memoize((draft: FlowDraft) =>
  Map.groupBy(listExpressions(draft), ({ reference }) => stepNameOf(reference)),
);
