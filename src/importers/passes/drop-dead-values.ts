/** Leaves out values that nobody reads before they are overwritten: a request need not save what only others need. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';
import { findReads } from './reads.ts';
import { listTargets } from './targets.ts';

/**
 * Follows the reads of each variable back to where it is set.
 *
 * DEAD-1 What the error path, the finalizer, keys of every step and the flow's own result read is always needed.
 */
export function dropDeadValues(draft: Draft): Draft {
  const { steps, returns, always, on = {} } = draft.flow;
  const anywhere = [on.error, on.end, ...Object.values(always?.keys ?? {})];
  const needed = new Set([...findReads([returns, always]), ...findReadsFrom(steps, anywhere)]);
  const isNeeded = findNeeds(steps, needed);
  const kept = Object.entries(steps).map(([name, step]) => [name, dropFrom(step, name, isNeeded)]);
  return { ...draft, flow: { ...draft.flow, steps: Object.fromEntries(kept) as Record<string, Step> } };
}

type Steps = Draft['flow']['steps'];
type IsNeeded = (step: string, variable: string) => boolean;

function dropFrom(step: Step, name: string, isNeeded: IsNeeded): Step {
  const { http, menu, set } = step;
  const keep = <Value>(values: Record<string, Value>) =>
    Object.fromEntries(Object.entries(values).filter(([variable]) => isNeeded(name, variable)));
  if (set !== undefined) return { ...step, set: keep(set) };
  if (menu !== undefined) {
    const choices = menu.choices.map(({ set: values = {}, ...choice }) => {
      const kept = keep(values);
      return { ...choice, ...(Object.keys(kept).length > 0 && { set: kept }) };
    });
    return { ...step, menu: { ...menu, choices } };
  }
  if (http?.save === undefined) return step;
  const { save: _save, ...request } = http;
  const save = keep(http.save);
  return { ...step, http: Object.keys(save).length === 0 ? request : { ...request, save } };
}

/** Says for each step whether a variable is read on a way from it before it is set anew. Sets of variables are bits. */
function findNeeds(steps: Steps, always: ReadonlySet<string>): IsNeeded {
  const bits = new Map<string, bigint>();
  const toBits = (variables: Iterable<string>): bigint => {
    let all = 0n;
    for (const variable of variables) {
      const bit = bits.get(variable) ?? 1n << BigInt(bits.size);
      bits.set(variable, bit);
      all |= bit;
    }
    return all;
  };
  const ways = Object.entries(steps).flatMap(([from, step]) =>
    [...new Set(listTargets(step))].map((to) => ({ from, to, set: toBits(listSetBetween(step, to)) })),
  );
  const waysTo = Map.groupBy(ways, ({ to }) => to);
  const before = new Map(Object.entries(steps).map(([name, step]) => [name, toBits(findReads(step))]));
  const behind = new Map<string, bigint>();
  const changed = new Set(Object.keys(steps).reverse());
  // The iterator of a set also visits elements added during the iteration.
  for (const to of changed) {
    changed.delete(to);
    for (const { from, set } of waysTo.get(to) ?? []) {
      const [needed = 0n, known = 0n] = [before.get(to), before.get(from)];
      behind.set(from, (behind.get(from) ?? 0n) | needed);
      if ((needed & ~set & ~known) === 0n) continue;
      before.set(from, known | (needed & ~set));
      changed.add(from);
    }
  }
  return (name, variable) =>
    always.has(variable) || ((behind.get(name) ?? 0n) & (bits.get(variable) ?? 0n)) !== 0n;
}

/**
 * Lists the variables that a step sets on every way to a target. A request that fails, and a question without an answer, set
 * nothing.
 */
function listSetBetween({ collect, menu, set, on = {} }: Step, target: string): string[] {
  if (Object.values(on).includes(target)) return [];
  if (set !== undefined) return Object.keys(set);
  if (menu === undefined) return collect?.save === undefined ? [] : [collect.save];
  const [first, ...others] = menu.choices
    .filter(({ goto }) => goto === target)
    .map(({ set: own = {} }) => own);
  return Object.keys(first ?? {}).filter((name) => others.every((own) => Object.hasOwn(own, name)));
}

function findReadsFrom(steps: Steps, roots: readonly (string | undefined)[]): ReadonlySet<string> {
  const reached = new Set(roots.filter((root) => root !== undefined));
  // The iterator of a set also visits elements added during the iteration.
  for (const name of reached) for (const target of listTargets(steps[name] ?? {})) reached.add(target);
  return findReads([...reached].map((name) => steps[name]));
}
