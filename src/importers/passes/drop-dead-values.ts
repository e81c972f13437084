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

/** Says for each step whether a variable is read on a way from it before it is set anew. */
function findNeeds(steps: Steps, always: ReadonlySet<string>): IsNeeded {
  const ways = Object.entries(steps).flatMap(([from, step]) =>
    [...new Set(listTargets(step))].map((to) => ({ from, to })),
  );
  const before = Map.groupBy(ways, ({ to }) => to);
  const reads = Object.entries(steps).flatMap(([name, step]) =>
    [...findReads(step)].map((variable) => ({ variable, name })),
  );
  const needs = new Map(
    [...Map.groupBy(reads, ({ variable }) => variable)].map(([variable, readers]) => {
      const names = readers.map(({ name }) => name);
      return [variable, findNeeding(variable, names, { steps, before })] as const;
    }),
  );
  return (name, variable) => always.has(variable) || needs.get(variable)?.has(name) === true;
}

interface Ways {
  steps: Steps;
  /** The steps from which ways lead to each step. */
  before: ReadonlyMap<string, readonly { from: string }[]>;
}

/** Finds the steps behind which a variable is read before it is set anew. */
function findNeeding(
  variable: string,
  readers: readonly string[],
  { steps, before }: Ways,
): ReadonlySet<string> {
  const needing = new Set<string>();
  const pending = [...readers];
  const passed = new Set(readers);
  for (let target = pending.pop(); target !== undefined; target = pending.pop())
    for (const { from: name } of before.get(target) ?? []) {
      needing.add(name);
      if (passed.has(name) || isSetBetween(steps[name] ?? {}, target, variable)) continue;
      passed.add(name);
      pending.push(name);
    }
  return needing;
}

/** True if a step sets a variable on every way to a target. A request that fails, and a question without an answer, set nothing. */
function isSetBetween({ collect, menu, set, on = {} }: Step, target: string, variable: string): boolean {
  const canSet = set !== undefined || menu !== undefined || collect?.save === variable;
  if (!canSet || Object.values(on).includes(target)) return false;
  if (set !== undefined) return Object.hasOwn(set, variable);
  if (menu === undefined) return true;
  return menu.choices.every(({ goto, set: own = {} }) => goto !== target || Object.hasOwn(own, variable));
}

function findReadsFrom(steps: Steps, roots: readonly (string | undefined)[]): ReadonlySet<string> {
  const reached = new Set(roots.filter((root) => root !== undefined));
  // The iterator of a set also visits elements added during the iteration.
  for (const name of reached) for (const target of listTargets(steps[name] ?? {})) reached.add(target);
  return findReads([...reached].map((name) => steps[name]));
}
