/**
 * Leaves out values that are overwritten, or that the call ends with, before anything reads them.
 *
 * LIVE-1 A value is live before a step if the step reads it, or if it is live behind the step and the step does not set it.
 */
import { findDeclaredUses } from '../../language/model/index.ts';
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';

/** What a step does with variables. */
interface Uses {
  reads: ReadonlySet<string>;
  /** Variables that it sets whatever its outcome. */
  sets: ReadonlySet<string>;
  targets: readonly string[];
}

type Live = Map<string, Set<string>>;

export function dropDeadValues(draft: Draft): void {
  const { flow } = draft;
  const live = findLive(flow.steps);
  const isLive = (name: string, target: string | undefined) => live.get(target ?? '')?.has(name) === true;
  for (const step of Object.values(flow.steps)) {
    const { menu, next, on = {} } = step;
    if (step.set !== undefined)
      step.set = keep(step.set, (name) => isLive(name, next) || isLive(name, on.failed));
    for (const choice of menu?.choices ?? []) {
      const set = keep(choice.set ?? {}, (name) => isLive(name, choice.goto));
      if (Object.keys(set).length > 0) choice.set = set;
      else delete choice.set;
    }
  }
  const emptied = Object.entries(flow.steps).filter(
    ([, { set }]) => set !== undefined && Object.keys(set).length === 0,
  );
  flow.steps = skipSteps(flow.steps, new Map(emptied.map(([name, { next = 'hangup' }]) => [name, next])));
  draft.about = keep(draft.about, (name) => Object.hasOwn(flow.steps, name));
  const used = new Set(
    Object.values(flow.steps).flatMap((step) => [...listReads(step), ...listWrites(step)]),
  );
  if (flow.vars !== undefined) flow.vars = keep(flow.vars, (name) => used.has(name));
}

function keep<Item>(
  record: Readonly<Record<string, Item>>,
  test: (name: string) => boolean,
): Record<string, Item> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => test(name)));
}

/** Finds which variables are live before each step. */
function findLive(steps: Draft['flow']['steps']): Live {
  const uses = new Map(Object.entries(steps).map(([name, step]) => [name, describe(step)]));
  const before = new Map<string, string[]>();
  for (const [name, { targets }] of uses)
    for (const target of targets) before.set(target, [...(before.get(target) ?? []), name]);
  const live: Live = new Map([...uses.keys()].map((name) => [name, new Set<string>()]));
  const pending = new Set([...uses.keys()].reverse());
  for (const name of pending) {
    pending.delete(name);
    const { reads, sets, targets } = uses.get(name) ?? { reads: [], sets: new Set(), targets: [] };
    const own = live.get(name) ?? new Set();
    const size = own.size;
    for (const variable of reads) own.add(variable);
    for (const target of targets)
      for (const variable of live.get(target) ?? []) if (!sets.has(variable)) own.add(variable);
    if (own.size > size) for (const earlier of before.get(name) ?? []) pending.add(earlier);
  }
  return live;
}

function describe(step: Step): Uses {
  return {
    reads: new Set(listReads(step)),
    sets: new Set(Object.keys(step.set ?? {})),
    targets: listTargets(step),
  };
}

function listReads(step: Step): string[] {
  const names: string[] = [];
  const pending: unknown[] = [step];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value === 'string')
      for (const { section, name } of findDeclaredUses(value)) if (section === 'vars') names.push(name);
    if (typeof value === 'object' && value !== null)
      pending.push(
        ...(Object.values(value) as unknown[]).filter((inner) => inner !== null && inner !== undefined),
      );
  }
  return names;
}

function listWrites({ set, menu, collect, http }: Step): string[] {
  return [
    ...Object.keys(set ?? {}),
    ...(menu?.choices ?? []).flatMap((choice) => Object.keys(choice.set ?? {})),
    ...(collect === undefined ? [] : [collect.save]),
    ...Object.keys(http?.save ?? {}),
  ];
}

function listTargets({ next, on = {}, menu, switch: decision }: Step): string[] {
  const decided = Array.isArray(decision)
    ? decision.map(({ goto }) => goto)
    : Object.values(decision?.cases ?? {});
  const chosen = (menu?.choices ?? []).map(({ goto }) => goto);
  return [...(next === undefined ? [] : [next]), ...Object.values(on), ...chosen, ...decided];
}

/** Leads ways past steps, and returns the others. The entry stays. */
function skipSteps(steps: Record<string, Step>, skipped: ReadonlyMap<string, string>): Record<string, Step> {
  const follow = (from: string): string => {
    const passed = new Set<string>();
    let target = from;
    for (
      let next = skipped.get(target);
      next !== undefined && !passed.has(target);
      next = skipped.get(target)
    ) {
      passed.add(target);
      target = next;
    }
    return target;
  };
  const [entry] = Object.keys(steps);
  for (const step of Object.values(steps)) {
    if (step.next !== undefined) step.next = follow(step.next);
    if (step.on !== undefined)
      step.on = Object.fromEntries(Object.entries(step.on).map(([name, target]) => [name, follow(target)]));
    for (const choice of step.menu?.choices ?? []) choice.goto = follow(choice.goto);
    if (Array.isArray(step.switch)) for (const way of step.switch) way.goto = follow(way.goto);
    else if (step.switch !== undefined)
      step.switch.cases = Object.fromEntries(
        Object.entries(step.switch.cases).map(([name, target]) => [name, follow(target)]),
      );
  }
  return keep(steps, (name) => name === entry || !skipped.has(name));
}
