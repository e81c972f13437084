/** Leaves out steps that no way leads to: splits that every menu before them has decided. */
import type { Step } from '../../../../schemas/types/flow.ts';
import type { Draft } from '../../project/index.ts';

/**
 * Keeps the steps that can be reached from one, which comes first; the others stay in their order. What follows the success of a
 * step without a counterpart is kept, too: the answers may say what stands there.
 */
export function keepReached(draft: Draft, first: string): void {
  const { steps } = draft.flow;
  const reached = new Set<string>();
  const open = [first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (step === undefined || reached.has(name)) continue;
    reached.add(name);
    open.push(...listTargets(step), draft.about[name]?.todo?.done ?? '');
  }
  const { [first]: entry, ...others } = steps;
  if (entry === undefined) return;
  const kept = Object.entries(others).filter(([name]) => reached.has(name));
  draft.flow.steps = Object.fromEntries([[first, entry] as const, ...kept]);
  draft.about = Object.fromEntries(Object.entries(draft.about).filter(([name]) => reached.has(name)));
}

function listTargets({ next, on = {}, menu, switch: decision }: Step): string[] {
  const cases = decision === undefined || Array.isArray(decision) ? {} : decision.cases;
  const conditions = Array.isArray(decision) ? decision : [];
  return [
    ...Object.values(on),
    ...[...(menu?.choices ?? []), ...conditions].map(({ goto }) => goto),
    ...Object.values(cases),
    ...(menu?.extension === undefined ? [] : [menu.extension.goto]),
    ...(next === undefined ? [] : [next]),
  ];
}
