/** Reads and changes where the ways of a step lead. */
import { memoize } from '../../language/model/index.ts';
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';

/** Lists the targets of a step, the usual way first, then choices and cases in their order, then failures. */
export const listTargets = memoize((step: Step): readonly string[] => {
  const { next, menu, switch: decision, on = {} } = step;
  return [
    ...(next === undefined ? [] : [next]),
    ...(menu?.choices ?? []).map(({ goto }) => goto),
    ...(menu?.extension === undefined ? [] : [menu.extension.goto]),
    ...(Array.isArray(decision) ? decision.map(({ goto }) => goto) : Object.values(decision?.cases ?? {})),
    ...Object.values(on),
  ];
});

/** Lists the steps that calls can reach from the entry, from the ends of the flow, and by keys that count everywhere. */
export function listReached({ flow }: Draft, entry = Object.keys(flow.steps)[0] ?? ''): ReadonlySet<string> {
  const { error, end } = flow.on ?? {};
  const reached = new Set<string>();
  const pending = [entry, error ?? '', end ?? '', ...Object.values(flow.always?.keys ?? {})];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const step = flow.steps[name];
    if (step === undefined || reached.has(name)) continue;
    reached.add(name);
    pending.push(...listTargets(step));
  }
  return reached;
}

/** Returns a step whose ways lead to other targets; the same one if they do not. */
export function mapTargets(step: Step, change: (target: string) => string): Step {
  return listTargets(step).every((target) => change(target) === target) ? step : mapWays(step, change);
}

function mapWays(step: Step, change: (target: string) => string): Step {
  const { next, menu, switch: decision, on } = step;
  return {
    ...step,
    ...(next !== undefined && { next: change(next) }),
    ...(menu !== undefined && { menu: mapMenu(menu, change) }),
    ...(decision !== undefined && { switch: mapSwitch(decision, change) }),
    ...(on !== undefined && {
      on: Object.fromEntries(Object.entries(on).map(([outcome, target]) => [outcome, change(target)])),
    }),
  };
}

type Menu = NonNullable<Step['menu']>;
type Decision = NonNullable<Step['switch']>;

function mapMenu(menu: Menu, change: (target: string) => string): Menu {
  const { extension } = menu;
  return {
    ...menu,
    choices: menu.choices.map((choice) => ({ ...choice, goto: change(choice.goto) })),
    ...(extension !== undefined && { extension: { ...extension, goto: change(extension.goto) } }),
  };
}

function mapSwitch(decision: Decision, change: (target: string) => string): Decision {
  if (Array.isArray(decision)) return decision.map((one) => ({ ...one, goto: change(one.goto) }));
  const { value, cases } = decision;
  return {
    value,
    cases: Object.fromEntries(Object.entries(cases).map(([name, target]) => [name, change(target)])),
  };
}
