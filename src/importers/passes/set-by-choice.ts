/** Lets choices assign what a step of its own would assign behind them. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';
import { listTargets } from './targets.ts';

type Menu = NonNullable<Step['menu']>;

/** Moves constants that steps assign to the choice that alone leads to them. A step in a circle is led to twice. */
export function setByChoice(draft: Draft): Draft {
  const { steps } = draft.flow;
  const about = { ...draft.about };
  const isOnly = findOnlyTargets(draft);
  const changed = Object.entries(steps).map(([name, step]) => {
    const { menu } = step;
    if (menu === undefined) return [name, step] as const;
    const from: string[] = [];
    const choices = menu.choices.map((choice) => {
      let now = choice;
      for (let next = moveBehind(now, draft, isOnly); next !== now; next = moveBehind(now, draft, isOnly)) {
        from.push(now.goto);
        now = next;
      }
      return now;
    });
    if (from.length === 0) return [name, step] as const;
    const nodes = [name, ...from].flatMap((one) => about[one]?.nodes ?? []);
    about[name] = { comments: [], ...about[name], nodes };
    return [name, { ...step, menu: { ...menu, choices } }] as const;
  });
  return { ...draft, flow: { ...draft.flow, steps: Object.fromEntries(changed) }, about };
}

/** Returns a choice that assigns what the step behind it does; the same one if it may not. */
function moveBehind(
  choice: Menu['choices'][number],
  { flow: { steps }, about }: Draft,
  isOnly: (target: string) => boolean,
): Menu['choices'][number] {
  const { set, next, ...more } = steps[choice.goto] ?? {};
  const isPlain =
    Object.keys(more).every((key) => key === 'on') && Object.values(set ?? {}).every(isConstant);
  const hasComments = (about[choice.goto]?.comments.length ?? 0) > 0;
  if (set === undefined || next === undefined || !isPlain || hasComments || !isOnly(choice.goto))
    return choice;
  return { ...choice, set: { ...choice.set, ...set }, goto: next };
}

function isConstant(value: unknown): boolean {
  return typeof value !== 'string' || !value.includes('${');
}

/** Says of a step that one way leads to it. */
function findOnlyTargets({ flow: { steps, always, on = {} } }: Draft): (target: string) => boolean {
  const [entry] = Object.keys(steps);
  const all = [
    ...Object.values(steps).flatMap(listTargets),
    ...[entry, on.error, on.end, ...Object.values(always?.keys ?? {})].filter((name) => name !== undefined),
  ];
  const counts = Map.groupBy(all, (name) => name);
  return (target) => counts.get(target)?.length === 1;
}
